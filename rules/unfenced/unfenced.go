// Package unfenced finds where an engine reads shared memory by the asynchronous proxy: a bulk copy or a reduction out of
// shared memory, a product of wgmma or tcgen05; and where a bulk copy fills shared memory.
//
// A read sees what threads stored by the generic proxy only behind a proxy fence. Runs of the concrete machine show
// which reads lack one; this package says where to look, and which kernels have no fence at all:
//
//	s[threadIdx.x] = v;                                    a store
//	asm("fence.proxy.async.shared::cta;" ::: "memory");    without it the copy may bring old bytes
//	__syncthreads();
//	if (threadIdx.x == 0) asm("cp.async.bulk.global.shared::cta...");
//
// A copy into shared memory may come before what threads read there by the generic proxy, if no proxy fence stands between.
package unfenced

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

// Read is a place where an engine reads shared memory, or fills it.
type Read struct {
	Root, In *cfg.Func
	// At is the instruction, Calls are the calls from the root to its function.
	At    *cfg.Instr
	Calls []*cfg.Instr
	// IsBare says whether the kernel stores to shared memory, and neither it nor what it calls has a proxy fence or may
	// have one elsewhere.
	IsBare bool
	// Fills says whether the engine writes shared memory there.
	Fills bool
}

// Path returns the places of the calls from the root to the read.
func (r *Read) Path() []source.Pos { return cfg.PlacesOf(r.Calls) }

// maxDepth bounds the calls to a read, maxFound the reads of a program that are looked at.
const (
	maxDepth = 12
	maxFound = 256
)

// Find finds the reads of the kernels of a program, in their order.
func Find(program *cfg.Program) []Read {
	f := finder{mayRead: cfg.LeadingTo(isRead)}
	for _, root := range program.Roots {
		if root.Kernel && f.mayRead(root) {
			f.root, f.isBare = root, root.LeadsTo(storesShared) && !root.LeadsTo(mayFence)
			f.walk(root, nil)
		}
	}
	return f.found
}

// finder looks for the reads of one kernel after the other.
type finder struct {
	root   *cfg.Func
	isBare bool
	// mayRead reports whether a function leads to a read.
	mayRead func(*cfg.Func) bool
	found   []Read
}

// walk adds the reads of a function that is called by some calls, and of what it calls.
func (f *finder) walk(fn *cfg.Func, calls []*cfg.Instr) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case len(f.found) == maxFound:
				return
			case isRead(in):
				fills := !in.Engine.ReadsShared()
				f.found = append(f.found, Read{f.root, fn, in, calls, f.isBare && !fills, fills})
			case in.Op == cfg.Call && len(calls) < maxDepth && f.mayRead(in.Callee):
				f.walk(in.Callee, append(calls[:len(calls):len(calls)], in))
			}
		}
	}
}

func isRead(in *cfg.Instr) bool {
	return in.Engine != nil && (in.Engine.ReadsShared() || in.Engine.FillsShared())
}

// mayFence reports whether an instruction is a proxy fence, or may run code that is not in the graph.
func mayFence(in *cfg.Instr) bool {
	return in.Engine != nil && in.Engine.FencesShared() || in.Foreign || in.Hides || in.Unread
}

// storesShared reports whether an instruction stores to a shared variable by the generic proxy, itself or through a
// pointer variable that holds its address.
func storesShared(in *cfg.Instr) bool {
	if in.Op != cfg.Store {
		return false
	}
	root := rootOf(in.Args[0])
	if root.Op != cfg.Load || root.Args[0].Op != cfg.Addr {
		return isSharedVariable(root)
	}
	return pointsToShared(root.Args[0].Object)
}

// pointsToShared reports whether a function stores the address of a shared variable in one of its pointer variables.
func pointsToShared(pointer *cfg.Object) bool {
	if pointer.Func == nil {
		return false
	}
	for _, block := range pointer.Func.Blocks {
		for _, in := range block.Instrs {
			if in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && in.Args[0].Object == pointer && isSharedVariable(rootOf(in.Args[1])) {
				return true
			}
		}
	}
	return false
}

// rootOf is what an address is computed from: a variable, or a value that is loaded or computed.
func rootOf(address *cfg.Instr) *cfg.Instr {
	for address.Op == cfg.FieldAddr || address.Op == cfg.IndexAddr || address.Op == cfg.Convert {
		address = address.Args[0]
	}
	return address
}

func isSharedVariable(root *cfg.Instr) bool {
	return root.Op == cfg.Addr && root.Object.Storage == types.Shared
}
