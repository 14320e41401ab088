package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/frontend/command"
)

// A checked tree says which files are read: #include "/home/u/.git/config", a link to one, a
// folder in compile_commands.json. With macros that make a declaration of a line, its words
// come out as the names of kernels, in clang's errors, as the values of masks. So files are of
// four kinds:
//
//   - our own: of the project, without hidden files and folders, of the toolkit and the folders
//     that the command line names, of the system's headers, and the inputs. They are quoted.
//   - foreign: the project's hidden ones that are source by their name, and others that are in a folder which
//     a compile command or the configuration names. They are read and named; their lines
//     and what clang says of them are not shown (quoted.go).
//   - outside: others that are source by their name. They are not read.
//   - private: all others. They are not read, and a unit that has one all the same is not analysed: what it
//     computes or is called may be the content.
//
// Links are followed first: where a file lies counts, not by what name it is reached.
type fileKind int

const (
	private fileKind = iota
	outside
	foreign
	own
)

// territory divides files into these kinds. It is safe for concurrent use.
type territory struct {
	// projects are the folders of the inputs' projects, without links, and system those of the machine's headers.
	projects, system []string
	// folders are further folders, which the user or the environment names.
	folders []string
	inputs  map[string]bool
	kinds   sync.Map // fileKind by name
}

// newTerritory returns the territory of a run with these inputs, and the folders that the user named.
func (l *Loader) newTerritory(inputs []Input) *territory {
	t := &territory{inputs: map[string]bool{}, projects: l.namedRoots(), system: systemFolders()}
	for _, in := range inputs {
		t.inputs[l.Identity(in.Path)] = true
		for _, root := range l.rootsOf(in) {
			if !slices.Contains(t.projects, root) {
				t.projects = append(t.projects, root)
			}
		}
	}
	for _, folder := range append(environmentFolders(), l.Named...) {
		t.folders = append(t.folders, Identity(folder))
	}
	t.folders = append(t.folders, filepath.Clean(frontend.MemoryFolder))
	return t
}

// namedRoots returns the folders that the user gave as inputs.
func (l *Loader) namedRoots() (roots []string) {
	for _, path := range l.Paths {
		if root := Identity(path); isFolder(path) && isRoot(root) {
			roots = append(roots, root)
		}
	}
	return roots
}

// rootsOf returns the folders that hold the project of an input. They are its repository and, if that is a module of
// another repository, that one, too. Without a repository they are the project's folder and those of its configuration
// and of its compile commands.
func (l *Loader) rootsOf(input Input) []string {
	root := l.Project(input.Path)
	all := []string{root}
	if config.Repository(root) == root {
		if info, err := os.Lstat(filepath.Join(root, ".git")); err == nil && info.Mode().IsRegular() {
			if around := config.Repository(filepath.Dir(root)); around != "" {
				all = append(all, around)
			}
		}
		return all
	}
	var settings []string
	if input.Config != nil && !input.Config.Trusted {
		settings = append(settings, input.Config.Path)
	}
	if l.commands.named == nil {
		settings = append(settings, l.commands.searched.Find(filepath.Dir(input.Path)))
	}
	for _, file := range settings {
		folder := filepath.Dir(Identity(file))
		if file != "" && isRoot(folder) && isBelow(l.Identity(input.Path), folder) {
			all = append(all, folder)
		}
	}
	return all
}

// isRoot reports whether a folder may be that of a project: neither the whole machine nor all that a user has.
func isRoot(folder string) bool {
	home, _ := os.UserHomeDir()
	return folder != filepath.Dir(folder) && folder != Identity(home)
}

// systemFolders returns where machines keep headers that every user may read.
func systemFolders() []string {
	folders := []string{"/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/include",
		"/usr/local/lib", "/opt/cuda", "/opt/rocm", "/opt/homebrew/include", "/nix/store", "/Library/Developer"}
	folders = append(folders, clang.Resources()) // it may be anywhere, beside an installed program
	for _, pattern := range []string{"/usr/local/cuda*", "/opt/*/lib/clang", "/opt/rh/*/root/usr"} {
		found, _ := filepath.Glob(pattern)
		folders = append(folders, found...)
	}
	for i, folder := range folders {
		folders[i] = Identity(folder)
	}
	return folders
}

// environmentFolders returns the folders in which headers and libraries are looked for because of the environment.
func environmentFolders() (folders []string) {
	for _, variable := range []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LD_LIBRARY_PATH"} {
		for _, folder := range filepath.SplitList(os.Getenv(variable)) {
			if folder != "" {
				folders = append(folders, folder)
			}
		}
	}
	return folders
}

