package frontend

import (
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// TestIsOfHost checks that a call of a device function from host code is no error, as the host's own compilation has
// another function of that name. A call that matches nothing for another reason is an error, and so is a barrier.
func TestIsOfHost(t *testing.T) {
	for d, want := range map[source.Diagnostic]bool{
		{Kind: source.DeviceFunctionInHost, Name: "swap"}:          true,
		{Kind: source.NoMatchingFunction, Name: "swap"}:            false,
		{Kind: source.DeviceFunctionInHost, Name: "__syncthreads"}: false,
	} {
		if isOfHost(d) != want {
			t.Errorf("%+v: not %v", d, want)
		}
	}
}

// TestIsWideOperand checks that only the constraint q of an asm operand excuses an error without a kind of its own. The
// error may be in a macro.
func TestIsWideOperand(t *testing.T) {
	const text = `asm("" : "=q"(a), "+q" (b) : "q"(c), "k"(d)); f("q", e);`
	textOf := func(string) []byte { return []byte(text) }
	for at, want := range map[string]bool{`"=q"(`: true, `"+q" (`: true, `"q"(`: true, `"k"(`: false, `"q",`: false, `a)`: false} {
		place := source.Pos{Offset: strings.Index(text, at)}
		if isWideOperand(source.Diagnostic{Pos: place}, textOf) != want {
			t.Errorf("%s: not %v", at, want)
		}
		if isWideOperand(source.Diagnostic{Pos: source.Pos{Offset: 1, Macro: &place}}, textOf) != want {
			t.Errorf("%s in a macro: not %v", at, want)
		}
	}
	if isWideOperand(source.Diagnostic{Pos: source.Pos{Offset: len(text)}}, textOf) {
		t.Error("an error past the end")
	}
}

// TestAsmOfOtherBranches checks that an operand that does not exist, in a branch that an instance lacks, marks no
// dropped statement. In a file with another error the mark stays.
func TestAsmOfOtherBranches(t *testing.T) {
	const text = `
template <int N> __device__ void f(int &x) {
  if constexpr (N == 1) {
    x = 1;
  } else {
    asm("mov.b32 %0, %8;" : "=r"(x) : "r"(N));
  }
}
__global__ void k(int *p) { f<1>(*p); }
`
	dropped := func(text string) bool {
		body := find(t, parseText(t, text), "f<1>").Body
		return slices.ContainsFunc(collect(body, ast.Unsupported), func(n *ast.Node) bool { return n.Text == "DroppedStmt" })
	}
	if dropped(text) {
		t.Error("a statement that clang keeps is marked as dropped")
	}
	if !dropped(text + "void wrong() { absent(); }") {
		t.Error("no mark in a file with another error")
	}
}
