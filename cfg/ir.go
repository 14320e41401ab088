// Package cfg is the intermediate representation: control-flow graphs of instructions. Both engines execute them, the
// abstract interpreter (lanes) and the concrete warp machine (sim). Package cfg/lower makes the graphs from the
// frontend's typed syntax trees.
//
// # The program
//
// A [Func] is a list of basic blocks in reverse post-order; Blocks[0] is the entry. A block is a straight line of
// instructions and a terminator. Short circuits, ?: and predicated PTX are control flow. Every variable is an [Object]
// in memory, accessed through addresses (as in unoptimised LLVM). An instruction computes its value once each time its
// block runs, and its definition dominates its uses. The result of ?:, && and || goes through a temporary object; there
// are no phis.
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
// # What Finish computes
//
// [Program.Finish] completes blocks that have only instructions and terminators so far. It orders the graph, and finds
// dominators and natural loops (graph.go). It finds post-dominators, and from them where lanes meet again after a
// divergent branch (join.go). A block that leaves the kernel from within a loop is not part of the natural loop. Finish
// finds the loop in whose iterations this block runs (iteration.go). It finds which objects are accessed through
// pointers (escape.go). A natural loop in which some lanes wait for each other while others iterate again is split into
// two loops (separate.go).
//
// # What is not represented
//
// Code that could not be lowered is an [Unknown] instruction with a reason. Engines must treat its value, and the
// memory that it can reach, as unknown. No code is dropped silently. In an uninstantiated template, a value that
// depends on the template's arguments is an [Opaque] function of operands, or a [TemplateConst].
package cfg

import (
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Program is the graph of one unit.
type Program struct {
	// Arch is the architecture for which the unit was parsed.
	Arch warp.Arch
	// Launches lists the launches in host code: one for each pair of a kernel and a block shape.
	Launches []*Launch
	// Funcs lists all functions with a body, in the order of the unit.
	Funcs []*Func
	// Globals lists the objects that outlive a call: global, static, shared and constant variables that some function
	// names.
	Globals []*Object
	// Roots lists the functions at which the analysis starts: the kernels, and then the user's device functions that no
	// kernel reaches and nobody calls. If such functions call each other in a cycle, one of them is a root. Each group
	// is in source order.
	Roots []*Func
}

// Func is the graph of one function.
type Func struct {
	Name string // qualified, and with template arguments
	// Decl is the declaration of the function. [Launch.Kernel] is such a declaration.
	Decl *types.Func
	// Kernel: this is a __global__ function, whose returns leave the kernel.
	Kernel bool
	// Params holds the objects that receive the arguments. The first parameter of a method is the object that holds the
	// this pointer. The object of a reference parameter holds a pointer.
	Params []*Object
	// Objects lists the function's own variables and temporaries, including its parameters.
	Objects []*Object
	// Blocks lists the blocks in reverse post-order. Blocks[0] is the entry. Each block is reachable from the entry.
	Blocks []*Block
	// LoopStatements lists the positions of the for, while and do statements of the body, inner ones first. JumpsBack
	// lists the ranges of text from a label to a later goto that jumps back to it.
	LoopStatements, JumpsBack []source.Pos
	// Values is the number of instructions: IDs run from 0 to Values-1.
	Values int
	// Loops lists the natural loops, outermost first. Irreducible: there is a cycle with several entries (goto into a
	// loop), or a loop that could not be separated (separate.go).
	Loops       []*Loop
	Irreducible bool
	// Callees lists the functions that the body calls, without duplicates, in the order of the first calls.
	Callees []*Func
	// Dynamic lists the arrays of dynamic shared memory that the body names, without duplicates, in the order of their
	// first use. All such arrays of a program are one object, which has the name and the type of the array that was
	// lowered first.
	Dynamic []*types.Var
}

// HasNoCaller reports whether f is a root without a known caller: a device function that nothing calls, or a template
// that is not instantiated.
func (f *Func) HasNoCaller() bool { return !f.Kernel || f.Decl.Pattern }

// Block is one basic block.
type Block struct {
	Index  int
	Instrs []*Instr
	Term   Terminator
	// Preds and Succs list the predecessors and successors according to the terminators, without duplicates.
	Preds, Succs []*Block
	// Idom is the immediate dominator, nil for the entry.
	Idom *Block
	// Join is the block where the sides of the branch at the end of this block meet again: the immediate
	// post-dominator in the graph without the edges that leave the function early. It is nil if the sides meet only
	// at the end. For a block from which every path leaves early, see setJoins.
	Join *Block
	// Loop is the innermost loop that contains the block, nil outside loops.
	Loop *Loop
	// LeavesKernel: every path from the block leaves the kernel early.
	LeavesKernel bool
	// MeetsCollective: a collective may be executed in the block or after it, in a called function as well.
	MeetsCollective bool
	// IterationOf is the loop in whose iterations lanes run the block, nil outside loops. It is Loop, except for a
	// block that leaves the kernel. For such a block it is the loop from which the block is reached (setIterations).
	IterationOf *Loop
}

// IsUnreachable reports whether the block only marks a place that control does not reach.
func (blk *Block) IsUnreachable() bool { return len(blk.Instrs) == 0 && blk.Term.Kind == Unreachable }

// Loop is a natural loop.
type Loop struct {
	Header *Block
	Parent *Loop
	// Blocks lists the blocks of the loop, including inner loops, in reverse post-order.
	Blocks []*Block
	// Latches lists the blocks with an edge back to the header.
	Latches []*Block
	// Depth is 1 for an outermost loop.
	Depth int
}

// TermKind states where control goes from the end of a block.
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
	// Cases holds, for each target of a Switch except the default, the range of values that select it. Both limits are
	// included.
	Cases [][2]int64
	// Falls: control reaches this Return at the end of the body (the closing brace, or a return that is the last
	// statement). It is not set for an early return.
	Falls bool
	Pos   source.Pos
}

