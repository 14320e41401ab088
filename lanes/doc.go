// Package lanes is the lane-set abstract interpreter: it runs a function of the intermediate representation for all 32
// lanes of a warp at once. Values that are not known are symbolic. At every collective the interpreter has formulas for
// which lanes arrive, with which masks, which are elsewhere and which have exited.
//
// # The domain
//
// A value is a vector of 32 terms, one per lane (packages vector and term). A guard, the path condition, is a vector of
// formulas: which lanes are here. A mask is a word. The result of a ballot packs the formulas of its voters into a word
// (the operator Pack), and stays a Pack under ~, &, | and shifts. A floating-point word is its bits, and is computed
// only if no rounding can make a difference (exec/arithmetic/float.go). Package memory computes the values that lanes
// find in memory. Package grid has the launch registers.
//
// # Two halves
//
// Package exec runs a root (a kernel, or a device function that no kernel calls) and writes a trace of it (package
// trace). The trace lists the executions of collectives, which lanes arrive with which masks, which lanes leave the
// kernel, and the values that loops carry. Packages meet, race and block compare the events of the trace. This package
// makes verdicts of their answers and of those of the prover (judge.go, verdict.go). If the trace does not decide a
// question, the root is interpreted again under another setting: one warp by itself (perwarp.go), a block of another
// shape (analyze.go), or the assumption that values which may be the same in all lanes are the same (alike.go).
//
// # Who meets whom
//
// At an event a lane arrives, has exited or is elsewhere. Under the independent model lanes at two sites may meet,
// which package meet decides. A mere consequence of a collective that breaks the rules is no finding. At a block
// barrier the other warps of the block, or of the tile, are compared as well (package block, barrier.go). If loops make
// warps arrive unequally often, each warp is interpreted by itself (barriertrace.go).
//
// # Races
//
// Two lanes may also race for a byte of shared memory (package race). If the control-flow graph of a root does not
// exclude races, the root is interpreted once more with the addresses of its accesses (races.go), and once more for
// threads of two warps of a block.
//
// # Verdicts
//
// A question about an event is 32 formulas, one for each lane l: lane l offends (question.go). Package prove decides
// them. If the solver leaves a question open in a loop, the question is asked about each warp by itself (perwarp.go).
// If the solver leaves it open in a block of unknown shape, it is asked in blocks that the kernel is likely to have
// (likelyblock.go). Let V be the disjunction of the 32 formulas, and R the formula that some lane arrives. The verdict
// (verdict.go) is
//
//	none       V cannot be true unless another collective was broken before
//	definite   R and not V cannot be true, of some warp that every launch has
//	potential  otherwise, with a witness from the solver's model
//
// A verdict is definite if each warp that arrives breaks the rule, even if in some blocks no warp arrives (`if
// (threadIdx.x >= 32) __syncthreads()`: if a warp arrives, warp 0 stays away). It is also definite if one warp that
// every launch has breaks the rule (definite.go): the first warp, or any warp of a block of known shape. R and V are
// then about this warp alone, and the verdict names it. Other warps may do anything. R is about all executions of the
// collective along the same calls. If the shape is not known, the warp that stays away from a block barrier is the
// first or the last one (package block), because every block has these; they may be the same.
//
// Beyond the lanes and the mask, a verdict has a detail, one type for each kind of fault (package detail). The rules
// word it.
//
// The state over-approximates the executions, so each "cannot" above is a proof: an approximation can cost a definite
// verdict but not make a false one. A verdict stays potential if R itself depends on an imprecise value or on a value
// that a loop may carry, because the place may not be reached at all. It also stays potential if the event is one of
// several executions of its call and is executed less often than the others. A [Note] lists the parts that the
// interpreter could not model, and whether a call may hide collectives. A function of another unit is analysed there as
// if all lanes called it together, so a call of it by all lanes hides no collective.
//
// # Budgets
//
// An analysis that would take too long is ended by counts that are the same on every machine, not by the clock
// (budget.go, limits.go). The counts limit the instructions of an interpretation, the steps of the solver in a
// question, the work on a root, the memory for its terms (term.Meter), and the work on all roots of the program. A root
// whose analysis is ended, or not begun, has a [Note], and its facts are missing or undecided. The same holds for a
// root that reaches a function with a jump into a loop, unless the function only computes a value.
//
// # Assumptions
//
// These are assumed of every execution, although the program does not state them:
//
//   - In a device function that no kernel calls, a mask argument names the lanes that enter the function, which are all
//     lanes (exec/collective/given.go), and a width argument is a valid one.
//   - If no launch is known, the block is one-dimensional and of whole warps, as many as __launch_bounds__ allows, or
//     any part of a warp if the bound is less than a warp. If some extents are known, the block has these, and its
//     planes are of whole warps (package grid). It has as many threads as its barriers wait for, up to that bound.
//   - A grid has at most 2^31 - 2^20 threads along x, and a warp stays on its multiprocessor.
//   - No execution breaks a __builtin_assume, reaches __builtin_unreachable or reads a constant table beyond its end.
//     Lanes that read an array beyond its end at the same index read the same value.
//   - An element of a local array that is read at an unknown index was written before.
//   - A pointer argument may be null, but not the object of a method.
//   - A loop's counter does not wrap around. Neither does either of two signed sums that are compared, nor a signed
//     sum with a small constant that is compared with an index or widened (n - 1). Signed overflow is undefined
//     behaviour in C++, so a statement about all executions need not hold for it.
//   - A function that is not followed stores no address in a variable that is passed to it, if that variable has
//     floating-point words or integers of 16 or 32 bits.
//   - An access to shared memory stays within its variable. It stays within an array field of several elements. It
//     stays within the row of an array of arrays if the number of the row is not constant, also through a reference or
//     a pointer to the row or to its first element. The sums, products and shifts in its index do not wrap around.
//   - In a template that the program does not instantiate, a type that the arguments decide has 4 bytes. A row whose
//     length they decide is longer than any index into it. A tile of cooperative groups whose size they decide is a
//     warp, because the frontend assumes that; package check also tries other sizes.
//   - Nothing after a trap is a fault, because the kernel has ended.
//   - Between two block barriers or fences other warps do not write memory that this warp reads or writes (this would be
//     a race: missing-syncthreads). Without a barrier of the warp, no other lane of the warp writes a cell of a small
//     shared variable that a lane read or wrote, or a cell that a lane reads twice (this would be missing-syncwarp).
//   - The warps may meet at several barriers with a number in the iterations of a loop. If no warp waits for ever when
//     the iterations are few, then no warp does when they are many, provided that enough threads arrive in all.
//   - An operand of a barrier that depends on more than the launch is valid.
//   - Some values are assumed to be the same in all lanes if their operands are: an argument of a function that is never
//     called, a result of code that does not parse, and a value that depends on a template's arguments. This is assumed
//     in potential verdicts only (alike.go). If a rule is broken only by values that differ from lane to lane, the
//     question is undecided.
package lanes