// sourceNames are the ends of names that only source has.
var sourceNames = []string{".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".cu", ".c", ".cc", ".cpp", ".cxx",
	".inl", ".inc", ".ipp", ".tpp", ".tcc", ".txx", ".def"}

// kindOf returns the kind of a file, as far as no compile command names its folder.
func (t *territory) kindOf(file string) fileKind {
	if known, ok := t.kinds.Load(file); ok {
		return known.(fileKind)
	}
	kind, real := private, Identity(file)
	isSource := slices.Contains(sourceNames, filepath.Ext(real))
	switch project := deepest(real, t.projects); {
	case t.inputs[real], deepest(real, t.folders) != "", deepest(real, t.system) != "",
		project != "" && !hiddenBelow(real, project):
		kind = own
	case isSource && project != "":
		kind = foreign
	case isSource:
		kind = outside
	}
	t.kinds.Store(file, kind)
	return kind
}

// holds reports whether a file is of the project by where it lies: it is an input, or below a project and not in a
// folder of the system or toolkit further down.
func (t *territory) holds(file, toolkit string) bool {
	real := Identity(file)
	others := t.system
	if toolkit != "" {
		others = append(slices.Clip(others), Identity(filepath.Join(toolkit, "include")))
	}
	return t.inputs[real] || len(deepest(real, t.projects)) > len(deepest(real, others))
}

// deepest returns the innermost of some folders that a file is below, "" for none.
func deepest(file string, folders []string) (found string) {
	for _, folder := range folders {
		if len(folder) > len(found) && isBelow(file, folder) {
			found = folder
		}
	}
	return found
}

// isBelow reports whether a file is in a folder or below it.
func isBelow(file, folder string) bool {
	return strings.HasPrefix(file, strings.TrimSuffix(folder, string(os.PathSeparator))+string(os.PathSeparator))
}

// hiddenBelow reports whether a file is hidden, or in a hidden folder, on the way down from a folder.
func hiddenBelow(file, folder string) bool {
	way, err := filepath.Rel(folder, file)
	return err != nil || slices.ContainsFunc(strings.Split(way, string(os.PathSeparator)), hidden)
}

// kindOf returns the kind of a file that the job reads or names.
func (j *Job) kindOf(file string) fileKind {
	j.Dependencies.add(FileKind, file, "", "")
	kind := j.territory.kindOf(file)
	if kind == outside && j.names(Identity(file)) {
		return foreign
	}
	return kind
}

// names reports whether a file is below a folder where the job looks for headers, or is one that it reads first.
// Headers of one library include each other from above that folder, so the folder called include above it counts, too.
func (j *Job) names(file string) bool {
	for _, path := range append(command.Named(command.Words(j.flags)), command.Named(j.args)...) {
		folder := Identity(path)
		if folder == file || isBelow(file, folder) || isBelow(file, includeFolder(folder)) {
			return true
		}
	}
	return false
}

// includeFolder returns the folder called include that contains another one, or else that folder.
func includeFolder(folder string) string {
	for up := folder; up != filepath.Dir(up); up = filepath.Dir(up) {
		if filepath.Base(up) == "include" {
			return up
		}
	}
	return folder
}

// holds reports whether a file is of the project, by where it lies.
func (j *Job) holds(file string) bool {
	j.Dependencies.add(FileKind, file, j.toolkit, "")
	return j.territory.holds(file, j.toolkit)
}

// mayRead reports whether clang may read a file: its kind allows that, it is of the toolkit, or clang's driver reads it
// to identify the machine.
func (j *Job) mayRead(file string) bool {
	return j.kindOf(file) >= foreign || slices.Contains(releases, file) ||
		j.toolkit != "" && isBelow(Identity(file), Identity(j.toolkit))
}

// releases are the files in which distributions give their names.
var releases = []string{"/etc/lsb-release", "/etc/os-release", "/usr/lib/os-release", "/etc/redhat-release",
	"/etc/debian_version", "/etc/SuSE-release", "/etc/exherbo-release", "/etc/alpine-release", "/etc/arch-release", "/etc/gentoo-release"}

// keep returns the tree of a unit without what must not be shown, or an error if the unit read a private file.
func (j *Job) keep(tree *ast.Unit) (*ast.Unit, error) {
	for view := tree; view != nil; view = view.HostView {
		for _, file := range view.Files {
			if j.kindOf(file) == private {
				return nil, fmt.Errorf("not analysed: it includes %s, which is outside the project and no source by its name; "+
					"if it is, name its folder with -I after --", file)
			}
		}
		j.withoutForeign(view)
	}
	return tree, nil
}
