package load

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Unsaved is a text in place of the one that a file has: standard input under its name, what an
// editor has not written yet. The file need not be there.
type Unsaved struct {
	Path string
	Text []byte
}

// findUnsaved returns the text in place of a file's, by whatever path it is named; nil for none.
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

// Text returns what a file holds in this run.
func (o *Options) Text(file string) ([]byte, error) {
	if text := findUnsaved(o.Unsaved, file); text != nil {
		return text, nil
	}
	return safefile.Read(file, safefile.Source)
}

// unsavedBeside returns the texts in place of those of other files, in the order of their names.
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
