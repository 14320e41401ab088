// Package memory models the memory of a warp: objects, pointers to them, and the states that loads read and stores
// change. [Memory] holds everything that does not change with the program point: objects and unknowns. A [State] holds
// the contents at one program point. [Layout] holds everything that follows from types and pointers alone: parts,
// offsets, addresses, names of cells.
//
// # Values and cells
//
// A [Value] is a lane vector, a [Pointer], or an [Aggregate] of these. The scalar parts of private objects are followed
// exactly, each in a [Cell]. A cell is named by the constant path to the scalar: fields by number, base classes like
// fields (base.go), elements by their offset in bytes. The scalars of a union are named by their extent, and share
// their bits (overlay.go). If a variable is accessed as another type, the value is a function of the contents of the
// whole variable (bytes.go).
//
//	struct { int n; float f[2]; } v;     cells .0, .1 and .1+4
//
// If the arguments of a template decide the class of an object, the object is one word, and its fields are parts of
// that word (open.go). The class of a variable is known at a virtual call (class.go).
//
// A constant holds its initial value (constant.go). An element at an unknown index is a choice among the elements of a
// small array (indexed.go). A larger array becomes unknown after a store at an unknown index. Its contents are still
// the same in all lanes if the stored value and the place are the same in all lanes (uniformarray.go). If branches
// chose a pointer, a load reads from each pointer of the choice (choice.go).
//
// # Versions
//
// Other threads may write shared memory and the memory to which arguments point. A word there is an unknown that is
// named by object, version and address. So two reads at the same address give the same unknown, unless a store or
// barrier between them makes a new version. After lanes wrote an object, each lane has its own unknown there until the
// lanes meet at a collective, because a lane may see its own store before the other lanes do. Package exec/shared knows
// the stored values of a small shared variable. Memory that is never written while the kernel runs (const and
// __restrict__, or __constant__) has one version. A store through an unknown pointer does not change an object whose
// address is not kept anywhere (cfg.Object.Escapes). If the pointer existed before the root began, the store changes no
// private object.
//
// # Joins
//
// At a join each lane has the cells of the edge that the lane took (merge.go, package vector). A state also holds facts
// that are true in every execution that reaches the program point, beyond the path condition. A join keeps the facts
// that all its edges share (facts.go).
//
// # Unknowns
//
// A value that the program cannot know is an unknown. Its origin states whether it is an input or a value that the warp
// computes itself. An unknown is imprecise if the interpreter gave up the value (unknown.go).
package memory
