// Package warpgen makes random warp programs for the property tests: small kernels with many divergent branches, loops,
// early exits and masks. The tests run both engines on them (the abstract interpreter and the concrete warp machine).
//
// A program is a typed tree, built without a parser so that millions can run. Its text is the CUDA C++ from which the
// parser would make the same tree:
//
//	__global__ void kernel(int n, const int *d, unsigned int *out) {
//	  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
//	  unsigned int v = lane;
//	  unsigned int m0 = __ballot_sync(0xffffffffu, lane < 7u);
//	  if (lane < 7u) {
//	    v = __shfl_down_sync(m0, v, 1, 32);
//	  }
//	  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
//	}
//
// Conditions test the lane, the uniform parameter n, the data that d points to, loop counters and the results of
// collectives. They also test the flags, words, masks and tables in which a lane stores such values (state.go). About
// half of the masks are right for their place: the ballot of the guard around them, the constant set of a lane test, or
// the full mask where no branch is around them. So some programs are correct, some are wrong in one place, and some in
// many places. Every loop ends, for every input.
//
// [Plain] programs never branch on the result of a collective. Their control flow stays the same if the collectives are
// replaced by records. So a GPU can run even programs that would deadlock, and record which lane reaches which
// collective in which order ([Prog.RecordingCUDA]).
package warpgen

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"pgregory.net/rapid"
)

// Prog is a program: a kernel and the device functions that it calls.
type Prog struct {
	unit *ast.Unit
	text string
	// usesN and usesD report whether the program reads n and d.
	usesN, usesD bool
	// sites lists the calls of collectives in the order of the text.
	sites []*ast.Node
}

// Program generates programs whose control flow may depend on anything.
func Program() *rapid.Generator[*Prog] {
	return rapid.Custom(func(t *rapid.T) *Prog { return generate(t, false) })
}

// Plain generates programs whose control flow depends only on the lane, n and d.
func Plain() *rapid.Generator[*Prog] {
	return rapid.Custom(func(t *rapid.T) *Prog { return generate(t, true) })
}

// AST returns the typed tree. The caller must not change it, because it is shared.
func (p *Prog) AST() *ast.Unit { return p.unit }

// CUDA returns the program as source text, without any include.
func (p *Prog) CUDA() string { return p.text }

// String returns the source text, for the messages of failing tests.
func (p *Prog) String() string { return p.text }

// Kernel returns the program's kernel among its lowered functions, nil if there is none.
func (p *Prog) Kernel(lowered *cfg.Program) *cfg.Func {
	for _, f := range lowered.Funcs {
		if f.Kernel {
			return f
		}
	}
	return nil
}

// newProg returns a program with these functions. usesN and usesD report whether they read n and d. newProg prints the
// functions, which sets the positions of all nodes.
func newProg(functions []*ast.Function, usesN, usesD bool) *Prog {
	p := &Prog{
		unit:  &ast.Unit{File: FileName, Arch: 70, Functions: functions, Files: []string{FileName}},
		usesN: usesN, usesD: usesD,
	}
	out := &printer{place: true, call: func(_ *printer, n *ast.Node) bool {
		if collectives[n.Func] {
			p.sites = append(p.sites, n)
		}
		return false
	}}
	for _, f := range functions {
		out.function(f, f.Name)
	}
	p.text = out.text.String()
	return p
}
