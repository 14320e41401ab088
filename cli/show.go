package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/warpcheck/warpcheck/internal/legible"
)

// say writes one line to standard error. Nothing else writes there.
func (c *Command) say(line string) { fmt.Fprintln(c.Stderr, legible.Text(line)) }

// show writes lines to standard output that may quote the code that is checked. Reports have
// their own way there (report.ByName).
func (c *Command) show(write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	_, err := io.WriteString(c.Stdout, legible.Lines(text.String()))
	return err
}
