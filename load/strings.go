package load

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/load/embedded"
)

// isPython reports whether a file with this name is Python. Only its strings are read, in search of CUDA source.
func isPython(path string) bool { return filepath.Ext(path) == ".py" }

// hostSources lists the suffixes of C++ files whose strings are searched for CUDA source. Headers are not searched,
// because most files of a tree are headers, and hardly any of them calls NVRTC.
var hostSources = []string{".cc", ".cpp", ".cxx", ".cu", ".cuh"}

// mayEmbed reports whether the strings of a file with this name are searched for CUDA source.
func mayEmbed(path string) bool {
	return isPython(path) || slices.Contains(hostSources, filepath.Ext(path))
}

// IsEmbedded reports whether all CUDA code in a file with this name is in strings. No repair is proposed for it,
// because the text of a repair may need escape sequences.
func IsEmbedded(file string) bool { return isPython(file) }

// HasStrings reports whether an editor shows findings in the strings of a file with this name and text.
func HasStrings(path string, text []byte) bool {
	return isPython(path) && embedded.MayHave(text, true)
}

// CodeOf returns the texts in which comments of CUDA source are searched for, one for each language. Each has the lines
// and columns of the file.
func CodeOf(file string, text []byte) [][]byte {
	switch {
	case !mayEmbed(file) || !embedded.MayHave(text, isPython(file)):
		return [][]byte{text}
	case isPython(file):
		return [][]byte{embedded.Merge(embedded.Python(text))}
	}
	return [][]byte{text, embedded.Merge(embedded.Cpp(text))}
}

// SourceAt returns the CUDA source that has a line of a file: a text in its strings, with the lines and columns of the
// file, or else the text of the file. It returns nil if the file is Python and none of its strings has the line.
func SourceAt(file string, text []byte, line int) []byte {
	if !mayEmbed(file) || !embedded.MayHave(text, isPython(file)) {
		return text
	}
	find, otherwise := embedded.Cpp, text
	if isPython(file) {
		find, otherwise = embedded.Python, nil
	}
	for _, one := range find(text) {
		if code, _ := lexical.Line(string(one.Code), line); strings.TrimSpace(code) != "" {
			return one.Code
		}
	}
	return otherwise
}

// embedded returns an input for each CUDA source in the strings of a file. It records a text that is not constant as
// not read. For a file that the user did not name (isNamed is false), it records this only if the file contains a part
// of the text. The rest may be from a CUDA file.
func (l *Loader) embedded(path string, isNamed bool) ([]Input, error) {
	text, err := l.Text(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, reason(err))
	}
	if !embedded.MayHave(text, isPython(path)) {
		return nil, nil
	}
	find := embedded.Cpp
	if isPython(path) {
		find = embedded.Python
	}
	var inputs []Input
	for _, one := range find(text) {
		if one.Code == nil {
			if one.HasText || isNamed && isPython(path) {
				l.notReadOnce(path, fmt.Sprintf("line %d: %s is not read: %s", one.Line, one.Call, one.Why))
			}
			continue
		}
		if !isNamed && len(strings.TrimSpace(string(one.Code))) == 0 {
			continue
		}
		in, err := l.input(path)
		if err != nil {
			return nil, err
		}
		in.Text, in.Embedded, in.options = one.Code, true, one.Options
		if in.macros, err = macrosOf(one.Defines); err != nil {
			l.notReadOnce(path, fmt.Sprintf("line %d: %s is not read: %v", one.Line, one.Call, err))
			continue
		}
		l.hintAtOpen(path, one)
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// hintAtOpen adds hints about parts of a text that are not constant.
func (l *Loader) hintAtOpen(path string, text embedded.Text) {
	if len(text.Fields) > 0 {
		fields := slices.Compact(slices.Sorted(slices.Values(text.Fields)))
		l.hint([]string{fmt.Sprintf("%s: line %d: fields of the text of %s are not constant, and read as names that nothing declares: %s",
			path, text.Line, text.Call, strings.Join(fields, ", "))})
	}
	if text.OpenOptions {
		l.hint([]string{fmt.Sprintf("%s: line %d: options of %s are not constant, and not used", path, text.Line, text.Call)})
	}
}

// macrosOf returns flags that define macros.
func macrosOf(defines []string) (flags []command.Flag, err error) {
	for _, one := range defines {
		flag, wrong := command.NewFlag(command.Define, one)
		err = errors.Join(err, wrong)
		flags = append(flags, flag)
	}
	return flags, err
}

// named returns the inputs in a file that the user named: the file itself if it is a source, and the CUDA sources in
// its strings.
func (l *Loader) named(path string) (inputs []Input, err error) {
	path = asFileName(path)
	if !isPython(path) {
		in, err := l.input(path)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	if !mayEmbed(path) {
		return inputs, nil
	}
	before := len(l.Unread)
	inside, err := l.embedded(path, true)
	inputs = append(inputs, inside...)
	if !isPython(path) {
		return inputs, nil // no error, because reading the file itself reports what is wrong with it
	}
	switch {
	case err != nil:
		return nil, err
	case len(inputs) > 0:
		return inputs, nil
	case len(l.Unread) == before:
		return nil, fmt.Errorf("%s: no call of %s, whose CUDA source is read: give CUDA sources", path, embedded.Functions())
	}
	return nil, nil
}

// hasStrings reports whether a file in a searched folder may have CUDA source in strings. It searches the file for the
// names of functions that accept CUDA source. It returns false for a file that cannot be read.
func (l *Loader) hasStrings(path string) bool {
	if !mayEmbed(path) {
		return false
	}
	text, err := l.Text(path)
	return err == nil && embedded.MayHave(text, isPython(path))
}

// commandOf returns the command that compiles an embedded text, from the options that its call gives.
func commandOf(ctx context.Context, in Input) (command.Command, []string, error) {
	c, warnings, err := command.Translate(ctx, append([]string{"nvcc", "text.cu"}, in.options...), filepath.Dir(in.Path))
	c.Flags = slices.Concat(assumedFlags, c.Flags, in.macros)
	return c, warnings, err
}
