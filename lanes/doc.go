// Package lanes is the lane-set abstract interpreter: it runs a function of the
// intermediate representation for all 32 lanes of a warp at once, symbolic in
// everything that is not known. At every collective it knows which lanes arrive, with
// which masks, which are elsewhere and which have exited.
//
// # The domain
//
// A value is a vector of 32 terms, one per lane (packages vector and term). A guard, the
// path condition, is a vector of formulas: which lanes are here. A mask is a word; the result of a
// ballot is the Pack of its guard's formulas, and stays one under ~, &, | and
// shifts. Floating words are their bits, computed with where no rounding can make a
// difference (exec/arithmetic/float.go). Package memory computes what lanes find in memory, package grid what
// their launch registers hold.
//
// # Two halves
//
// Package exec runs a root and writes a trace of it (package trace): in which executions of collectives
// which lanes arrive, with which masks, who leaves the kernel, what the loops carry. Packages meet, race
// and block compare the events of the trace. This package asks them and the prover and makes verdicts of the
// answers (judge.go, verdict.go). Where the trace does not decide, it interprets the root again under another
// setting: in one warp by itself (perwarp.go), in a block of another shape (analyze.go), or with values that may
// be the same in all lanes taken for the same (alike.go).
//
// # Who meets whom
//
// At an event a lane arrives, has exited or is elsewhere, and under the independent model lanes at two
// sites may meet: package meet decides which. What only follows from a collective that breaks the
// rules is no finding of its own. At a block barrier the other warps of the block, or of the tile, are compared
// as well (package block, barrier.go); where loops make warps arrive unequally often, each by itself
// (barriertrace.go).
//
// # Races
//
// Two lanes may also race for a byte of shared memory (package race). A root in which that may be, by the
// graph alone, is interpreted once more with the addresses of its accesses (races.go), and once more for threads of
// two warps of a block.
//
// # Verdicts
//
// A question about an event is 32 formulas, lane l offends (question.go), which package prove decides.
// What the solver leaves open in a loop is asked of each warp by itself (perwarp.go), and what it leaves
// open in a block of unknown shape in the blocks that the kernel may well have (likelyblock.go). With V their
// disjunction and R that some lane arrives, the verdict (verdict.go) is
//
//	none       V cannot be true unless another collective was broken before
//	definite   R and not V cannot be true, of some warp that every launch has
//	potential  otherwise, with a witness read off the solver's model
//
// A verdict is definite if each warp that arrives breaks the rule, though no warp may arrive in some
// blocks (`if (threadIdx.x >= 32) __syncthreads()`: where one arrives, warp 0 stays away). It is also
// definite if one warp that is always there breaks it (definite.go): the first, or any in a block of known
// shape. R and V are then about that warp alone, whatever the others do, and the verdict
// names it. R is about all executions of the collective along the same calls. Another warp
// that stays away from a block barrier is, where the shape is not known, the first or the last
// one (package block), since those are in every block, and may be one and the same.
//
// What a verdict says beyond lanes and a mask is a detail, one type for each way to break a rule
// (package detail), which the rules word.
//
// The state over-approximates the executions, so both "cannot" are proofs; an
// approximation can cost a definite verdict but not make a false one. It is potential
// all the same where R itself rests on something given up, or holds only by what a
// loop may carry along, for then the place may not be reached at all; and where the
// event is one of several executions of its call and is executed less often than the others. A [Note]
// lists what the interpreter could not model, and whether a call may hide
// collectives. A call of a function of another unit that is analysed as if all lanes called it together
// hides none where they do.
//
// # Budgets
//
// What would take too long ends by counts that every machine agrees on, not by the clock
// (budget.go, limits.go): an interpretation after so many instructions, a question after so many steps
// of the solver, a root after so much work in all or so much memory for terms (term.Meter), and all roots
// of a program after so much work together. A root that ends so, or is not begun, has a [Note], and its
// facts are none or undecided. So does a root that reaches a function with a jump into a loop, if that is more
// than a computation.
//
// # Assumptions
//
// These are presumed of every execution, and stand nowhere in the program:
//
//   - What a device function that no kernel calls is given for a mask names the lanes that
//     enter it, which are all (exec/collective/given.go), and a width is one of those that there are.
//   - Where no launch is known the block is whole one-dimensional warps, as many as
//     __launch_bounds__ allows, or any part of one where it allows no whole one; where some
//     extents are known, it is planes of whole warps with these (package grid).
//     It has as many threads as its barriers wait for, up to that bound.
//   - A grid has fewer than 2^31 threads along x, by a million, and a warp stays on its multiprocessor.
//   - No execution breaks a __builtin_assume, reaches __builtin_unreachable or reads a
//     constant table beyond its end. What lies beyond the end of an array is the same for
//     lanes that read it at one index.
//   - No element of a local array is read, at an index that is not known, before it was written.
//   - A pointer argument may be null, but not the object of a method.
//   - A loop's counter does not wrap around, nor do two signed sums that are compared, nor a signed
//     sum with a small constant that is compared with an index or widened (n - 1): an execution in
//     which one does has no meaning in C++, so that what holds in all executions need not hold in it.
//   - A function that is not followed keeps no address in a variable that it is given of floating words or
//     of integers of 16 or 32 bits.
//   - An access to shared memory stays within its variable, the array of several elements in it that is
//     a field, and the row of an array of arrays whose number is no constant, also through a
//     pointer to its first element, and the sums, products and
//     shifted ones that its index is made of do not wrap around.
//   - In a template that nobody instantiates a type that its arguments decide is of 4 bytes, and a row whose
//     length they decide is longer than any index into it; a tile of cooperative groups whose size they decide
//     is a warp, as the frontend has it: check asks with other sizes.
//   - What may go wrong after a trap is no mistake, as the kernel has ended.
//   - Between two block barriers or fences other warps do not write what this warp reads or
//     writes (that is a race, and another tool's business), nor does another lane of the warp write what a
//     lane read or wrote in a small shared variable, or a cell of its own that a lane reads twice, without a
//     barrier of the warp (that is missing-syncwarp).
//   - Where the warps meet at several barriers with a number in the iterations of a loop, and none
//     waits for ever as long as the iterations are few, none does with more of them, if only
//     enough come in all.
//   - An operand of a barrier that rests on more than the launch is one that a barrier may
//     have.
//   - An argument of a function that nobody calls, what does not parse and what depends on a
//     template's arguments is the same in all lanes where its parts are, in a potential verdict
//     only (alike.go): what values per lane alone would break is undecided.
package lanes
