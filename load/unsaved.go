package load

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Unsaved is a text that replaces the content of a file, such as standard input or the text in an editor. The file need
// not exist.
type Unsaved struct {
	Path string
	Text []byte
}

// findUnsaved returns the text that replaces the content of a file, or nil if there is none. It recognises the file by
// any of its paths.
func findUnsaved(all []Unsaved, file string) []byte {
	identity := ""
	for _, one := range all {
		if one.Path == file {
			return one.Text
		}
		if identity == "" {
			identity = Identity(file)
		}
		if Identity(one.Path) == identity {
			return one.Text
		}
	}
	return nil
}

// Text returns the content of a file in this run. This is its unsaved text, or, if there is none, the content on disk.
func (o *Options) Text(file string) ([]byte, error) {
	if text := findUnsaved(o.Unsaved, file); text != nil {
		return text, nil
	}
	return safefile.Read(file, safefile.Source)
}

// unsavedBeside returns the texts that replace the contents of other files than the given one, ordered by the
// identities of the files.
func (o *Options) unsavedBeside(file string) []Unsaved {
	others := map[string]Unsaved{}
	for _, one := range o.Unsaved {
		if identity := Identity(one.Path); identity != Identity(file) {
			others[identity] = one
		}
	}
	var all []Unsaved
	for _, identity := range slices.Sorted(maps.Keys(others)) {
		all = append(all, others[identity])
	}
	return all
}
