// Package memory models what the lanes of a warp find in memory: the objects of an interpretation, pointers to them,
// and the states that loads read and stores change. [Memory] holds what exists once: objects and unknowns. A [State]
// holds what changes as a program runs. [Layout] holds what types and pointers say without a state: parts, offsets,
// addresses, the names of cells.
//
// # Values and cells
//
// A [Value] is a lane vector, a [Pointer], or an [Aggregate] of these. The scalar parts of private objects are kept
// exactly, each in a [Cell]. The constant path to the scalar names its cell: fields by number, bases of classes as if
// they were fields (base.go), elements by their offset in bytes. The scalars of a union are named by where they lie,
// and share their bits (overlay.go). If a variable is accessed as another type, the value is a function of all that the
// variable holds (bytes.go).
//
//	struct { int n; float f[2]; } v;     cells .0, .1 and .1+4
//
// If the arguments of a template decide the class of an object, the object is one word, and its fields are parts of
// that word (open.go). For a virtual call the class of a variable is known (class.go).
//
// A constant holds what it was initialised with (constant.go). An element at an unknown index is a choice among the
// elements of a small array (indexed.go). In a larger array nothing is known after a store at an unknown index, except
// that the array still holds the same in all lanes if the stored value and place are the same in all lanes
// (uniformarray.go). A load through a pointer that branches chose reads from each pointer that it was chosen from
// (choice.go).
//
// # Versions
//
// Shared memory and the memory that arguments point to may be written by other threads. A word there is an unknown that
// object, version and address name. So the same address read twice gives the same unknown, and a store or barrier in
// between makes a new version. After lanes wrote an object, each lane has an unknown of its own there until they meet
// at a collective, because a lane may see its own store before the others do. Package exec/shared knows what was stored
// in a small shared variable. Memory that nobody writes while the kernel runs (const and __restrict__, or __constant__)
// has one version. A store through an unknown pointer leaves an object as it was if its address is nowhere kept
// (cfg.Object.Escapes). If the pointer is older than this execution, the store leaves all objects of this execution as
// they were.
//
// # Joins
//
// At a join each lane has the cells of the edge that it came along (merge.go, package vector). A state also holds facts
// that are true in every execution that reaches a place and that no path condition states; a join keeps the facts that
// all its edges share (facts.go).
//
// # Unknowns
//
// A value that the program cannot know is an unknown. Its origin states whether it is an input or a value that the warp
// computes for itself. The unknown is imprecise if the interpretation gave the value up (unknown.go).
package memory
