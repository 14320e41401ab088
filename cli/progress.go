package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-runewidth"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/report"
)

// progress is one line on standard error that shows how far a run is. It is overwritten again and again, and erased at
// the end. If standard error is no terminal, nothing is written.
type progress struct {
	to    io.Writer // nil if no progress is shown
	width int
}

// eraseLine moves the cursor to the start of the line and empties the line.
const eraseLine = "\r\x1b[K"

func (c *Command) progress(o *options) *progress {
	if o.output.quiet || !isTerminal(c.Stderr) || report.IsDumb(os.Getenv("TERM")) {
		return &progress{}
	}
	return &progress{c.Stderr, widthOf(c.Stderr)}
}

func (p *progress) tell(now check.Progress) {
	if p.to == nil {
		return
	}
	line := fmt.Sprintf("units: %d of %d, kernels: %d, findings: %d", now.Done, now.Units, now.Kernels, now.Findings)
	if now.Current != "" {
		line += ", now " + legible.Text(now.Current)
	}
	if p.width > 0 {
		line = runewidth.Truncate(line, p.width-1, "...")
	}
	fmt.Fprint(p.to, eraseLine+line)
}

func (p *progress) end() {
	if p.to != nil {
		fmt.Fprint(p.to, eraseLine)
	}
}
