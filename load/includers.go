package load

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// A header may need names that the including file gets from earlier #includes. If no unit of the run includes such a
// header, it is parsed after those earlier headers that mention the missing names.

// include is an #include directive in a source of a project.
type include struct {
	// file contains the directive, and header is the name in it.
	file, header string
	line         int
	// firstHeaders lists the headers that the file includes before this one, in order.
	firstHeaders []string
}

// sources lists the suffixes of the files in which #include directives are searched for.
var sources = []string{".c", ".cc", ".cpp", ".cxx", ".cu", ".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl"}

// includeLine matches an #include directive. Its groups are the opening quote or bracket, and the name.
var includeLine = pattern.Of(`(?m)^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]`)

// includesIn returns the #include directives of a source.
func includesIn(file string) []include {
	text, _ := safefile.Read(file, safefile.Source)
	var all []include
	var before []string
	for _, m := range includeLine().FindAllSubmatchIndex(text, -1) {
		header := string(text[m[4]:m[5]])
		all = append(all, include{file, header, 1 + bytes.Count(text[:m[2]], []byte("\n")), slices.Clip(before)})
		before = append(before, header)
	}
	return all
}

// includesOf returns the #include directives that may include a header. It searches all sources of the project at root.
// header is the canonical path of the header (Identity).
func (d *discovery) includesOf(root, header string) []include {
	files := d.files(root)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.includes[root] == nil {
		all := []include{}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if slices.Contains(sources, filepath.Ext(name)) {
				for _, file := range files[name] {
					all = append(all, includesIn(file)...)
				}
			}
		}
		d.includes[root] = all
	}
	var like []include
	for _, one := range d.includes[root] {
		if filepath.Base(one.header) == filepath.Base(header) && one.names(header) {
			like = append(like, one)
		}
	}
	return like
}

// names reports whether a directive includes a header. An #include means the file with this name in the directive's own
// folder or, if there is none, any file whose path ends with the name.
func (i include) names(header string) bool {
	if near := beside(i.file, i.header); near != "" {
		return Identity(near) == header
	}
	return strings.HasSuffix(header, string(filepath.Separator)+filepath.Clean(i.header))
}

// beside returns the path of a header in the folder of file, or "" if it is not there.
func beside(file, header string) string {
	near := filepath.Join(filepath.Dir(file), header)
	if _, err := os.Stat(near); err != nil {
		return ""
	}
	return near
}

// headersBefore finds the closest file that includes the job's header after other headers. Some of names must occur in
// these other headers. It returns these headers, in order, and the file.
func (j *Job) headersBefore(names []string) (headers []string, includer string) {
	header := Identity(j.Input.Path)
	j.Dependencies.add(Includers, header, "", "")
	all := j.discovery.includesOf(Project(header), header)
	slices.SortStableFunc(all, func(a, b include) int {
		farA := distance(filepath.Dir(header), filepath.Dir(a.file))
		farB := distance(filepath.Dir(header), filepath.Dir(b.file))
		return slices.Compare(farA[:], farB[:])
	})
	for _, one := range all {
		for _, earlier := range one.firstHeaders {
			path := j.beside(one.file, earlier)
			if path == "" {
				path = filepath.Join(j.folder(one.file, earlier, names), earlier)
			}
			if path != header && j.mentions(path, names) > 0 {
				headers = append(headers, path)
			}
		}
		if headers != nil {
			return headers, one.file
		}
	}
	return nil, ""
}

// includeBefore adds headers that are read before the job's header (j.before). It takes one file that includes the
// job's header. It adds the headers that this file includes earlier, if they contain a name that the unit misses. It
// returns false if it adds none.
func (j *Job) includeBefore(tree *ast.Unit) bool {
	names := missedBy(tree)
	if !j.Input.Header() || j.discovery == nil || len(names) == 0 {
		return false
	}
	headers, includer := j.headersBefore(names)
	extended := false
	for _, path := range headers {
		flag, err := command.NewFlag(command.Header, path)
		if err != nil || slices.Contains(j.before, flag) {
			continue
		}
		extended = true
		j.before = append(slices.Clip(j.before), flag)
		j.note(fmt.Sprintf("read after %s, as %s includes it", path, includer))
	}
	return extended
}

// torchHeader is the header that PyTorch's load_inline puts before a text, and torchNames are namespaces that it declares.
const torchHeader = "torch/types.h"

var torchNames = []string{"torch", "at", "c10"}

// includeTorch adds PyTorch's header before a file that uses a namespace of PyTorch without a header that declares it:
// load_inline compiles it so. It returns false if it adds none.
func (j *Job) includeTorch(tree *ast.Unit) bool {
	names := missedBy(tree)
	if j.discovery == nil || !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(torchNames, name) }) {
		return false
	}
	flag, err := command.NewFlag(command.Header, torchHeader)
	if err != nil || slices.Contains(j.before, flag) {
		return false
	}
	j.before = append(slices.Clip(j.before), flag)
	j.note("read after " + torchHeader + ", as PyTorch's load_inline includes it")
	return true
}
