package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/warpcheck/warpcheck/internal/legible"
)

// say writes one line to standard error, and makes text that it quotes from the checked code safe to show. The progress
// line of a check is not written by say.
func (c *Command) say(line string) { fmt.Fprintln(c.Stderr, legible.Text(line)) }

// show writes text that may quote the checked code to standard output, and makes it safe. Reports are not written by
// show, because their formats make their text safe (report.ByName).
func (c *Command) show(write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	_, err := io.WriteString(c.Stdout, legible.Lines(text.String()))
	return err
}
