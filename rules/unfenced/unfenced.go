// Package unfenced finds the instructions that may not be ordered with an asynchronous engine in shared memory. These
// are the instructions by which an engine reads it (bulk copies and reductions out of shared memory, and products of
// wgmma or tcgen05), and the bulk copies that fill it. The stores and loads of threads are added in kernels with one of
// these instructions, or with cp.async.
//
// An engine accesses memory through the asynchronous proxy, threads through the generic proxy. The engine sees the
// stores of threads only after a proxy fence. Runs of the concrete machine show which accesses lack a fence, or are not
// ordered for another reason (Fault). This package finds the candidates, and the kernels without any fence:
//
//	s[threadIdx.x] = v;                                    a store
//	asm("fence.proxy.async.shared::cta;" ::: "memory");    without it the copy may bring old bytes
//	__syncthreads();
//	if (threadIdx.x == 0) asm("cp.async.bulk.global.shared::cta...");
//
// A copy into shared memory may overtake earlier reads of the same bytes by threads, if there is no proxy fence between
// them. A store may overtake a copy out of shared memory, until the thread that has committed the copy waits for it.
// And an access may overtake a copy into shared memory, until a thread waits for the mbarrier of the copy, or for the
// group of its own cp.async.
package unfenced

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Kind is the kind of access at a place.
type Kind int

const (
	// Reads: an engine reads shared memory.
	Reads Kind = iota
	// Fills: an engine writes shared memory.
	Fills
	// Overwrites: a thread stores to shared memory in a kernel with copies or products for which it has to wait.
	Overwrites
	// Loads: a thread reads, in a kernel with copies into shared memory.
	Loads
)

// Fault states what is wrong at a place: which order between an engine and a thread is missing.
type Fault int

const (
	// Unfenced: there is no proxy fence between a thread's store and an engine's read, or between a thread's read and
	// an engine's copy to the same bytes.
	Unfenced Fault = iota
	// Overwritten: an engine may still read the bytes that are written.
	Overwritten
	// ReachedEarly: a copy may not have brought the bytes yet, or a thread may not have stored them.
	ReachedEarly
	// Refilled: a copy fills bytes that earlier accesses may still use.
	Refilled
)

// Read is a place where an engine reads shared memory, or fills it, or where a thread accesses bytes that an engine may
// still use.
type Read struct {
	cfg.Called
	Kind Kind
	// IsBare reports whether the kernel stores to shared memory and has no proxy fence. Its callees count as parts of
	// the kernel. None of them may run unknown code, because it could hide a fence.
	IsBare bool
}

// maxFound bounds the number of reads that Find returns for a program, and in the same way the number of fills.
// maxAccesses bounds the number of stores that Find returns for a kernel, and in the same way the number of loads.
const (
	maxFound    = 256
	maxAccesses = 2048
)

// Find returns three kinds of instructions in the kernels of a program: first the reads by engines, in the order of the
// text, then the places where copies fill shared memory, and last the stores and loads of threads that may overtake a
// copy or a product.
func Find(program *cfg.Program) (found []Read) {
	stores, fences := cfg.LeadingTo(storesShared), cfg.LeadingTo(mayFence)
	for _, at := range program.InKernels(isRead, maxFound) {
		found = append(found, Read{Called: at, IsBare: stores(at.Root) && !fences(at.Root)})
	}
	for _, at := range program.InKernels(isFill, maxFound) {
		found = append(found, Read{Called: at, Kind: Fills})
	}
	reads := cfg.LeadingTo(isRead)
	fills := cfg.LeadingTo(func(in *cfg.Instr) bool { return isFill(in) || in.IsCopyByLanes() })
	for _, at := range program.InEachKernel(func(kernel *cfg.Func) bool { return reads(kernel) || fills(kernel) }, MayStore, maxAccesses) {
		found = append(found, Read{Called: at, Kind: Overwrites})
	}
	for _, at := range program.InEachKernel(fills, mayLoadShared, maxAccesses) {
		found = append(found, Read{Called: at, Kind: Loads})
	}
	return found
}

// MayStore reports whether an instruction may store to shared memory through the generic proxy.
func MayStore(in *cfg.Instr) bool {
	switch in.Op {
	case cfg.Store, cfg.Atomic:
		return mayBeShared(in)
	case cfg.Share:
		return in.Tile.Writes
	}
	return false
}

// mayLoadShared reports whether an instruction, other than an atomic, may read shared memory through the generic proxy.
func mayLoadShared(in *cfg.Instr) bool {
	switch in.Op {
	case cfg.Load:
		return mayBeShared(in)
	case cfg.Share:
		return !in.Tile.Writes
	}
	return false
}

// mayBeShared reports whether the address of an access may be in shared memory.
func mayBeShared(in *cfg.Instr) bool {
	root := in.Args[0].Base()
	return root.Op != cfg.Addr || root.Object.Storage == types.Shared
}

func isRead(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.ReadsShared() }

// FillsByEngine reports whether an instruction writes shared memory through the asynchronous proxy.
func FillsByEngine(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.FillsShared() }

// IsAwaited reports whether a thread waits for an instruction: a copy into shared memory, a copy out of shared memory,
// or a product.
func IsAwaited(in *cfg.Instr) bool {
	return in.IsCopyByLanes() || FillsByEngine(in) || in.Engine != nil && in.Engine.ReadsInGroup()
}

// IsOfEngine reports whether an instruction accesses shared memory through the asynchronous proxy.
func IsOfEngine(in *cfg.Instr) bool { return isRead(in) || FillsByEngine(in) }

func isFill(in *cfg.Instr) bool { return FillsByEngine(in) && !isRead(in) }

// mayFence reports whether an instruction is a proxy fence, or may run code that is not in the graph.
func mayFence(in *cfg.Instr) bool {
	return in.Engine != nil && in.Engine.FencesShared() || in.IsOpen()
}

// storesShared reports whether an instruction stores to a shared variable through the generic proxy: by the variable's
// name, or through a pointer variable that holds its address.
func storesShared(in *cfg.Instr) bool {
	if in.Op != cfg.Store {
		return false
	}
	root := in.Args[0].Base()
	if root.Op != cfg.Load || root.Args[0].Op != cfg.Addr {
		return isSharedVariable(root)
	}
	return pointsToShared(root.Args[0].Object)
}

// pointsToShared reports whether the function of a pointer variable stores the address of a shared variable in it.
func pointsToShared(pointer *cfg.Object) bool {
	if pointer.Func == nil {
		return false
	}
	for _, block := range pointer.Func.Blocks {
		for _, in := range block.Instrs {
			if in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && in.Args[0].Object == pointer && isSharedVariable(in.Args[1].Base()) {
				return true
			}
		}
	}
	return false
}

func isSharedVariable(root *cfg.Instr) bool {
	return root.Op == cfg.Addr && root.Object.Storage == types.Shared
}
