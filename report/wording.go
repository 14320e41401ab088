package report

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Wording has the words for a user who does not type the flags that messages name: the user of an editor, or of a page.
type Wording struct {
	// Block explains how to give the block of a kernel. In it, ${kernel} and ${shape} represent an example.
	Block string
	// Arch explains how to name an architecture, and Folder how to name a folder of headers. Potential names the option
	// that shows potential findings.
	Arch, Folder, Potential string
}

// The words of the command line in messages.
var (
	listing   = pattern.Of(`; -v lists them|\s\(-v lists [a-z ]+\)|\s\(-f json lists all\)`)
	block     = pattern.Of(`(?:with|as in) --block (?P<kernel>\S+)=(?P<shape>[0-9x]+)`)
	folderOf  = pattern.Of("as in `warpcheck [^`]* -- -I[^`]*`")
	archOf    = pattern.Of(`with --arch\b`)
	exampleOf = pattern.Of(", as in `warpcheck --arch (\\S+) [^`]*`")
	potential = pattern.Of(`--potential shows`)
	wholeRun  = pattern.Of(`; see warpcheck [a-z]+ --help`)
)

// Of replaces the words of the command line in a message.
func (w Wording) Of(message string) string {
	message = listing().ReplaceAllString(message, "")
	message = block().ReplaceAllString(message, w.Block)
	message = exampleOf().ReplaceAllString(archOf().ReplaceAllString(message, w.Arch), " ($1)")
	message = folderOf().ReplaceAllString(message, w.Folder)
	message = potential().ReplaceAllString(message, w.Potential+" shows")
	return strings.TrimSpace(wholeRun().ReplaceAllString(message, ""))
}
