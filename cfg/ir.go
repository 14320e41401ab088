// Package cfg is the intermediate representation: control-flow graphs of instructions, which
// both engines, the abstract interpreter (lanes) and the concrete warp machine (sim), execute.
// Package cfg/lower makes them of the frontend's typed syntax trees.
//
// # The program
//
// A [Func] is a list of basic blocks in reverse post-order, Blocks[0] the
// entry. A block is a straight line of instructions and a terminator. Short
// circuits, ?: and predicated PTX are control flow. Every variable is an
// [Object] in memory, reached through addresses (as in unoptimised LLVM): an
// instruction's value is computed once each time its block runs, and its
// definition dominates its uses. The result of ?:, && and || is carried
// through a temporary object, never through a phi.
//
//	int lane = threadIdx.x & 31;            b0: join b2
//	if (lane < 16)                            alloc lane
//	  v = __shfl_xor_sync(m, v, 8);           %1 = &lane
//	out[lane] = v;                            %2 = special tid.x
//	                                          %3 = const 31
//	                                          %4 = and %2, %3
//	                                          %5 = convert s32 %4
//	                                          store %1, %5
//	                                          %7 = &lane
//	                                          %8 = load %7
//	                                          %9 = const 16
//	                                          %10 = lt %8, %9
//	                                          if %10 then b1 else b2
//	                                        b1: preds b0
//	                                          ...
//	                                          %17 = collective shfl.bfly mask=%12 value=%14 ...
//	                                          %18 = &v
//	                                          store %18, %17
//	                                          jump b2
//	                                        b2: preds b0, b1
//	                                          ...
//	                                          return (falls)
//
// [Print] writes such listings and [Check] tests every invariant.
//
// # What is worked out
//
// [Program.Finish] completes blocks that hold instructions and terminators: it orders the graph
// and finds dominators and natural loops (graph.go), post-dominators and with them where lanes
// meet again after a divergent branch (join.go), the loop in whose iteration a block runs that
// has no path back (iteration.go), and which objects are reached through pointers (escape.go).
// A loop in whose midst lanes meet, while some iterate once more before, is made two
// loops (separate.go).
//
// # What is not represented
//
// What could not be lowered is an [Unknown] instruction with a reason. Engines must treat what
// such an instruction yields, and memory that it can reach, as unknown. Nothing is dropped in
// silence. What the arguments of a template decide that nobody instantiates is an [Opaque]
// function of operands, or a [TemplateConst].
package cfg

