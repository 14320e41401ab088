package load

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// The #include lines of a file, and of the headers that they name, usually show which folders of the project must be on
// the include path. If they are read before the parse, one parse is enough. Only certain conclusions are used:
//
//   - A line counts if it is under no condition except for the guard of its file, or under conditions whose answer is
//     known.
//   - A header is missing if none of these has it: the file's folder, the include path, the stand-ins, the folders of
//     the system.
//   - Its folder is taken if the project has only one such header.
//
// The parse finds the rest (discover.go).

// maxForeseen bounds the files whose #include lines are read for one unit. A kernel usually includes some hundreds of
// files of its project. The parse finds the rest.
const maxForeseen = 1000

// foresight reads the #include lines for one job before the parse.
type foresight struct {
	*Job
	visited map[string]bool
}

// foresee puts the folders of headers on the include path that the parse would not find otherwise.
func (j *Job) foresee() {
	if j.discovery == nil || j.toolkit != "" || slices.ContainsFunc(j.args, mayFindHeaders) {
		return
	}
	f := foresight{j, map[string]bool{}}
	if j.Input.Text != nil {
		f.follow(j.Input.Path, certainIncludes(j.Input.Text))
		return
	}
	f.read(j.Input.Path)
}

// read follows the #include lines of a file. It reads each file once, and does not open files that may not be read.
func (f foresight) read(file string) {
	if f.visited[file] || len(f.visited) == maxForeseen || f.kindOf(file) < foreign {
		return
	}
	f.visited[file] = true
	f.Dependencies.reads(file)
	f.follow(file, f.discovery.certainIncludesOf(file))
}

func (f foresight) follow(file string, lines []string) {
	for _, line := range lines {
		header, quoted := strings.CutPrefix(line, `"`)
		if !quoted {
			header = line[1:]
		}
		if path := f.find(file, header, quoted); path != "" {
			f.read(path)
		}
	}
}

// find returns the path of a header whose own #include lines must be read, or "" if they need not be read or cannot.
// includer is the file that includes it, and quoted reports whether its name is in quotes. If the parse would not find
// the header, find puts the header's folder on the include path.
func (f foresight) find(includer, header string, quoted bool) string {
	if filepath.IsAbs(header) {
		return ""
	}
	if path, known := f.located(includer, header, quoted); known {
		return path
	}
	f.Dependencies.add(Headers, header, f.Input.Path, "")
	folder := f.discovery.onlyFolder(f.Input.Path, header)
	if folder == "" || !f.addFolder(header, folder) {
		return ""
	}
	return filepath.Join(folder, header)
}

// located resolves an #include in the file includer by the present include path. quoted reports whether the name of the
// header is in quotes: it is then sought beside includer first. path is "" if a stand-in or the system has the header.
// known is false if no place has it.
func (j *Job) located(includer, header string, quoted bool) (path string, known bool) {
	if quoted {
		if path := j.beside(includer, header); path != "" {
			return path, true
		}
	}
	if path := j.inFolders(header, false); path != "" {
		return path, true
	}
	if isStandIn(header) || j.isOfSystem(header) {
		return "", true
	}
	path = j.inFolders(header, true)
	return path, path != ""
}

// inFolders returns the path of a header in a folder of the include path, or "" if there is none. If late is true, it
// looks in the folders that come after the machine's, otherwise in those before.
func (j *Job) inFolders(header string, late bool) string {
	for _, flag := range j.flags {
		folder := flag.Folder()
		if folder != "" && (flag.Kind() == command.LateFolder) == late && j.isFile(filepath.Join(folder, header)) {
			return filepath.Join(folder, header)
		}
	}
	return ""
}

// onlyFolder returns the folder of the source's project from which a header is found, if there is exactly one such
// folder. Otherwise it returns "".
func (d *discovery) onlyFolder(source, header string) string {
	roots := d.roots(source, header)
	if len(roots) != 1 {
		return ""
	}
	return roots[0]
}

// beside returns the path of a header in the folder of file, or "" if it is not there. It records the question.
func (j *Job) beside(file, header string) string {
	j.Dependencies.exists(filepath.Join(filepath.Dir(file), header))
	return beside(file, header)
}

func (j *Job) isFile(path string) bool {
	j.Dependencies.exists(path)
	return isFile(path)
}

// isOfSystem reports whether the machine has a header in its folders.
func (j *Job) isOfSystem(header string) bool {
	j.Dependencies.add(SystemHeaders, header, "", "")
	return len(systemHeaders(header)) > 0
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// isStandIn reports whether there is a stand-in for a header.
func isStandIn(header string) bool {
	return slices.ContainsFunc([]string{"", "beside"}, func(below string) bool {
		_, has := headers.Text(filepath.Join(headers.Folder, below, header))
		return has
	})
}

// mayFindHeaders reports whether a word of the user's arguments may name folders of headers.
func mayFindHeaders(word string) bool {
	return !strings.HasPrefix(word, "-D") && !strings.HasPrefix(word, "-U") && !strings.HasPrefix(word, "-std")
}

// certainIncludesOf returns the result of certainIncludes for the text of a file, from a cache that all jobs share.
func (d *discovery) certainIncludesOf(file string) []string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	lines, known := d.certain[file]
	if !known {
		text, _ := safefile.Read(file, safefile.Source)
		lines = certainIncludes(text)
		d.certain[file] = lines
	}
	return lines
}

var (
	condition = pattern.Of(`^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b\s*(.*)`)
	defines   = pattern.Of(`^\s*#\s*define\s+(\w+)`)
)

// certainIncludes returns the names in the #include lines that every parse of the text reaches. Each name has its
// opening quote or bracket in front: "a.h or <a.h.
func certainIncludes(text []byte) []string {
	var found []string
	var open []bool // for each condition around a line, whether its text is certainly compiled
	lines := bytes.Split([]byte(lexical.WithoutComments(string(text))), []byte("\n"))
	for i, line := range lines {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			continue // true of most lines, and faster to test than a pattern
		}
		if m := condition().FindSubmatch(line); m != nil {
			open = opened(open, string(m[1]), string(bytes.TrimSpace(m[2])), lines[i+1:])
			continue
		}
		m := includeLine().FindSubmatch(line)
		if m != nil && !slices.Contains(open, false) {
			found = append(found, string(m[1])+string(m[2]))
		}
	}
	return found
}

// opened returns the conditions around the lines after a directive. A condition is true if its text is certainly
// compiled. word and test are those of the directive. following lists the lines after it.
func opened(open []bool, word, test string, following [][]byte) []bool {
	switch {
	case word == "ifndef":
		return append(open, guards(test, following))
	case word == "ifdef":
		return append(open, test == "__cplusplus" || test == "__CUDACC__")
	case word == "if":
		return append(open, false)
	case len(open) == 0:
		return nil
	case word == "endif":
		return open[:len(open)-1]
	}
	open[len(open)-1] = false // only one of two parts is compiled; the guard of a file has one part
	return open
}

// guards reports whether the next line after an #ifndef defines its macro. If so, the #ifndef is the guard of a file,
// whose text is compiled the first time.
func guards(macro string, following [][]byte) bool {
	for _, line := range following {
		if m := defines().FindSubmatch(line); m != nil {
			return string(m[1]) == macro
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return false
		}
	}
	return false
}
