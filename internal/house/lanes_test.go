package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// countingFolders are the folders whose code counts lanes.
var countingFolders = []string{"cfg", "check", "host", "lanes", "reproduce", "rules", "sim"}

// bitsOfWords are the files that compute with the 32 bits of a word, and how often they take that number.
var bitsOfWords = map[string]int{
	"cfg/lower/asm/arithmetic.go": 2, "cfg/lower/asm/bits.go": 1, "cfg/lower/asm/quotient.go": 2, "cfg/types/asked.go": 1,
	"host/extent.go": 2, "host/steps.go": 2, "lanes/additions.go": 1, "lanes/exec/arithmetic/simd.go": 3,
	"lanes/exec/loop/atmost.go": 1, "lanes/exec/loop/shifted.go": 1, "lanes/smallnumbers.go": 1, "lanes/smt/smt.go": 2,
	"lanes/term/arith.go": 1, "lanes/term/bits.go": 1, "sim/match.go": 2, "sim/pure.go": 2,
}

// The number of lanes is warp.Size: code that counts with 32 or 31 is about the bits of a word, and stands in one of few files.
func TestNumberOfLanesHasAName(t *testing.T) {
	root, found := filepath.Join("..", ".."), map[string][]token.Position{}
	for _, top := range countingFolders {
		for _, folder := range append(packagesBelow(t, root, top), top) {
			for _, file := range sources(t, filepath.Join(root, folder)) {
				found[filepath.Join(folder, filepath.Base(file))] = countsOf32(t, file)
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if n := len(found[file]); n > bitsOfWords[file] {
			t.Errorf("%s counts with 32 in %d places, and %d are about bits of words: %v; write warp.Size for lanes", file, n, bitsOfWords[file], found[file])
		}
	}
}

// countsOf32 returns where a file multiplies, divides, masks, compares or counts with 32 or 31.
func countsOf32(t *testing.T, file string) (places []token.Position) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		var operands []ast.Expr
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.SHL && n.Op != token.SHR && n.Op != token.EQL && n.Op != token.NEQ {
				operands = []ast.Expr{n.X, n.Y}
			}
		case *ast.RangeStmt:
			operands = []ast.Expr{n.X}
		}
		if slices.ContainsFunc(operands, isNumberOfLanes) {
			places = append(places, set.Position(n.Pos()))
		}
		return true
	})
	return places
}

// isNumberOfLanes reports whether an expression is the number of the lanes of a warp, or that of the last one, as digits.
func isNumberOfLanes(e ast.Expr) bool {
	literal, is := e.(*ast.BasicLit)
	return is && (literal.Value == "32" || literal.Value == "31")
}
