package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// A checked tree says which files are read: #include "/home/u/.git/config", a link to one, a
// folder in compile_commands.json. With macros that make a declaration of a line, its words
// come out as the names of kernels, in clang's errors, as the values of masks. So files are of
// three kinds:
//
//   - our own: of the project, without hidden files and folders, of the toolkit and the folders
//     that the command line names, of the system's headers, and the inputs. They are quoted.
//   - foreign: other files that are source by their name. They are read and named; their lines
//     and what clang says of them are not shown.
//   - private: all others. A unit that reads one is not analysed, and clang's errors in it are
//     not told: what it computes or is called may be the content.
//
// Links are followed first: where a file lies counts, not by what name it is reached.
type kinship int

const (
	private kinship = iota
	foreign
	own
)

// territory tells the files apart. It is safe for concurrent use.
type territory struct {
	projects, folders []string // without links
	inputs            map[string]bool
	known             sync.Map // kinship by name
}

// newTerritory is that of a run with these inputs, and the folders that the user named.
func (l *Loader) newTerritory(inputs []Input) *territory {
	t := &territory{inputs: map[string]bool{}}
	for _, in := range inputs {
		t.inputs[l.Identity(in.Path)] = true
		if root := l.Project(in.Path); !slices.Contains(t.projects, root) {
			t.projects = append(t.projects, root)
		}
	}
	for _, folder := range append(systemFolders(), l.Named...) {
		t.folders = append(t.folders, Identity(folder))
	}
	t.folders = append(t.folders, headers.Folder)
	return t
}

// systemFolders are where machines keep headers that every user may read.
func systemFolders() []string {
	folders := []string{"/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/include",
		"/usr/local/lib", "/opt/cuda", "/opt/rocm", "/opt/homebrew/include", "/nix/store", "/Library/Developer"}
	toolkits, _ := filepath.Glob("/usr/local/cuda*")
	return append(folders, toolkits...)
}

// sourceNames are the ends of names that only source has.
var sourceNames = []string{".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".cu", ".c", ".cc", ".cpp", ".cxx",
	".inl", ".inc", ".ipp", ".tpp", ".tcc", ".txx", ".def"}

// of is the kind of a file.
func (t *territory) of(file string) kinship {
	if known, ok := t.known.Load(file); ok {
		return known.(kinship)
	}
	kind, real := private, Identity(file)
	switch {
	case t.inputs[real], slices.ContainsFunc(t.folders, func(f string) bool { return isBelow(real, f) }),
		slices.ContainsFunc(t.projects, func(p string) bool { return isBelow(real, p) && !hiddenBelow(real, p) }):
		kind = own
	case slices.Contains(sourceNames, filepath.Ext(real)):
		kind = foreign
	}
	t.known.Store(file, kind)
	return kind
}

// isBelow reports a file in a folder or below it.
func isBelow(file, folder string) bool {
	return strings.HasPrefix(file, strings.TrimSuffix(folder, string(os.PathSeparator))+string(os.PathSeparator))
}

// hiddenBelow reports a file that is hidden, or in a hidden folder, on the way down from a folder.
func hiddenBelow(file, folder string) bool {
	way, err := filepath.Rel(folder, file)
	return err != nil || slices.ContainsFunc(strings.Split(way, string(os.PathSeparator)), hidden)
}

// kinship is the kind of a file that the job reads or names.
func (j *Job) kinship(file string) kinship {
	j.Dependencies.add(Kinship, file, "", "")
	return j.territory.of(file)
}

// keep is the tree of a unit with nothing in it that must not be shown, or an error where it
// read a private file.
func (j *Job) keep(tree *ast.Unit) (*ast.Unit, error) {
	for view := tree; view != nil; view = view.HostView {
		for _, file := range view.Files {
			if j.kinship(file) == private {
				return nil, fmt.Errorf("not analysed: it includes %s, which is outside the project and no source by its name; "+
					"if it is, name its folder with -I after --", file)
			}
		}
		for i, d := range view.Diagnostics {
			if d.Pos.File != "" && j.kinship(d.Pos.File) != own {
				view.Diagnostics[i].Text = "a file outside the project, which is not quoted"
			}
		}
	}
	return tree, nil
}
