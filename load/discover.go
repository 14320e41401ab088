package load

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/source"
)

// Without a compilation database, it is not known where a project's headers are. If the parser does not find a header,
// it is searched for in the project, among the files whose path ends with the name in the #include. If several files
// fit, the file with the most names that the source misses is taken. If that does not decide it, the file closest to
// the source is taken.

// rounds bounds the number of times that one file is parsed again. More than one repetition may be needed, because a
// header that was found may include other headers that are missing.
const rounds = 4

// maxFiles bounds the files of a project that a search visits.
const maxFiles = 100_000

// maxCandidates bounds the headers with one name that a search reads.
const maxCandidates = 32

// discovery finds headers. It is safe for concurrent use.
type discovery struct {
	mutex sync.Mutex
	// projects maps the root of a project, and then a file name, to the paths of the files with that name, in order.
	projects map[string]map[string][]string
	// words maps the path of a header that was read to the set of words in it.
	words map[string]map[string]bool
	// includes maps the root of a project to the #include directives in its sources.
	includes map[string][]include
	// certain maps the path of a file to the headers that it certainly includes (foresee.go).
	certain map[string][]string
}

func newDiscovery() *discovery {
	return &discovery{projects: map[string]map[string][]string{}, words: map[string]map[string]bool{},
		includes: map[string][]include{}, certain: map[string][]string{}}
}

// missedBy returns the names that a parse has found not to be declared.
func missedBy(tree *ast.Unit) []string {
	return diagnosed(tree, func(d source.Diagnostic) string {
		switch d.Kind {
		case source.UndeclaredName, source.UnknownType, source.NoMember, source.NoMatchingFunction, source.DeviceFunctionInHost:
			return plainName().FindString(d.Name)
		}
		return ""
	})
}

var plainName = pattern.Of(`^\w+$`)

// diagnosed returns the names that nameIn finds in the errors of a parse, each once. nameIn returns "" if there is none.
func diagnosed(tree *ast.Unit, nameIn func(source.Diagnostic) string) []string {
	var list []string
	for _, d := range tree.Diagnostics {
		if name := nameIn(d); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// missingHeaders returns the headers that a parse did not find.
func missingHeaders(tree *ast.Unit) []string {
	return diagnosed(tree, func(d source.Diagnostic) string { return d.Missing })
}

// folder returns the folder of the source's project that must be on the include path so that a header is found. It
// returns "" if there is none. names lists the names that the source misses: if several folders have the header, it
// chooses the one whose header has most of these names.
func (j *Job) folder(source, header string, names []string) string {
	j.Dependencies.add(Headers, header, source, "")
	roots := j.discovery.roots(source, header)
	best, most := "", -1
	for _, root := range roots[:min(len(roots), maxCandidates)] {
		if n := j.mentions(filepath.Join(root, header), names); n > most {
			best, most = root, n
		}
	}
	return best
}

// roots returns the folders of a source's project from which a header is found by its name in the #include, the closest
// to the source first.
func (d *discovery) roots(source, header string) []string {
	from := filepath.Dir(Identity(source))
	var roots []string
	for _, path := range d.files(Project(source))[filepath.Base(header)] {
		root, ends := strings.CutSuffix(path, string(filepath.Separator)+filepath.Clean(header))
		if ends {
			roots = append(roots, root)
		}
	}
	slices.SortStableFunc(roots, func(a, b string) int {
		farA, farB := distance(from, a), distance(from, b)
		return slices.Compare(farA[:], farB[:])
	})
	return roots
}

// mentions returns how many of names occur in a file.
func (j *Job) mentions(path string, names []string) (n int) {
	j.Dependencies.reads(path)
	words := j.discovery.wordsOf(path)
	for _, name := range names {
		if words[name] {
			n++
		}
	}
	return n
}

var word = pattern.Of(`[A-Za-z_]\w*`)

// wordsOf returns the set of the words in a file, empty if it cannot be read.
func (d *discovery) wordsOf(path string) map[string]bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	words := d.words[path]
	if words == nil {
		text, _ := safefile.Read(path, safefile.Source)
		words = map[string]bool{}
		for _, w := range word().FindAll(text, -1) {
			words[string(w)] = true
		}
		d.words[path] = words
	}
	return words
}

// distance returns the number of steps on the path from one folder to another. The second number counts only the steps
// down. If two folders are equally far, the higher one is preferred, because it serves more files.
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

// Project returns the repository that contains a file. Without a repository, it returns the working folder if that
// contains the file, or else the file's own folder.
func Project(file string) string { return projectOf(filepath.Dir(Identity(file))) }

// projectOf returns the project of the files in a folder. The path of the folder has no links.
func projectOf(folder string) string {
	if around := around(folder); around != "" {
		return around
	}
	return folder
}

// around returns the repository that contains a folder. Without a repository, it returns the working folder if this
// contains the folder, otherwise "".
func around(folder string) string {
	if root := config.Repository(folder); root != "" {
		return root
	}
	if work, err := os.Getwd(); err == nil && work != filepath.Dir(work) && safefile.Within(folder, work) {
		return work
	}
	return ""
}

// Projects returns the projects of inputs. An input belongs to the project of its file or folder, with links followed.
// Each link on its path adds the repository or the working folder that contains the link, if there is one.
func Projects(inputs []string) []string {
	var roots []string
	for _, path := range inputs {
		if isFolder(path) {
			roots = append(roots, projectOf(Identity(path)))
		} else {
			roots = append(roots, Project(path))
		}
		for _, link := range safefile.LinksTo(path) {
			if project := around(Identity(filepath.Dir(link))); project != "" {
				roots = append(roots, project)
			}
		}
	}
	return roots
}

// files returns the files of the project at root, by name.
func (d *discovery) files(root string) map[string][]string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.projects[root] == nil {
		d.projects[root] = filesBelow(root)
	}
	return d.projects[root]
}

