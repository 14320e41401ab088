package safefile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// elsewhere are the functions by which a package would open, make or rename files itself.
var elsewhere = map[string][]string{
	"os": {"ReadFile", "Open", "OpenFile", "OpenRoot", "OpenInRoot", "DirFS", "Create", "CreateTemp",
		"WriteFile", "Mkdir", "MkdirAll", "MkdirTemp", "Rename", "Link", "Symlink", "Truncate",
		"CopyFS", "Remove", "RemoveAll", "StartProcess"},
	"io/ioutil": {"ReadFile", "WriteFile", "TempFile", "TempDir"},
	"os/exec":   {"Command", "CommandContext"},
	"syscall":   {"Open", "Openat", "Mkdir", "Rename", "Unlink", "Exec", "ForkExec"},
}

// listener is the only package that may import what connects and listens: it serves a page to a browser of this machine
// on the loopback address, for `warpcheck playground` alone (internal/playground/doc.go).
const listener = "internal/playground"

// isOfNetwork reports whether a package of the library connects or listens.
func isOfNetwork(path string) bool { return path == "net" || strings.HasPrefix(path, "net/http") }

// starters are the files that may start a program: this program again, or the command that the command line names for
// judging the reasons of suppressions.
var starters = []string{"internal/worker/process.go", "cli/justify.go"}

// Only this package opens files, only one listens, and no package starts another program or a connection. Exempt are tests, packages that
// only tests use, and the programs that make releases, new rules, the suite and the site.
func TestOnlyHere(t *testing.T) {
	others := []string{"internal/agree", "internal/golden", "internal/parsetest", "internal/warpgen", "internal/language", "internal/mutants",
		"internal/pack", "internal/newrule", "internal/warpbench", "internal/docsite"}
	set := token.NewFileSet()
	parsed := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel("../..", path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != "../.." ||
			name == "internal/safefile" || slices.Contains(others, name)):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		parsed++
		for _, spec := range file.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); isOfNetwork(path) && filepath.Dir(name) != listener {
				t.Errorf("%s: imports %s: only %s may listen, and no package connects", set.Position(spec.Pos()), path, listener)
			}
		}
		for _, call := range callsElsewhere(file) {
			if slices.Contains(starters, name) && strings.HasPrefix(call.Sel.Name, "Command") {
				continue
			}
			t.Errorf("%s: %s.%s: use package safefile", set.Position(call.Pos()), call.X, call.Sel)
		}
		return nil
	})
	if err != nil || parsed < 100 {
		t.Errorf("%d files, %v", parsed, err)
	}
}

// callsElsewhere returns the uses of such functions in a file.
func callsElsewhere(file *ast.File) []*ast.SelectorExpr {
	forbidden := map[string][]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		forbidden[name] = elsewhere[path]
	}
	var found []*ast.SelectorExpr
	ast.Inspect(file, func(n ast.Node) bool {
		if use, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := use.X.(*ast.Ident); ok && slices.Contains(forbidden[of.Name], use.Sel.Name) {
				found = append(found, use)
			}
		}
		return true
	})
	return found
}

// The package that listens makes no connection, and listens on the loopback address.
func TestTheListenerMakesNoConnection(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("../..", listener, "*.go"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	connects := []string{"Dial", "DialTimeout", "Dialer", "Get", "Post", "PostForm", "Head", "NewRequest", "NewRequestWithContext", "Client",
		"DefaultClient", "Transport", "ListenAndServe", "ListenPacket", "ListenConfig", "ListenUDP", "FileServer", "Dir", "ServeFile"}
	set := token.NewFileSet()
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if use, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := use.X.(*ast.Ident); ok && (of.Name == "net" || of.Name == "http") && slices.Contains(connects, use.Sel.Name) {
					t.Errorf("%s: %s.%s", set.Position(use.Pos()), of.Name, use.Sel.Name)
				}
			}
			return true
		})
	}
}
