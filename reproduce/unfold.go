package reproduce

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
)

// An access in a header can be delayed only in a copy of the header. The copy stands in the program, in place of the
// line that includes the header, so that the program stays one file. If another line includes the same header, the
// program might have its text twice, so such a header is not copied.

// unfolding replaces lines of a source that include headers by the texts of these headers.
type unfolding struct {
	// source is the full path of the file that is compiled. given is the path of this file in the finding. folders
	// lists the folders in which included files are searched.
	source, given string
	folders       []string
	read          func(path string) ([]byte, error)
	// texts holds the files that the source includes, by their full paths. lines holds the lines that include each.
	// open is the set of the names of included files that were not found.
	texts map[string][]byte
	lines map[string][]inclusion
	open  map[string]bool
}

// inclusion is a line of a file that includes another one.
type inclusion struct {
	file string
	line int
}

// nameless stands for an included file whose name is not known: a macro gives it, or a flag.
const nameless = ""

// maxIncluded is the largest number of files that are searched for #include lines.
const maxIncluded = 1000

var includedName = pattern.Of(`^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)`)

// newUnfolding reads the files that a source includes. flags lists the flags of the compiler.
func newUnfolding(source string, text []byte, flags []string, read func(path string) ([]byte, error)) *unfolding {
	u := &unfolding{source: full(source), given: source, read: read, texts: map[string][]byte{}, lines: map[string][]inclusion{}, open: map[string]bool{}}
	for i, flag := range flags {
		switch folder, is := strings.CutPrefix(flag, "-I"); {
		case is && folder != "":
			u.folders = append(u.folders, full(folder))
		case is && i+1 < len(flags):
			u.folders = append(u.folders, full(flags[i+1]))
		case strings.Contains(flag, "-include"):
			u.open[nameless] = true
		}
	}
	u.folders = append(u.folders, filepath.Dir(u.source))
	u.texts[u.source] = text
	for todo := []string{u.source}; len(todo) > 0 && len(u.texts) <= maxIncluded; todo = todo[1:] {
		todo = append(todo, u.search(todo[0])...)
	}
	return u
}

// search records the lines of a file that include others, and returns the included files that are new.
func (u *unfolding) search(file string) (found []string) {
	for _, d := range preprocess.All(string(u.texts[file])) {
		if d.Word != "include" {
			continue
		}
		included := u.includedBy(file, d)
		if included == "" {
			continue
		}
		u.lines[included] = append(u.lines[included], inclusion{file, d.Line})
		if len(u.lines[included]) == 1 && included != u.source {
			found = append(found, included)
		}
	}
	return found
}

// includedBy returns the file that a directive in a file includes. It returns "" if the file is not found.
func (u *unfolding) includedBy(file string, d preprocess.Directive) string {
	name, isQuoted := nameIn(d)
	folders := u.folders
	if isQuoted {
		folders = append([]string{filepath.Dir(file)}, folders...)
	}
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		if u.texts[path] != nil {
			return path
		}
		if text, err := u.read(path); err == nil && name != "" {
			u.texts[path] = text
			return path
		}
	}
	if name != nameless {
		name = filepath.Base(name)
	}
	u.open[name] = true
	return ""
}

// nameIn returns the name in an #include directive, and whether it is in quotes. The name is "" if a macro gives it.
func nameIn(d preprocess.Directive) (name string, isQuoted bool) {
	if m := includedName().FindStringSubmatch(d.Text); d.Word == "include" && m != nil {
		return m[1] + m[2], m[1] != ""
	}
	return "", false
}

// holds reports whether the text of a file can stand in the program. For this, only one line may include the file. The
// same must be true of the file with this line, and so on up to the source.
func (u *unfolding) holds(file string) bool {
	for step := 0; file != u.source; step++ {
		if len(u.lines[file]) != 1 || u.open[filepath.Base(file)] || u.open[nameless] || step > len(u.lines) {
			return false
		}
		file = u.lines[file][0].file
	}
	return true
}

// withHeaders returns the text of the source with the texts of some headers in place of the lines that include them.
// It calls edit for the text of each file that is in the result; the edited text must have the same lines.
func (u *unfolding) withHeaders(headers []string, edit func(file string, text []byte) []byte) []byte {
	replaced := map[inclusion]string{}
	for _, file := range headers {
		for ; file != u.source; file = u.lines[file][0].file {
			replaced[u.lines[file][0]] = file
		}
	}
	return u.unfold(u.source, replaced, edit)
}

// unfold returns the text of a file after edit has changed it. The text of a header takes the place of its #include
// line if replaced maps this line to the header. unfold repeats this in the text of the header.
func (u *unfolding) unfold(file string, replaced map[inclusion]string, edit func(file string, text []byte) []byte) []byte {
	lines := bytes.SplitAfter(edit(file, u.texts[file]), []byte("\n"))
	for _, d := range preprocess.All(string(u.texts[file])) {
		at := d.Line - 1
		header := replaced[inclusion{file, d.Line}]
		_, isQuoted := nameIn(d)
		switch {
		case header != "":
			text := u.unfold(header, replaced, edit)
			lines[at] = fmt.Appendf(nil, "#line 1 %q\n%s\n#line %d %q\n", u.shown(header), text, d.Line+d.Lines, u.nameOf(file))
			clear(lines[at+1 : at+d.Lines])
		case file == u.source:
		case isQuoted:
			if included := u.includedBy(file, d); included != "" {
				lines[at] = fmt.Appendf(nil, "#include %q\n", u.shown(included))
			}
		case d.Word == "pragma" && strings.Contains(d.Text, "once"):
			lines[at] = []byte("\n") // blanked, because a compiler warns about #pragma once outside a header
		}
	}
	return bytes.Join(lines, nil)
}

// shown returns the path of a file as seen from the folder of the source, in which the program's commands search.
func (u *unfolding) shown(file string) string {
	if path, err := filepath.Rel(filepath.Dir(u.source), file); err == nil {
		return filepath.ToSlash(path)
	}
	return file
}

// nameOf returns the name of a file for #line.
func (u *unfolding) nameOf(file string) string {
	if file == u.source {
		return u.given
	}
	return u.shown(file)
}

// full returns the absolute path of a file.
func full(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return filepath.Clean(path)
}
