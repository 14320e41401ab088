package race

// Beyond a limit a race is undecided, or left to the solver.

// maxPairs bounds the pairs of accesses that are compared for a root, as no barrier of all lanes orders them.
const maxPairs = 20_000

// The units of work that it takes to ask whether a pair is ordered, and of each event between.
const (
	pairWork   = 20
	passedWork = 10
)

// maxExecutions is of how many executions of an access along the same calls it is asked whether
// they race: of an unrolled loop the first few tell.
const maxExecutions = 4

// maxShared is how many bytes of shared memory a block has at most on any GPU: so many has an array
// whose size only the launch says.
const maxShared = 227 << 10

// maxUnproved is of how many pairs of lanes the proof may fail before no more are tried of two
// accesses: it fails of one for what it mostly fails of all.
const maxUnproved = 4

// maxTried is of how many pairs of accesses one pair of lanes is asked about before all lanes are.
const maxTried = 8

// maxPairsAcross bounds the pairs of accesses that are compared for two warps of a block, each lane with each other.
const maxPairsAcross = 2_000

// maxRooms is how many of the variables that all lanes surely stay in tell how many warps a block has.
const maxRooms = 4