// filesBelow returns the paths of the files below a folder, by name. It skips folders that it cannot read: they are
// only searched, so this is no error. It examines at most maxFiles files and folders.
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
		case !entry.IsDir() && !leadsOut(path, entry, root):
			files[entry.Name()] = append(files[entry.Name()], path)
		}
		return nil
	})
	return files
}

// discover searches for the headers that were not found, and puts their folders on the include path. It reports whether
// it has added any folder.
func (j *Job) discover(tree *ast.Unit) bool {
	if j.discovery == nil {
		return false
	}
	extended := false
	names := missedBy(tree)
	for _, header := range missingHeaders(tree) {
		extended = j.addFolder(header, j.folder(j.Input.Path, header, names)) || extended
	}
	return extended
}

// templateSuffixes lists suffixes of files from which a build makes headers, as CMake and autoconf do.
var templateSuffixes = []string{".in", ".cmake", ".cmake.in", ".cmakein"}

// Template returns the file of the project from which the build makes a missing header, or "" if there is none. It
// prefers a file whose path ends with the folders and the name of the header to a file with the same name only.
func (j *Job) Template(header string) string {
	if j.discovery == nil {
		return ""
	}
	for _, name := range []string{header, filepath.Base(header)} {
		for _, suffix := range templateSuffixes {
			j.Dependencies.add(Headers, name+suffix, j.Input.Path, "")
			if roots := j.discovery.roots(j.Input.Path, name+suffix); len(roots) > 0 {
				return fromHere(filepath.Join(roots[0], name+suffix))
			}
		}
	}
	return ""
}

// replacements lists headers of the C library for which some projects have their own versions, for machines that lack
// them.
var replacements = []string{"dirent.h", "getopt.h", "inttypes.h", "pthread.h", "stdint.h", "sys/time.h", "unistd.h"}

// place returns the kind of the flag that puts a folder on the include path. A folder with replacements for headers of
// the C library must come after the machine's folders, because the replacements differ from the machine's headers.
func (j *Job) place(folder string) command.Kind {
	if slices.ContainsFunc(replacements, func(header string) bool { return j.isFile(filepath.Join(folder, header)) }) {
		return command.LateFolder
	}
	return command.Folder
}

// addFolder puts the folder of a header on the include path. It reports whether the folder was not there before.
func (j *Job) addFolder(header, folder string) bool {
	flag, err := command.NewFlag(j.place(folder), folder)
	if err != nil || slices.Contains(j.flags, flag) {
		return false
	}
	j.flags = append(slices.Clip(j.flags), flag)
	j.note(fmt.Sprintf("%s is not on the include path: taken from %s", header, folder))
	return true
}

// Inclusion is a line of a file that includes a header.
type Inclusion struct {
	File string
	Line int
}

// Includers returns the lines that include a header, in the sources of the header's project.
func (l *Loader) Includers(header string) []Inclusion {
	id := Identity(header)
	var all []Inclusion
	for _, one := range l.discovery.includesOf(Project(id), id) {
		all = append(all, Inclusion{one.file, one.line})
	}
	return all
}
