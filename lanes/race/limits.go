package race

// Limits of the search for races. Beyond a limit a race is undecided, or left to the solver.

// maxPairs bounds the pairs of accesses of a root that are compared: those that no barrier of all lanes orders.
const maxPairs = 20_000

// pairWork is the work to find out whether a pair is ordered, and passedWork the work for each event in between, in
// units of work.
const (
	pairWork   = 20
	passedWork = 10
)

// touchedWork is the work to look at one of the addresses of an access that the thread numbers determine.
const touchedWork = 2

// maxExecutions bounds how many executions of one access are compared for each path of calls. Only unrolled loops have
// more, and their first iterations show the races.
const maxExecutions = 4

// maxShared is the largest number of bytes of shared memory of a block on any GPU. It is the assumed size of an array
// whose size only the launch determines.
const maxShared = 227 << 10

// maxUnproved bounds the failed proofs for pairs of lanes of two accesses. Beyond it, no more proofs are tried,
// because a proof that fails for one pair mostly fails for all.
const maxUnproved = 4

// maxTried bounds the pairs of accesses for which the solver first tries one pair of lanes, and then all pairs
// together.
const maxTried = 8

// maxOpen bounds the pairs of lanes that the solver may leave undecided. After this number, the solver is asked about
// no further pairs. Most pairs differ only in their lane numbers, so the further ones would stay undecided as well.
const maxOpen = 2

// maxPairsAcross bounds the pairs of accesses that are compared for two warps of a block, with all pairs of lanes.
const maxPairsAcross = 2_000

// maxRooms bounds the conjuncts of the formula rooms, which limits the number of warps.
const maxRooms = 4
