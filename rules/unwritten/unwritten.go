// Package unwritten finds reads of shared memory that may find bytes which no thread of the block has written. It finds
// only candidates. Runs of the concrete machine then show which candidates do. The package also finds the variables
// that a kernel reads and never writes:
//
//	__shared__ int n, m;
//	if (threadIdx.x == 0) m = 0;
//	__syncthreads();
//	atomicAdd(&n, 1);            only atomics write n: the first one reads what no thread has written
//	atomicAdd(&m, 1);            a run decides
//
// An atomic that returns the old value reads and writes. If only atomics write a variable, the first of them finds
// bytes that no thread has written, whichever thread executes it. The same holds for a read before any barrier of the
// block, if all writes of the variable come after barriers (early.go).
package unwritten

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

// Read is a place where a kernel reads shared memory.
type Read struct {
	Root, In *cfg.Func
	// At is the load or the atomic. Calls lists the calls from the root to the function In.
	At    *cfg.Instr
	Calls []*cfg.Instr
	// Object is the variable. It is nil if the read goes through a pointer that may point anywhere.
	Object *cfg.Object
	// IsFirst reports whether two things hold. This is the first read of Object in the text. And for every input and
	// order of the threads, only atomics can write Object before the read.
	IsFirst bool
}

// Path returns the places of the calls from the root to the read.
func (r *Read) Path() []source.Pos { return cfg.PlacesOf(r.Calls) }

// maxDepth bounds the nesting of the calls to a read. maxFound bounds the number of reads that Find returns for one
// kernel.
const (
	maxDepth = 8
	maxFound = 256
)

// Find returns the reads in kernels of a program that may find bytes that no thread has written, in the order of the
// text.
func Find(program *cfg.Program) (found []Read) {
	for _, root := range program.Roots {
		if root.Kernel && !root.Decl.Pattern && root.LeadsTo(namesShared) {
			f := finder{root: root, uses: usesOf(root)}
			f.walk(root, nil)
			found = append(found, f.found...)
		}
	}
	return found
}

func namesShared(in *cfg.Instr) bool {
	return in.Op == cfg.Addr && in.Object.Storage == types.Shared
}

// finder looks for the reads of one kernel.
type finder struct {
	root  *cfg.Func
	uses  *uses
	found []Read
}

// walk adds the reads of fn, and of the functions that fn calls. calls lists the calls from the root to fn.
func (f *finder) walk(fn *cfg.Func, calls []*cfg.Instr) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case len(f.found) == maxFound:
				return
			case in.Op == cfg.Load && !in.Unplaced, in.Op == cfg.Atomic, in.IsOwnRead():
				f.add(fn, calls, in)
			case in.Op == cfg.Call && len(calls) < maxDepth:
				f.walk(in.Callee, append(calls[:len(calls):len(calls)], in))
			}
		}
	}
}

// add adds a read of shared memory. It leaves out a read that surely finds bytes that the thread has written, and all
// but the first reads of a variable that is never written. It also leaves out a read through a parameter of the kernel,
// because such a pointer usually points to global memory.
func (f *finder) add(fn *cfg.Func, calls []*cfg.Instr, in *cfg.Instr) {
	read := Read{Root: f.root, In: fn, At: in, Calls: calls}
	switch base := in.Args[0].Base(); {
	case namesShared(base):
		read.Object = base.Object
		isNever := f.uses.isNever(base.Object)
		if isSettled(in) || isNever && f.hasFirst(base.Object) {
			return
		}
		read.IsFirst = alwaysReads(in) && (isNever || !f.hasFirst(base.Object) && f.uses.isLate(base.Object) && f.isEarly(fn, calls, in))
	case base.Op == cfg.Load:
		if at := base.Args[0].Base(); at.Op != cfg.Addr || at.Object.Storage == types.Param && len(calls) == 0 {
			return
		}
	default:
		return
	}
	f.found = append(f.found, read)
}

// hasFirst reports whether one of the reads found so far is a read of the variable o with IsFirst set.
func (f *finder) hasFirst(o *cfg.Object) bool {
	return slices.ContainsFunc(f.found, func(r Read) bool { return r.Object == o && r.IsFirst })
}

// uses records how a kernel, and the functions that it calls, use shared variables.
type uses struct {
	// written holds the variables that an instruction other than an atomic may write. early holds those of them that
	// may be written before a barrier of the block. read holds the variables whose value some instruction uses.
	written, early, read map[*cfg.Object]bool
	// isOpen reports whether code that is not in the graph may run. This code may write dynamic shared memory.
	isOpen bool
}

