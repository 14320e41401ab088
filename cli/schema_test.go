package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
)

// The published schema is the one that this program writes.
func TestPublishedSchema(t *testing.T) {
	var now bytes.Buffer
	if code := (&Command{Stdout: &now, Stderr: io.Discard}).Main([]string{"warpcheck", "--config-schema"}); code != exitClean {
		t.Fatalf("exit code %d", code)
	}
	golden.Compare(t, "../docs/warpcheck.schema.json", now.Bytes())
}
