package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
)

// The published schema is that of this program.
func TestPublishedSchema(t *testing.T) {
	var now bytes.Buffer
	if code := (&Command{Stdout: &now, Stderr: io.Discard}).Main([]string{"warpcheck", "--config-schema"}); code != exitClean {
		t.Fatalf("exit code %d", code)
	}
	golden.Compare(t, "../docs/warpcheck.schema.json", now.Bytes())
}
