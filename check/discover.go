package check

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Without a compilation database nobody says where a project's headers are. A
// header that the parser does not find is then looked for in the project: among
// the files whose path ends as it is written, the one closest to the source.

// rounds bounds the parses of one file: a header that was found may include more.
const rounds = 4

// maxFiles bounds the files of a project that are looked at.
const maxFiles = 100_000

// discovery finds headers; it is safe for concurrent use.
type discovery struct {
	mutex sync.Mutex
	// projects are the files below a root by name, in the order of their paths.
	projects map[string]map[string][]string
}

var missing = regexp.MustCompile(`^'([^']+)' file not found`)

// missingIn lists the headers that a parse did not find.
func missingIn(tree *ast.Unit) []string {
	var list []string
	for _, d := range tree.Diagnostics {
		if m := missing.FindStringSubmatch(d.Text); m != nil && !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// folder is the include path under which a source finds a header of its project,
// "" when there is none.
func (d *discovery) folder(source, header string) string {
	from := filepath.Dir(identity(source))
	best, nearest := "", [2]int{math.MaxInt}
	for _, path := range d.files(project(source))[filepath.Base(header)] {
		root, ends := strings.CutSuffix(path, string(filepath.Separator)+filepath.Clean(header))
		if far := distance(from, root); ends && slices.Compare(far[:], nearest[:]) < 0 {
			best, nearest = root, far
		}
	}
	return best
}

// distance is the number of steps up and down from one folder to another, and the
// steps down among them: of two that are equally far, the one higher up serves more.
func distance(from, to string) [2]int {
	way, err := filepath.Rel(from, to)
	if err != nil {
		return [2]int{math.MaxInt}
	}
	steps := strings.Split(way, string(filepath.Separator))
	down := 0
	for _, step := range steps {
		if step != ".." && step != "." {
			down++
		}
	}
	return [2]int{len(steps), down}
}

// project is the repository that a file is in, else the working folder when it is
// below that, else the file's own folder.
func project(file string) string {
	file = identity(file)
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
	}
	if work, err := os.Getwd(); err == nil && work != filepath.Dir(work) &&
		strings.HasPrefix(file, work+string(filepath.Separator)) {
		return work
	}
	return filepath.Dir(file)
}

// files are the files of a project by name.
func (d *discovery) files(root string) map[string][]string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.projects[root] == nil {
		d.projects[root] = filesBelow(root)
	}
	return d.projects[root]
}

// filesBelow passes over what it may not read: this is a search, not the input.
func filesBelow(root string) map[string][]string {
	files := map[string][]string{}
	n := 0
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch n++; {
		case n > maxFiles:
			return filepath.SkipAll
		case err != nil:
			return fs.SkipDir
		case entry.IsDir() && path != root && skipFolder(path):
			return fs.SkipDir
		case !entry.IsDir():
			files[entry.Name()] = append(files[entry.Name()], path)
		}
		return nil
	})
	return files
}
