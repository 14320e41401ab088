package account

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
)

// Loss is a piece of device code that the parser dropped. In this code threads may wait for each other or use shared
// memory.
type Loss struct {
	Pos source.Pos
	// Name is the name of the function that is not analysed, or a name in the dropped statement.
	Name string
	// IsFunction reports whether a whole function is lost.
	IsFunction bool
	// Error is the first error of the parser in this code, the zero value if there is none.
	Error source.Diagnostic
}

// CodeOf returns the text of a file with spaces in place of comments, literals, directives, and the lines that a unit
// leaves out. All other text keeps its line and column. entered is the number of times that the unit reads the file.
func CodeOf(file, text string, entered int, skipped []source.Pos) string {
	r := Reading{File: file, entered: entered}
	for _, pos := range skipped {
		if pos.File == file {
			r.skipped = append(r.skipped, pos)
		}
	}
	of := map[int]int{}
	for _, d := range preprocess.All(text) {
		of[d.Line] = d.Lines
	}
	lines := strings.SplitAfter(lexical.Code(text), "\n")
	for n := range lines {
		if _, left := r.LeavesOut(n + 1); left {
			lines[n] = blank(lines[n])
		}
		for i := range of[n+1] {
			lines[n+i] = blank(lines[n+i])
		}
	}
	return strings.Join(lines, "")
}

// blank returns a line with all characters replaced by spaces, except for the line break.
func blank(line string) string {
	return lexical.Blank(line, []lexical.Span{{Start: 0, End: len(line)}})
}