func usesOf(root *cfg.Func) *uses {
	u := &uses{written: map[*cfg.Object]bool{}, early: map[*cfg.Object]bool{}, read: map[*cfg.Object]bool{}}
	isEarly := beforeBarriers(root)
	u.isOpen = root.LeadsTo((*cfg.Instr).IsOpen)
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		used := usedValues(fn)
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				for n, arg := range in.Args {
					if base := arg.Base(); namesShared(base) {
						u.use(in, n, base.Object, used[in.ID], isEarly[in])
					}
				}
			}
			if cond := block.Term.Cond; cond != nil {
				if base := cond.Base(); namesShared(base) {
					u.written[base.Object], u.early[base.Object] = true, true
				}
			}
		}
	}
	return u
}

// use records that the instruction `in` uses a variable: the n-th operand of `in` is an address in object. isUsed is
// true if the value of the instruction is used. isEarly is true if the instruction may precede the first barrier. Any
// use other than an access counts as a write, because a later instruction may write through the address.
func (u *uses) use(in *cfg.Instr, n int, object *cfg.Object, isUsed, isEarly bool) {
	switch {
	case n == 0 && (in.Op == cfg.FieldAddr || in.Op == cfg.IndexAddr || in.Op == cfg.Convert && staysAddress(in)):
	case n == 0 && (in.Op == cfg.Load || in.IsAtomicLoad() || in.Op == cfg.Atomic && slices.Contains(modifying, in.AtomicName())):
		u.read[object] = u.read[object] || isUsed
	case n == 0 && in.IsOwnRead(), n == sourceOfCopy && in.Op == cfg.Share && in.Tile.Holds == cfg.CopyOf:
		u.read[object] = true
	default:
		u.written[object] = true
		u.early[object] = u.early[object] || isEarly
	}
}

// sourceOfCopy is the index of the operand that states from where a copy reads its content (cfg.CopyOf).
const sourceOfCopy = 3

// alwaysReads reports whether a read certainly reads some bytes. A copy of a variable number of bytes may read none.
func alwaysReads(read *cfg.Instr) bool {
	return read.Op != cfg.Share || read.Args[1].Op == cfg.Const && read.Args[1].Int > 0
}

// staysAddress reports whether a conversion of an address yields a pointer or a reference.
func staysAddress(in *cfg.Instr) bool {
	return in.Type != nil && (in.Type.Kind == types.Pointer || in.Type.Kind == types.Ref)
}

// modifying lists the atomics that store a value computed from the old one. Other atomics may serve to initialize.
var modifying = []string{"atomicAdd", "atomicSub", "atomicInc", "atomicDec", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"}

// usedValues returns the instructions of a function whose values another instruction or a branch uses.
func usedValues(fn *cfg.Func) []bool {
	used := make([]bool, fn.Values)
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			for _, arg := range in.Args {
				used[arg.ID] = true
			}
		}
		if block.Term.Cond != nil {
			used[block.Term.Cond.ID] = true
		}
	}
	return used
}

// isNever reports whether the value of the variable o is used, and no instruction except atomics writes o.
func (u *uses) isNever(o *cfg.Object) bool { return u.read[o] && !u.written[o] && u.isClosed(o) }

// isLate reports whether the value of the variable o is used, and all its writes are by atomics or come after a barrier
// of the block.
func (u *uses) isLate(o *cfg.Object) bool { return u.read[o] && !u.early[o] && u.isClosed(o) }

// isClosed reports whether the graph has all instructions that may write the variable o. Code that is not in the graph
// may write only variables that belong to no function.
func (u *uses) isClosed(o *cfg.Object) bool { return !u.isOpen || o.Var != nil && o.Var.Static }

// isSettled reports whether a read surely finds bytes that the same thread has written. That is so if a store to the
// same address, of at least as many bytes, precedes the read in its basic block.
func isSettled(read *cfg.Instr) bool {
	at := slices.Index(read.Block.Instrs, read)
	for _, in := range read.Block.Instrs[:at] {
		if in.Op == cfg.Store && in.Args[0] == read.Args[0] && in.Args[1].Type != nil && read.Type != nil && in.Args[1].Type.Size >= read.Type.Size {
			return true
		}
	}
	return false
}
