package lower_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/source"
)

// build parses and lowers one file and checks every function.
func build(t *testing.T, path string) *cfg.Program {
	t.Helper()
	p := lower.Build(parsetest.File(t, path), nil)
	for _, f := range p.Funcs {
		if err := cfg.Check(f); err != nil {
			t.Error(err)
		}
	}
	return p
}

// TestListings compares the blocks of every function with the golden listing.
func TestListings(t *testing.T) {
	for _, name := range []string{
		"branches", "loops", "switches", "objects", "intrinsics", "callees",
	} {
		t.Run(name, func(t *testing.T) {
			p := build(t, filepath.Join("testdata", name+".cu"))
			var got bytes.Buffer
			for _, f := range p.Funcs {
				if !f.Decl.Pos.System {
					cfg.Print(&got, f)
					got.WriteString("\n")
				}
			}
			golden.Compare(t, filepath.Join("testdata", name+".cfg"), got.Bytes())
		})
	}
}

// TestReachable compares the calls of live and dead in the source with those
// that are left in the blocks.
func TestReachable(t *testing.T) {
	unit := parsetest.File(t, filepath.Join("testdata", "reachable.cu"))
	bodies := map[*types.Func]*ast.Node{}
	for _, f := range unit.Functions {
		bodies[f.Decl()] = f.Body
	}
	for _, f := range lower.Build(unit, nil).Funcs {
		want := map[string]bool{}
		callsIn(bodies[f.Decl], "live", want)
		got := map[string]bool{}
		for _, blk := range f.Blocks {
			for _, in := range blk.Instrs {
				if in.Op != cfg.Extern {
					continue
				}
				if in.Text == "dead" {
					t.Errorf("%s: dead() at line %d is reachable", f.Name, in.Pos.Line)
				}
				got[place(in.Pos)] = true
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: live() at %v in the blocks, at %v in the source", f.Name,
				slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}

func place(p source.Pos) string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

func callsIn(n *ast.Node, name string, places map[string]bool) {
	if n == nil {
		return
	}
	if n.Kind == ast.Call && n.Func != nil && n.Func.Name == name {
		places[place(n.Pos)] = true
	}
	for _, c := range n.Children {
		callsIn(c, name, places)
	}
}

func TestRoots(t *testing.T) {
	p := build(t, filepath.Join("testdata", "roots.cu"))
	var got []string
	for _, f := range p.Roots {
		got = append(got, f.Name)
	}
	if want := []string{"second", "third", "pruned<9>", "orphan", "sized<10>"}; !slices.Equal(got, want) {
		t.Errorf("roots %v, want %v", got, want)
	}
}

func TestEscapes(t *testing.T) {
	wantObjects(t, "second", func(o *cfg.Object) bool { return o.Escapes },
		"escaped", "returned", "shared")
}

func TestReadOnly(t *testing.T) {
	is := func(o *cfg.Object) bool { return o.ReadOnly }
	wantObjects(t, "look", is, "p")
	wantObjects(t, "peek", is, "p")
	wantObjects(t, "fill", is)
	wantObjects(t, "keep", is)
}

// wantObjects compares the names of a function's objects of a kind.
func wantObjects(t *testing.T, function string, is func(*cfg.Object) bool, want ...string) {
	t.Helper()
	var got []string
	for _, f := range build(t, filepath.Join("testdata", "roots.cu")).Funcs {
		for _, o := range f.Objects {
			if f.Name == function && is(o) {
				got = append(got, o.Name)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s has %v, want %v", function, got, want)
	}
}

// TestBrokenTrees removes each child of the user's trees, one at a time: whatever the frontend leaves out, Build must
// not panic and the graphs must be sound.
func TestBrokenTrees(t *testing.T) {
	for _, name := range []string{"branches", "loops", "switches", "objects", "intrinsics"} {
		unit := parsetest.File(t, filepath.Join("testdata", name+".cu"))
		for _, f := range unit.Functions {
			if !f.Pos.System {
				breakTree(t, unit, f.Body)
			}
		}
	}
}

func breakTree(t *testing.T, unit *ast.Unit, n *ast.Node) {
	for i, c := range n.Children {
		if c == nil {
			continue
		}
		breakTree(t, unit, c)
		n.Children[i] = nil
		for _, f := range lower.Build(unit, host.Launches(unit)).Funcs {
			if err := cfg.Check(f); err != nil {
				t.Fatalf("without child %d of the node at %s: %v", i, place(n.Pos), err)
			}
		}
		n.Children[i] = c
	}
}

// TestRealCode lowers all CUDA sources below $WARPCHECK_REAL, with the clang
// flags in $WARPCHECK_REAL_ARGS, and reports how
// often each construct could not be modelled outside uninstantiated templates.
func TestRealCode(t *testing.T) {
	root := os.Getenv("WARPCHECK_REAL")
	if root == "" {
		t.Skip("WARPCHECK_REAL is not set")
	}
	reasons := map[string]int{}
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".cu") {
			args := strings.Fields(os.Getenv("WARPCHECK_REAL_ARGS"))
			unit, err := frontend.Parse(frontend.Options{File: path, Arch: 70, Headers: headers.Folder, Args: args})
			if err != nil {
				return nil
			}
			countUnknown(t, path, lower.Build(unit, nil), reasons)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("%6d %s\n", reasons[r], r)
	}
}

func countUnknown(t *testing.T, path string, p *cfg.Program, reasons map[string]int) {
	for _, f := range p.Funcs {
		if err := cfg.Check(f); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, blk := range f.Blocks {
			for _, in := range blk.Instrs {
				if in.Op == cfg.Unknown && !f.Decl.Pattern {
					reasons[in.Text]++
					t.Logf("%s:%d: %s", in.Pos.File, in.Pos.Line, in.Text)
				}
			}
		}
	}
}
