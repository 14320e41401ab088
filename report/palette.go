package report

import (
	"fmt"

	"github.com/warpcheck/warpcheck/rules"
)

// Palette holds the escape sequences of a terminal. The zero value writes none.
type Palette struct {
	severity [rules.Error + 1]string
	bold     string
	quiet    string // line numbers, the gutter
	key      string
	reset    string
}

// Colours is the palette for a terminal with colours.
var Colours = Palette{
	severity: [...]string{
		rules.Note: "\x1b[1;36m", rules.Warning: "\x1b[1;33m", rules.Error: "\x1b[1;31m",
	},
	bold:  "\x1b[1m",
	quiet: "\x1b[34m",
	key:   "\x1b[35m",
	reset: "\x1b[0m",
}

// IsDumb reports whether a terminal cannot be relied on to obey control sequences. term is the value of TERM.
func IsDumb(term string) bool { return term == "" || term == "dumb" }

// ChoosePalette returns the palette for a mode of --color (auto, always, never). The mode auto has colours on a
// terminal that obeys control sequences, unless NO_COLOR is set and not empty.
func ChoosePalette(mode string, terminal bool, getenv func(string) string) (Palette, error) {
	switch mode {
	case "always":
		return Colours, nil
	case "never":
		return Palette{}, nil
	case "auto":
		if terminal && getenv("NO_COLOR") == "" && !IsDumb(getenv("TERM")) {
			return Colours, nil
		}
		return Palette{}, nil
	}
	return Palette{}, fmt.Errorf("unknown colour mode %q: use auto, always or never", mode)
}

// paint writes text in a style of the palette.
func (p Palette) paint(style, text string) string {
	if style == "" || text == "" {
		return text
	}
	return style + text + p.reset
}

func (p Palette) level(s rules.Severity) string { return p.paint(p.severity[s], s.String()) }