import (
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Program is one unit, lowered.
type Program struct {
	// Arch is the architecture that the unit was read for.
	Arch warp.Arch
	// Launches are those from host code, once for each block that is found.
	Launches []*Launch
	// Funcs are all functions with a body, in the order of the unit.
	Funcs []*Func
	// Globals are the objects that outlive a call: global, static, shared and
	// constant variables that some function names.
	Globals []*Object
	// Roots are where analysis starts: the kernels, then the user's device
	// functions that no kernel reaches and nobody calls, each in source order.
	Roots []*Func
	// rootDigests are remembered by RootDigests.
	rootDigests []Digest
}

// Func is one function, lowered.
type Func struct {
	Name string // qualified, with template arguments
	// Decl is what is known of the declaration; [Launch.Kernel] names a kernel by it.
	Decl *types.Func
	// Kernel reports a __global__ function: its returns leave the kernel.
	Kernel bool
	// Params receive the arguments. For a method the first is the object that
	// holds the this pointer; a reference parameter's object holds a pointer.
	Params []*Object
	// Objects are the function's own variables and temporaries, parameters included.
	Objects []*Object
	// Blocks in reverse post-order; Blocks[0] is the entry. Blocks that no
	// path reaches are not kept.
	Blocks []*Block
	// LoopStatements are the places of the for, while and do statements of the body, inner ones first, and
	// JumpsBack the stretches from a label to a goto behind it that names it.
	LoopStatements, JumpsBack []source.Pos
	// Values is the number of instructions: IDs run from 0 to Values-1.
	Values int
	// Loops are the natural loops, outermost first, and Irreducible reports a cycle with
	// several entries (goto into a loop), or loops that could not be separated (separate.go).
	Loops       []*Loop
	Irreducible bool
	// Callees that the body names, each once, in order.
	Callees []*Func
	// Dynamic is the first array of dynamic shared memory that the body names, nil where it names none. All of a
	// program are one object, which has the name and the type of whichever was lowered first.
	Dynamic *types.Var
}

// Alone reports a root without a known caller: a device function
// that nothing calls, or a template without an instantiation.
func (f *Func) Alone() bool { return !f.Kernel || f.Decl.Pattern }

// Block is one basic block.
type Block struct {
	Index  int
	Instrs []*Instr
	Term   Terminator
	// Preds and Succs mirror the terminators. Succs holds one entry per
	// distinct successor.
	Preds, Succs []*Block
	// Idom is the immediate dominator; nil for the entry.
	Idom *Block
	// Join is the reconvergence point of the block: where the sides of a divergent branch at
	// its end meet again, the immediate post-dominator when edges that leave
	// the function early are not counted. nil: they meet only at the end. Where
	// every path leaves early, see setJoins.
	Join *Block
	// Loop is the innermost loop that contains the block, nil outside loops.
	Loop *Loop
	// LeavesKernel reports that every path from the block leaves the kernel early.
	LeavesKernel bool
	// IterationOf is the loop in whose iteration lanes run the block: Loop, or for one that
	// leaves the kernel the loop that it is reached from, see setIterations.
	IterationOf *Loop
}

// IsUnreachable reports a block that only marks a place which control never reaches.
func (blk *Block) IsUnreachable() bool { return len(blk.Instrs) == 0 && blk.Term.Kind == Unreachable }

// Loop is a natural loop.
type Loop struct {
	Header *Block
	Parent *Loop
	// Blocks of the loop, inner loops included, in reverse post-order.
	Blocks []*Block
	// Latches are the blocks with an edge back to the header.
	Latches []*Block
	// Depth is 1 for an outermost loop.
	Depth int
}

// TermKind is the kind of a terminator.
type TermKind int

// The terminators.
const (
	Jump        TermKind = iota // Targets[0]
	If                          // Cond: Targets[0] when not zero, else Targets[1]
	Switch                      // Cond: Targets[i] for Cases[i]; the last target is the default
	Return                      // Cond is the value or nil
	Exit                        // the thread ends (PTX exit)
	Trap                        // the kernel ends in an error (__trap, a failed assert)
	Unreachable                 // control never reaches this: __builtin_unreachable, __builtin_assume(0)
)

// Terminator ends a block.
type Terminator struct {
	Kind    TermKind
	Cond    *Instr
	Targets []*Block
	// Cases are the inclusive ranges of a Switch's targets but the default's.
	Cases [][2]int64
	// Falls reports a Return to which control falls through: the end of the body (the closing brace, or
	// a return statement as its last statement), not an early one.
	Falls bool
	Pos   source.Pos
}

// Object is a piece of memory with a name: a variable or a temporary.
type Object struct {
	// ID is dense within the owner: the function, or the program for globals.
	ID   int
	Name string
	Type *types.Type
	Var  *types.Var // nil for a temporary or the this pointer
	// Storage says who sees the object.
	Storage types.Storage
	Func    *Func // nil for a global
	// Contents are the numbers and pointers that a global which nobody writes holds from the start and for ever,
	// by offset; nil when they are not known (see [Object.Content]).
	Contents []Content
	// Escapes reports that its address is used for anything but loads and stores of
	// it or its parts, and calls that do no more.
	Escapes bool
	// Stored is the one constant that anybody ever stores in a shared variable, nil where there is
	// none, or something else may be written to it.
	Stored *int64
	// ReadOnly reports a pointer or reference parameter through which the
	// function, with all it calls, reads and no more.
	ReadOnly bool
}

// IsThis reports the parameter of a method that holds its this pointer.
func (o *Object) IsThis() bool { return o != nil && o.Storage == types.Param && o.Var == nil }

// Op is what an instruction does.
type Op int

// The operations. Args in order; "ptr" is an address.
const (
	// Const: Int, of integer, bool or pointer (0 = null) type; an aggregate with
	// Int 0 is all zeros.
	Const Op = iota
	// Float: Text is a floating constant.
	Float
	// String: Text; yields the address of the literal.
	String
	// Addr yields the address of Object.
	Addr
	// FieldAddr: ptr; Field.
	FieldAddr
	// IndexAddr: ptr to the first element, index; yields ptr + index*sizeof(Type.Elem).
	// Type is a pointer to the element.
	IndexAddr
	// Load: ptr. A record or array type loads the whole aggregate.
	Load
	// Store: ptr, value. No result.
	Store
	// Binary: x, y; Operator (operator.Add ... operator.GE, no LAnd, LOr, Comma). Comparisons
	// yield bool. Pointers compare, and subtract to a number of elements; ptr +- n
	// is IndexAddr.
	Binary
	// Unary: x; Operator (operator.Neg, operator.Not, operator.BNot).
	Unary
	// Convert: x to Type; Operator is ast's cast: CastInt, CastBool (x != 0),
	// CastFloat, CastPointer, CastBits, CastDecay (ptr to array to ptr to its first
	// element), CastBase and CastDerived (ptr to class to ptr to a direct base, and
	// back).
	Convert
	// Pure is a side-effect free function of its operands: Text names it (math,
	// __popc, __ffs, __clz, __brev, fns, ...).
	Pure
	// TemplateConst is a constant that the arguments of a template decide: Text names it,
	// and is empty where the program does not.
	TemplateConst
	// Opaque is a function of its operands of which nothing is known, for a pattern:
	// an operator, a conversion, a construction or a part of what has an unknown type.
	// Text distinguishes it from others. Yields a word or a pointer.
	Opaque
	// Special reads a hardware register.
	Special
	// Call: args...; Callee. Result: Type.
	Call
	// Extern: args...; Text: a function without a body, or an instruction that is not computed. Effect says what
	// it may do; contains no collective but when Foreign.
	Extern
	// Collective_: Collective; args by role.
	Collective_
	// Extract: a Collective_; Int: which further result (1 = the predicate of shfl,
	// match_all).
	Extract
	// Atomic: ptr, operands...; Text: atomicAdd, ... Yields the old value, any per lane.
	Atomic
	// Alloc: Object: a fresh, uninitialised life of it begins (a declaration is
	// reached).
	Alloc
	// Unknown: args...; Text: the reason. Yields an unknown value per lane, or one that
	// lanes with the same args share where Alike; Effect says what it may do besides.
	Unknown
	// Fence: Text: a memory fence without convergence (__threadfence...).
	Fence
	// Share: ptr, bytes, stride[, what is copied or filled]; Tile: an access to memory that the lanes of a warp, or the
	// threads of a group, share. Yields nothing.
	Share
	// Await: the lane waits until the copies that it began are done (Async), all of them, or those that it committed
	// where Int is not 0.
	Await
	// Commit: the lane commits the copies that it began.
	Commit
)

// Instr is one instruction.
type Instr struct {
	ID   int
	Op   Op
	Args []*Instr
	Type *types.Type // of the result; nil when there is none
	Pos  source.Pos
	// Statement is the place of the one whose expression it is part of, nil for conditions and what no statement makes.
	Statement *source.Pos
	Block     *Block
	Int       int64
	Text      string
	Operator  operator.Op
	Object    *Object
	Field     *types.Field
	Callee    *Func
	Special   SpecialReg
	// Classes are those that a Pure for the class of an object distinguishes: its value is the index
	// of the object's class, or of the nearest one that the object's class derives from.
	Classes []*types.Type
	// Signals marks the Fence of a barrier object (cuda::barrier, a pipeline, a semaphore): it may order what is before it
	// before what a thread of another warp does behind such a fence.
	Signals bool
	// Volatile marks loads and stores of volatile objects.
	Volatile bool
	// ReadOnly marks loads by way of the read-only cache, of memory that nobody writes
	// while the kernel runs.
	ReadOnly bool
	// Unplaced marks a Load that is an operand of what does not parse, where nobody knows when it
	// happens: it is no access that may race.
	Unplaced bool
	// Alike marks an Unknown or an Extern that nothing but its args parts the lanes in.
	Alike bool
	// Unread marks an Unknown that hides collectives because its text could not be read: nothing else lists what
	// it does.
	Unread bool
	// Hides marks an Unknown, or an Extern, that may execute collectives which are not in the
	// graph: it stands for a call, or for a call whose name alone is known (lower/open.go).
	Hides bool
	// Undeclared marks an Unknown that hides what a name stands for that nothing in the unit declares.
	Undeclared bool
	// Foreign marks an Extern whose body is in another unit of the program, unlike that
	// of a library's function or of the compiler's own.
	Foreign bool
	// Async marks a Store, or a Share that writes, as a copy that goes on while its lane does, until
	// that waits for it (Await).
	Async bool
	// Effect is what an Extern or an Unknown may do.
	Effect effect.Row
	// Within marks an Unknown that is an address somewhere in the object that its first operand points into.
	Within bool
	// Chooses marks a comparison of a pointer with the address of a function that a call through it may mean.
	Chooses bool
	// Member marks one that is a member there; of an element, which a function may choose, that is not known.
	Member bool
	// Tile is set for Share.
	Tile *Tile
	// Written is the instruction that this one is a copy of (separateLoops), nil for those that
	// are none.
	Written *Instr
	// Collective is set for Collective_.
	Collective *Collective
}

// SpecialReg is a hardware register or launch constant.
type SpecialReg int

// The registers. All are 32-bit unsigned.
const (
	TidX SpecialReg = iota
	TidY
	TidZ
	NTidX // blockDim
	NTidY
	NTidZ
	CtaidX // blockIdx
	CtaidY
	CtaidZ
	NCtaidX // gridDim
	NCtaidY
	NCtaidZ
	LaneID
	WarpID
	NWarpID
	LaneMaskEQ
	LaneMaskLT
	LaneMaskLE
	LaneMaskGT
	LaneMaskGE
	ActiveMask    // __activemask(): the lanes that happen to run together
	CoalescedMask // the same, taken by cooperative groups' coalesced_threads()
	Clock         // %clock, %globaltimer: anything, per lane
	SmID          // %smid: unknown, uniform in a warp
	NSmID         // %nsmid: unknown, uniform
	DynamicShared // %dynamic_smem_size: unknown, uniform
	ClusterX      // %cluster_nctaid: the extents of a cluster, in blocks
	ClusterY
	ClusterZ
	ClusterAtX // %cluster_ctaid: the place of a block in its cluster
	ClusterAtY
	ClusterAtZ
	ClusterIDX // %clusterid: the place of its cluster in the grid
	ClusterIDY
	ClusterIDZ
)
