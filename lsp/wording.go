package lsp

import (
	"regexp"
	"strings"
)

// Messages of the command name its flags, which a user of an editor does not type. They are replaced by what the user
// can write in the configuration.
var (
	listing  = regexp.MustCompile(`; -v lists them|\s\(-v lists them\)|\s\(-f json lists all\)`)
	block    = regexp.MustCompile(`(?:with|as in) --block (\S+=[0-9x]+)`)
	folderOf = regexp.MustCompile("as in `warpcheck [^`]* -- -I[^`]*`")
	archOf   = regexp.MustCompile("with --arch, as in `warpcheck --arch (\\S+) [^`]*`")
	wholeRun = regexp.MustCompile(`; see warpcheck [a-z]+ --help`)
)

// forEditor replaces the words of the command line in a message.
func forEditor(message string) string {
	message = listing.ReplaceAllString(message, "")
	message = block.ReplaceAllString(message, "under launch in .warpcheck.yaml ($1)")
	message = archOf.ReplaceAllString(message, "under arch in .warpcheck.yaml ($1)")
	message = folderOf.ReplaceAllString(message, "to extra_args in .warpcheck.yaml")
	return strings.TrimSpace(wholeRun.ReplaceAllString(message, ""))
}
