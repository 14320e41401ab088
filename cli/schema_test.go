package cli

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// The schema that is published is the one of this program.
func TestPublishedSchema(t *testing.T) {
	const path = "../docs/warpcheck.schema.json"
	published, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var now bytes.Buffer
	if code := (&Command{Stdout: &now, Stderr: io.Discard}).Main([]string{"warpcheck", "--config-schema"}); code != exitClean {
		t.Fatalf("exit code %d", code)
	}
	if !bytes.Equal(now.Bytes(), published) {
		t.Errorf("%s is stale: bin/warpcheck --config-schema >docs/warpcheck.schema.json", path)
	}
}
