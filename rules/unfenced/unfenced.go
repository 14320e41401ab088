// Package unfenced finds the instructions by which an asynchronous engine reads shared memory: bulk copies and
// reductions out of shared memory, and products of wgmma or tcgen05. It also finds the bulk copies that fill shared
// memory.
//
// An engine accesses memory through the asynchronous proxy, threads through the generic proxy. The engine sees what
// threads stored only after a proxy fence. Runs of the concrete machine show which reads lack one. This package finds
// the candidates, and the kernels without any fence:
//
//	s[threadIdx.x] = v;                                    a store
//	asm("fence.proxy.async.shared::cta;" ::: "memory");    without it the copy may bring old bytes
//	__syncthreads();
//	if (threadIdx.x == 0) asm("cp.async.bulk.global.shared::cta...");
//
// A copy into shared memory may overtake earlier reads of the same bytes by threads, if there is no proxy fence between
// them. And a store may overtake a copy out of shared memory, until the thread that has committed the copy waits for it.
package unfenced

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Kind is what happens at a place.
type Kind int

const (
	// Reads: an engine reads shared memory.
	Reads Kind = iota
	// Fills: an engine writes shared memory.
	Fills
	// Overwrites: a thread stores, in a kernel with copies or products that it has to wait for.
	Overwrites
)

// Read is a place where an engine reads shared memory, or fills it, or where a thread may overwrite what an engine reads.
type Read struct {
	cfg.Called
	Kind Kind
	// IsBare says whether the kernel stores to shared memory and has no proxy fence. The functions that it calls count
	// as parts of the kernel, and none of them may run unknown code, which could hide a fence.
	IsBare bool
}

// maxFound bounds the number of reads that Find returns for a program, and separately the numbers of fills and stores.
const maxFound = 256

// Find returns first the reads in kernels of a program, in the order of the text, then the places where copies fill
// shared memory, and last the stores that may overwrite what a copy reads.
func Find(program *cfg.Program) (found []Read) {
	isBare := map[*cfg.Func]bool{}
	for _, at := range program.InKernels(isRead, maxFound) {
		if _, isKnown := isBare[at.Root]; !isKnown {
			isBare[at.Root] = at.Root.LeadsTo(storesShared) && !at.Root.LeadsTo(mayFence)
		}
		found = append(found, Read{Called: at, IsBare: isBare[at.Root]})
	}
	for _, at := range program.InKernels(isFill, maxFound) {
		found = append(found, Read{Called: at, Kind: Fills})
	}
	return append(found, overwrites(program, found)...)
}

// overwrites returns the stores in the kernels with a copy or product among reads that a thread has to wait for.
func overwrites(program *cfg.Program, reads []Read) (found []Read) {
	copies := map[*cfg.Func]bool{}
	for _, read := range reads {
		if read.At.Engine.ReadsInGroup() {
			copies[read.Root] = true
		}
	}
	if len(copies) == 0 {
		return nil
	}
	for _, at := range program.InKernels(mayStoreShared, maxFound) {
		if copies[at.Root] {
			found = append(found, Read{Called: at, Kind: Overwrites})
		}
	}
	return found
}

// mayStoreShared reports whether an instruction may store to shared memory through the generic proxy.
func mayStoreShared(in *cfg.Instr) bool {
	switch in.Op {
	case cfg.Store, cfg.Atomic:
		root := in.Args[0].Base()
		return root.Op != cfg.Addr || root.Object.Storage == types.Shared
	case cfg.Share:
		return in.Tile.Writes
	}
	return false
}

func isRead(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.ReadsShared() }

func isFill(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.FillsShared() && !isRead(in) }

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
