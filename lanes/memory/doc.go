// Package memory is what the lanes of a warp find in memory: the objects of an interpretation,
// pointers to them, and the states that loads read and stores change. [Memory] holds what there is once: objects and
// unknowns; a [State] what changes as a program runs; [Layout] what types and pointers say without a state: parts, offsets,
// addresses, the names of cells.
//
// # Values and cells
//
// A [Value] is a lane vector, a [Pointer] or an [Aggregate] of such. The scalar parts of private
// objects are kept exactly, each in a [Cell] that the constant path to it names: fields by number,
// bases of classes as if they were fields (base.go), elements by their bytes. The scalars of a
// union are named by where they lie, and share their bits (overlay.go). A variable that is accessed
// as another type yields a function of all that it holds (bytes.go).
//
//	struct { int n; float f[2]; } v;     cells .0, .1 and .1+4
//
// An object of a class that a template's arguments decide is one word, and its fields are parts of
// it (open.go). Which class an object has, for a virtual call, is known of a variable (class.go).
//
// A constant holds what it was initialised with (constant.go). An element at an index that is not
// known is a choice among few (indexed.go); in a larger array nothing is known after a store to
// one, but that the array holds the same in all lanes where what is stored is (uniformarray.go). A
// pointer that branches chose is read from all that it was chosen from (choice.go).
//
// # Versions
//
// What other threads may write, shared memory and all that arguments point to, is an unknown that
// is named by object, version and address: the same address read twice gives the same unknown, and
// any store or barrier between makes another version (havoc). Where lanes wrote an object, each has
// an unknown of its own there until they meet at a collective: a lane may see what it wrote before
// the others do. What was stored in a small shared variable package exec/shared knows. Memory that nobody writes while the kernel runs, const and __restrict__ or
// __constant__, has one version. A store through an unknown pointer spares the objects whose address
// is nowhere kept (cfg.Object.Escapes), and all of this execution when the pointer is older.
//
// # Joins
//
// A join chooses each cell by the edge that a lane came along (merge.go, package vector). Facts that hold in every
// execution that reaches a place, and that no path condition says, are part of the state as well; a join keeps those of
// all its edges (facts.go).
//
// # Unknowns
//
// What the program cannot know is an unknown with an origin that says what it is: an input, or
// something that the warp computes for itself; imprecise where the interpretation gave it up
// (unknown.go).
package memory
