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
	"github.com/warpcheck/warpcheck/internal/distinct"
)

// A checked tree can make warpcheck read any file: by #include "/home/u/.git/config", by a link to the file, or by a
// folder in compile_commands.json. Macros can make declarations of the lines of the file. Its words then appear as
// names of kernels, in clang's errors, or as values of masks. So there are four kinds of files:
//
//   - own: files of the project outside hidden files and folders, files in the toolkit and in folders that the command
//     line names, the system's headers, and the inputs. They may be quoted.
//   - foreign: the project's hidden files with the suffix of a source, and other such files in a folder that a compile
//     command or the configuration names. They are read and named. Their lines, and clang's messages about them, are
//     not shown (quoted.go).
//   - outside: all other files with the suffix of a source. They are not read.
//   - private: all other files. They are not read. If a unit has one nevertheless, it is not analysed, because its results
//     or the names in it may be the content of the file.
//
// Links are followed first. The kind depends on the real place of a file, and not on the path by which it is reached.
type fileKind int

const (
	private fileKind = iota
	outside
	foreign
	own
)

// territory decides the kind of a file. It is safe for concurrent use.
type territory struct {
	// projects lists the folders of the inputs' projects. system lists the folders of the machine's headers. Their
	// paths contain no links.
	projects, system []string
	// folders lists the other folders that the user or the environment names.
	folders []string
	inputs  map[string]bool
	kinds   sync.Map // fileKind by name
}

// newTerritory returns the territory of a run with these inputs. It includes the folders that the user named.
func (l *Loader) newTerritory(inputs []Input) *territory {
	t := &territory{inputs: map[string]bool{}, projects: l.namedRoots(), system: systemFolders()}
	for _, in := range inputs {
		t.inputs[l.Identity(in.Path)] = true
		for _, root := range l.rootsOf(in) {
			t.projects = distinct.Append(t.projects, root)
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

// rootsOf returns the folders of the project of an input. These are its repository and, if the repository is a
// submodule, also the repository that contains it. Without a repository, they are the project's folder, and the folders
// of its configuration and of its compile commands.
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

// isRoot reports whether a folder may be the folder of a project. The root of the file system and the user's home
// folder may not.
func isRoot(folder string) bool {
	home, _ := os.UserHomeDir()
	return folder != filepath.Dir(folder) && folder != Identity(home)
}

// systemFolders returns the folders in which machines keep headers that every user may read.
func systemFolders() []string {
	folders := []string{"/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/include",
		"/usr/local/lib", "/opt/cuda", "/opt/rocm", "/opt/homebrew/include", "/nix/store", "/Library/Developer"}
	folders = append(folders, clang.Resources()) // added, because clang's own headers may be anywhere, for example next to an installed program
	for _, pattern := range []string{"/usr/local/cuda*", "/opt/*/lib/clang", "/opt/rh/*/root/usr"} {
		found, _ := filepath.Glob(pattern)
		folders = append(folders, found...)
	}
	for i, folder := range folders {
		folders[i] = Identity(folder)
	}
	return folders
}

// environmentFolders returns the folders for headers and libraries that the environment names.
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

// sourceNames lists the suffixes that only sources have.
var sourceNames = []string{".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".cu", ".c", ".cc", ".cpp", ".cxx",
	".inl", ".inc", ".ipp", ".tpp", ".tcc", ".txx", ".def"}

// kindOf returns the kind of a file. It ignores the folders that compile commands name (Job.kindOf).
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

// holds reports whether a file belongs to the project. It does if it is an input, or if its innermost known folder is a
// project's, and not one of the system or the toolkit.
func (t *territory) holds(file, toolkit string) bool {
	real := Identity(file)
	others := t.system
	if toolkit != "" {
		others = append(slices.Clip(others), Identity(filepath.Join(toolkit, "include")))
	}
	return t.inputs[real] || len(deepest(real, t.projects)) > len(deepest(real, others))
}

// deepest returns the innermost of some folders that contain a file, or "" if none does.
func deepest(file string, folders []string) (found string) {
	for _, folder := range folders {
		if len(folder) > len(found) && isBelow(file, folder) {
			found = folder
		}
	}
	return found
}

// isBelow reports whether a file is in a folder, directly or in a subfolder.
func isBelow(file, folder string) bool {
	return strings.HasPrefix(file, strings.TrimSuffix(folder, string(os.PathSeparator))+string(os.PathSeparator))
}

// hiddenBelow reports whether a file below folder is hidden, or is in a hidden subfolder.
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

// names reports whether the job's flags name a file. They may name the file itself as a header to read first, or a
// folder of headers that contains the file. The headers of a library also include headers from above such a folder. So
// if a folder above the named folder is called include, that folder counts, too.
func (j *Job) names(file string) bool {
	for _, path := range append(command.Named(command.Words(j.flags)), command.Named(j.args)...) {
		folder := Identity(path)
		if folder == file || isBelow(file, folder) || isBelow(file, includeFolder(folder)) {
			return true
		}
	}
	return false
}

// includeFolder returns the innermost folder called include that contains or is folder. Without one, it returns folder
// itself.
func includeFolder(folder string) string {
	for up := folder; up != filepath.Dir(up); up = filepath.Dir(up) {
		if filepath.Base(up) == "include" {
			return up
		}
	}
	return folder
}

// holds reports whether a file belongs to the project (territory.holds). It records the question.
func (j *Job) holds(file string) bool {
	j.Dependencies.add(FileKind, file, j.toolkit, "")
	return j.territory.holds(file, j.toolkit)
}

// mayRead reports whether clang may read a file: its kind is own or foreign, it is in the toolkit, or clang's driver
// reads it to identify the machine.
func (j *Job) mayRead(file string) bool {
	return j.kindOf(file) >= foreign || slices.Contains(releases, file) ||
		j.toolkit != "" && isBelow(Identity(file), Identity(j.toolkit))
}

// releases lists the files in which Linux distributions name themselves.
var releases = []string{"/etc/lsb-release", "/etc/os-release", "/usr/lib/os-release", "/etc/redhat-release",
	"/etc/debian_version", "/etc/SuSE-release", "/etc/exherbo-release", "/etc/alpine-release", "/etc/arch-release", "/etc/gentoo-release"}

// keep returns a tree without the texts that may not be shown. It returns an error if the unit read a private file.
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