// Object is a piece of memory with a name: a variable or a temporary.
type Object struct {
	// ID is the index of the object among the objects of its function, or among the globals of the program.
	ID   int
	Name string
	Type *types.Type
	Var  *types.Var // nil for a temporary or the this pointer
	// Storage is where the object is stored. It decides which threads can access the object.
	Storage types.Storage
	Func    *Func // nil for a global
	// Contents lists the numbers and pointers in a global that is never written, sorted by offset. It is nil if they
	// are not known (see [Object.Content]).
	Contents []Content
	// Escapes: some instruction may keep the object's address. A load or store of the object, or of a part of it, does
	// not keep it. Nor does passing the address to a function that does not keep it.
	Escapes bool
	// Stored is the constant that all stores to a shared variable store. It is nil if the stores differ, or if the
	// variable may be written otherwise.
	Stored *int64
	// ReadOnly: this is a pointer or reference parameter through which the function and its callees only read.
	ReadOnly bool
}

// IsThis reports whether o is the parameter of a method that holds the this pointer.
func (o *Object) IsThis() bool { return o != nil && o.Storage == types.Param && o.Var == nil }

// Op is the operation of an instruction. It decides which fields of the instruction are used.
type Op int

// The operations. Each comment lists the Args in order (ptr is an address), and the other fields that the operation
// uses.
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
	// Binary: x, y; Operator (operator.Add ... operator.GE, no LAnd, LOr, Comma). A comparison yields bool. Two
	// pointers can be compared and subtracted. Their difference is a number of elements. ptr +- n is an IndexAddr.
	Binary
	// Unary: x; Operator (operator.Neg, operator.Not, operator.BNot).
	Unary
	// Convert: x to Type; Operator is the cast: CastInt, CastBool (x != 0), CastFloat, CastPointer, CastBits,
	// CastDecay (from a pointer to an array to a pointer to its first element), CastBase and CastDerived (from a
	// pointer to a class to a pointer to a direct base, and back).
	Convert
	// Pure is a function of its operands without side effects. Text is its name (math, __popc, __ffs, __clz, __brev,
	// fns, ...).
	Pure
	// TemplateConst is a constant that the arguments of a template decide. Text is its name, "" if the program does
	// not name it.
	TemplateConst
	// Opaque is an unknown function of its operands in a template that is not instantiated: an operator, a
	// conversion, a construction or a part of a value of unknown type. Text distinguishes it from other such
	// functions. It yields a word or a pointer.
	Opaque
	// Special reads a hardware register.
	Special
	// Call: args...; Callee. The result has the type Type.
	Call
	// Extern: args...; Text is the name of a function without a body, or of an instruction that is not computed.
	// Effect states what it may do. It executes no collective, unless it Hides.
	Extern
	// Collective_: args, in the order that Collective states; Collective.
	Collective_
	// Extract: a Collective_; Int is the number of a further result: 1 is the second one, such as the predicate of
	// shfl and match_all.
	Extract
	// Atomic: ptr, operands...; Text: atomicAdd, ... Yields the old value, which may be any value in each lane.
	Atomic
	// Alloc: Object. Control reaches the object's declaration, where its lifetime begins anew, uninitialised.
	Alloc
	// Unknown: args...; Text is the reason. It yields an unknown value in each lane. If Alike, lanes with equal args
	// get equal values. Effect states what else the instruction may do.
	Unknown
	// Fence: Text is the name of a memory fence (__threadfence, ...), at which lanes do not wait for each other.
	Fence
	// Share: ptr, bytes, stride[, the source of a copy or the byte to fill with]; Tile. It is an access to memory
	// that the lanes of a warp, or the threads of a group, divide between them. It yields nothing.
	Share
	// Await: the lane waits until its own asynchronous copies (Async) are done. If Int is not 0, it waits only for
	// the groups that it has committed, and not for the last Int - 1 of them. A number that is not known counts as 0.
	Await
	// Commit: the lane commits the asynchronous copies that it has issued.
	Commit
)

