package house

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const modulePath = "github.com/warpcheck/warpcheck"

// module is the program with its types. Its own packages are checked from their source, without the code that cgo
// generates; other packages are read as the go command has compiled them.
type module struct {
	set     *token.FileSet
	folders map[string]*build.Package
	checked map[string]*types.Package
	others  types.Importer
	// selections has the selectors of all files. methods has the declarations of methods, with the package of each.
	selections map[*ast.SelectorExpr]*types.Selection
	methods    map[*ast.FuncDecl]string
	errs       []error
}

// readModule checks the types of all packages of the program and of their tests.
func readModule(t *testing.T) *module {
	t.Helper()
	m := &module{set: token.NewFileSet(), folders: map[string]*build.Package{}, checked: map[string]*types.Package{},
		selections: map[*ast.SelectorExpr]*types.Selection{}, methods: map[*ast.FuncDecl]string{}}
	m.findFolders(t, filepath.Join("..", ".."))
	m.others = importer.ForCompiler(m.set, "gc", m.compiled(t))
	for path, folder := range m.folders {
		if _, err := m.Import(path); err != nil {
			t.Fatal(err)
		}
		if len(folder.TestGoFiles) > 0 {
			m.check(path, slices.Concat(folder.GoFiles, folder.CgoFiles, folder.TestGoFiles))
		}
		if len(folder.XTestGoFiles) > 0 {
			m.check(path+"_test", folder.XTestGoFiles)
		}
	}
	if len(m.errs) > 0 {
		t.Fatalf("%d errors, first %v", len(m.errs), m.errs[0])
	}
	return m
}

// findFolders finds the packages below the root of the module.
func (m *module) findFolders(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			return nil
		case isForeign(root, path):
			return filepath.SkipDir
		}
		if folder, err := build.ImportDir(path, 0); err == nil {
			name, _ := filepath.Rel(root, path)
			m.folders[modulePath+"/"+filepath.ToSlash(name)] = folder
		}
		return nil
	})
	if err != nil || len(m.folders) < 50 {
		t.Fatalf("%d packages, %v", len(m.folders), err)
	}
}

// compiled finds the compiled files of packages outside the module.
func (m *module) compiled(t *testing.T) importer.Lookup {
	t.Helper()
	needed := map[string]bool{}
	for _, folder := range m.folders {
		for _, path := range slices.Concat(folder.Imports, folder.TestImports, folder.XTestImports) {
			if !strings.HasPrefix(path, modulePath) && path != "C" {
				needed[path] = true
			}
		}
	}
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}, slices.Sorted(maps.Keys(needed))...)...)
	var complaint bytes.Buffer
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &complaint)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// Import returns the package of a path, to packages that import it.
func (m *module) Import(path string) (*types.Package, error) {
	folder := m.folders[path]
	if folder == nil {
		return m.others.Import(path)
	}
	if m.checked[path] == nil {
		m.checked[path] = m.check(path, slices.Concat(folder.GoFiles, folder.CgoFiles))
	}
	return m.checked[path], nil
}

// check checks the types of some files in a folder, which are a package or its tests.
func (m *module) check(path string, names []string) *types.Package {
	folder := m.folders[strings.TrimSuffix(path, "_test")]
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(m.set, filepath.Join(folder.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			m.errs = append(m.errs, err)
			continue
		}
		files = append(files, file)
		for _, decl := range file.Decls {
			if f, isFunc := decl.(*ast.FuncDecl); isFunc && f.Recv != nil {
				m.methods[f] = path
			}
		}
	}
	config := types.Config{Importer: m, FakeImportC: true, Error: func(err error) {
		if len(folder.CgoFiles) == 0 { // names that C defines have no types here
			m.errs = append(m.errs, err)
		}
	}}
	pkg, _ := config.Check(path, m.set, files, &types.Info{Selections: m.selections})
	return pkg
}
