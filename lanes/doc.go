// Package lanes is the lane-set abstract interpreter: it runs a function of the intermediate representation for all 32
// lanes of a warp at once. All that is not known is symbolic. At every collective it knows which lanes arrive, with
// which masks, which are elsewhere and which have exited.
//
// # The domain
//
// A value is a vector of 32 terms, one per lane (packages vector and term). A guard, the path condition, is a vector of
// formulas: which lanes are here. A mask is a word. The result of a ballot is the Pack of its guard's formulas, and
// stays a Pack under ~, &, | and shifts. Floating-point words are their bits, and are computed only if no rounding can
// make a difference (exec/arithmetic/float.go). Package memory computes what lanes find in memory, package grid what
// their launch registers hold.
//
// # Two halves
//
// Package exec runs a root and writes a trace of it (package trace): in which executions of collectives which lanes
// arrive, with which masks, who leaves the kernel, what the loops carry. Packages meet, race and block compare the
// events of the trace. This package makes verdicts of their answers and of the prover's (judge.go, verdict.go). If the
// trace does not decide a question, the root is interpreted again under another setting: in one warp by itself
// (perwarp.go), in a block of another shape (analyze.go), or with values that may be the same in all lanes taken to be
// the same (alike.go).
//
// # Who meets whom
//
// At an event a lane arrives, has exited or is elsewhere. Under the independent model lanes at two sites may meet:
// package meet decides which. What only follows from a collective that breaks the rules is no finding of its own. At a
// block barrier the other warps of the block, or of the tile, are compared as well (package block, barrier.go). If
// loops make warps arrive unequally often, each warp is interpreted by itself (barriertrace.go).
//
// # Races
//
// Two lanes may also race for a byte of shared memory (package race). If the graph of a root does not exclude that, the
// root is interpreted once more with the addresses of its accesses (races.go), and once more for threads of two warps
// of a block.
//
// # Verdicts
//
// A question about an event is 32 formulas, lane l offends (question.go), which package prove decides. If the solver
// leaves a question open in a loop, it is asked about each warp by itself (perwarp.go). If it leaves a question open in
// a block of unknown shape, it is asked in blocks that the kernel may well have (likelyblock.go). With V the
// disjunction of the 32 formulas and R the formula that some lane arrives, the verdict (verdict.go) is
//
//	none       V cannot be true unless another collective was broken before
//	definite   R and not V cannot be true, of some warp that every launch has
//	potential  otherwise, with a witness read off the solver's model
//
// A verdict is definite if each warp that arrives breaks the rule, though no warp may arrive in some blocks (`if
// (threadIdx.x >= 32) __syncthreads()`: if a warp arrives, warp 0 stays away). It is also definite if one warp that
// every launch has breaks the rule (definite.go): the first warp, or any warp of a block of known shape. R and V are
// then about that warp alone, whatever other warps do, and the verdict names it. R is about all executions of the
// collective along the same calls. If the shape is not known, a warp that stays away from a block barrier is the first
// or the last one (package block), because every block has these; they may be one and the same.
//
// What a verdict states beyond lanes and a mask is a detail, one type for each kind of fault (package detail). The
// rules word it.
//
// The state over-approximates the executions, so both "cannot" are proofs: an approximation can cost a definite verdict
// but not make a false one. A verdict stays potential if R itself depends on an imprecise value or on what a loop may
// carry, because the place may then not be reached at all. It also stays potential if the event is one of several
// executions of its call and is executed less often than the others. A [Note] lists what the interpreter could not
// model, and whether a call may hide collectives. A function of another unit is analysed there as if all lanes called
// it together; a call of it by all lanes hides none.
//
// # Budgets
//
// An analysis that would take too long ends by counts that are the same on every machine, not by the clock (budget.go,
// limits.go). An interpretation ends after so many instructions, a question after so many steps of the solver, a root
// after so much work in all or so much memory for terms (term.Meter), and the program after so much work on all roots
// together. A root that ends so, or is not begun, has a [Note], and its facts are missing or undecided. So does a root
// that reaches a function with a jump into a loop, unless the function only computes a value.
//
// # Assumptions
//
// These are assumed of every execution, although the program does not state them:
//
//   - In a device function that no kernel calls, a mask argument names the lanes that enter the function, which are all
//     lanes (exec/collective/given.go), and a width argument is a valid one.
//   - If no launch is known, the block is one-dimensional and of whole warps, as many as __launch_bounds__ allows, or any
//     part of a warp if that allows no whole one. If some extents are known, the block has these, and its planes are of whole
//     warps (package grid). It has as many threads as its barriers wait for, up to that bound.
//   - A grid has at most 2^31 - 2^20 threads along x, and a warp stays on its multiprocessor.
//   - No execution breaks a __builtin_assume, reaches __builtin_unreachable or reads a constant table beyond its end. What
//     lies beyond the end of an array is the same for lanes that read it at one index.
//   - An element of a local array that is read at an unknown index was written before.
//   - A pointer argument may be null, but not the object of a method.
//   - A loop's counter does not wrap around, nor do two signed sums that are compared, nor a signed sum with a small
//     constant that is compared with an index or widened (n - 1). An execution in which one does has no meaning in C++, so
//     what holds in all executions need not hold in it.
//   - A function that is not followed stores no address in a variable of floating-point words, or of integers of 16 or 32
//     bits, that is passed to it.
//   - An access to shared memory stays within its variable. It stays within an array field of several elements, and within
//     the row of an array of arrays if the number of the row is no constant, also through a pointer to its first element.
//     The sums, products and shifts that its index is made of do not wrap around.
//   - In a template that nobody instantiates, a type that its arguments decide has 4 bytes, and a row whose length they
//     decide is longer than any index into it. A tile of cooperative groups whose size they decide is a warp, because the
//     frontend takes it so; package check also asks with other sizes.
//   - What may go wrong after a trap is no fault, because the kernel has ended.
//   - Between two block barriers or fences other warps do not write what this warp reads or writes (that is a race:
//     missing-syncthreads). Without a barrier of the warp, no other lane of the warp writes what a lane read or wrote in a
//     small shared variable, or a cell of its own that a lane reads twice (that is missing-syncwarp).
//   - If the warps meet at several barriers with a number in the iterations of a loop, and no warp waits for ever when the
//     iterations are few, then none does when they are more, provided that enough threads arrive in all.
//   - An operand of a barrier that depends on more than the launch is valid.
//   - An argument of a function that nobody calls, what does not parse, and what depends on a template's arguments are the
//     same in all lanes if their operands are. This is assumed in potential verdicts only (alike.go): if a rule is broken
//     only by values that differ from lane to lane, the question is undecided.
package lanes