// Instr is one instruction.
type Instr struct {
	ID   int
	Op   Op
	Args []*Instr
	Type *types.Type // the type of the result, nil if there is none
	Pos  source.Pos
	// Statement is the position of the statement that contains the instruction's expression. It is nil for
	// conditions, and for instructions that come from no statement.
	Statement *source.Pos
	// Listed is the position of the innermost statement around the instruction that stands in a list of statements, so
	// that another statement can be inserted before it. In braces a list has any number of statements; the body of an
	// if or a loop without braces is no list. It is nil for instructions that come from no statement.
	Listed   *source.Pos
	Block    *Block
	Int      int64
	Text     string
	Operator operator.Op
	Object   *Object
	Field    *types.Field
	Callee   *Func
	Special  SpecialReg
	// Classes is set for a Pure that yields the class of an object. It lists the classes that the Pure distinguishes.
	// The value of the Pure is the index of the object's class in the list, or else of the nearest of its base classes.
	Classes []*types.Type
	// Signals marks the Fence of a barrier object (cuda::barrier, a pipeline, a semaphore). Two threads of different
	// warps may execute such fences one after the other. Then actions before the first fence may be ordered before
	// actions after the second.
	Signals bool
	// AwaitsGrid marks the Fence that waits for the grids that this grid depends on (griddepcontrol.wait).
	AwaitsGrid bool
	// Global marks an Extern or a Share from PTX that reads or writes global memory in addition to the memory of its
	// operands.
	Global bool
	// Product is set for an Extern that represents the accesses of a wgmma instruction to registers.
	Product *Product
	// Engine is set for an Extern or a Fence that is an instruction of an asynchronous engine.
	Engine *Engine
	// Volatile marks loads and stores of volatile objects.
	Volatile bool
	// ReadOnly marks loads through the read-only cache. The program promises that the memory is not written while the
	// kernel runs.
	ReadOnly bool
	// Unplaced marks a Load that is an operand of code that does not parse. It is not known when this load is executed,
	// so it is not an access that may race.
	Unplaced bool
	// Alike marks an Unknown or an Extern that yields equal values in lanes with equal args.
	Alike bool
	// Unread marks an Unknown that may execute collectives because its text could not be read.
	Unread bool
	// Hides marks an Unknown or an Extern that may execute collectives that the graph does not contain: a call of
	// unknown code, or of a function whose name alone is known (lower/open.go).
	Hides bool
	// Undeclared marks an Unknown that Hides because it uses a name that nothing in the unit declares.
	Undeclared bool
	// Foreign marks an Extern whose body is in another unit of the program. Any other Extern belongs to a library or
	// to the compiler.
	Foreign bool
	// Plain marks an Extern if only the name and the operands are known, and neither shows that it waits for other
	// threads.
	Plain bool
	// Async marks a Store, or a Share that writes, as an asynchronous copy: its lane continues at once, and the copy
	// may go on until the lane waits for it (Await).
	Async bool
	// Effect states what an Extern or an Unknown may do.
	Effect effect.Row
	// Within marks an Unknown that yields an address within the object that its first operand points into, at an
	// unknown place.
	Within bool
	// Chooses marks a comparison of a function pointer with the address of a function. The lowering makes such
	// comparisons for a call through the pointer, to choose the function to call.
	Chooses bool
	// Member is used together with Within. It reports whether the instruction yields the address of a member. Otherwise
	// it yields the address of an element, which an index or an operator[] selects.
	Member bool
	// Tile describes the access of a Share.
	Tile *Tile
	// CopyOf is the instruction from which separateLoops copied this one, nil if this is not a copy.
	CopyOf *Instr
	// Collective describes the collective of a Collective_.
	Collective *Collective
}

// SpecialReg is a hardware register, or a constant of the launch.
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
	ActiveMask    // __activemask(): the lanes that run together at this time
	CoalescedMask // the same as ActiveMask, from coalesced_threads() of cooperative groups
	Clock         // %clock, %globaltimer: any value in each lane
	SmID          // %smid: unknown, the same in all lanes of a warp
	NSmID         // %nsmid: unknown, the same in all threads
	DynamicShared // %dynamic_smem_size: unknown, the same in all threads
	ClusterX      // %cluster_nctaid: the extents of a cluster, in blocks
	ClusterY
	ClusterZ
	ClusterAtX // %cluster_ctaid: the place of a block in its cluster
	ClusterAtY
	ClusterAtZ
	ClusterIDX // %clusterid: the place of the block's cluster in the grid
	ClusterIDY
	ClusterIDZ
)
