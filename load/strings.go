package load

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/warpcheck/warpcheck/load/embedded"
)

// isPython reports whether the strings of a file of this name are searched for CUDA source.
func isPython(path string) bool { return filepath.Ext(path) == ".py" }

// IsEmbedded reports whether the CUDA code in a file of this name is in strings. No repair is proposed there, because
// the text of a repair may need escape sequences.
func IsEmbedded(file string) bool { return isPython(file) }

// embedded returns an input for each CUDA source in the strings of a Python file. It records a text that is not
// constant as not read.
func (l *Loader) embedded(path string) ([]Input, error) {
	text, err := l.Text(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, reason(err))
	}
	found := embedded.Python(text)
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: no call of RawKernel, RawModule, SourceModule or load_inline, whose CUDA source is read: "+
			"give CUDA sources", path)
	}
	var inputs []Input
	var wrong error
	for _, one := range found {
		if one.Code == nil {
			why := fmt.Sprintf("line %d: %s is not read: %s", one.Line, one.Call, one.Why)
			wrong = errors.Join(wrong, fmt.Errorf("%s: %s", path, why))
			l.notRead(path, why)
			continue
		}
		in, err := l.input(path)
		if err != nil {
			return nil, err
		}
		in.Text, in.Embedded = one.Code, true
		inputs = append(inputs, in)
	}
	if len(inputs) == 0 {
		return nil, wrong
	}
	return inputs, nil
}
