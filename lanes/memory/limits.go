package memory

// These limits bound the parts of memory that are followed exactly, because each part costs time at each access and
// join. Beyond a limit less is known: mostly, a value becomes an unknown, different in each lane.
const (
	// partLimit bounds the scalar parts of an aggregate that are followed one by one, because each has a cell in every
	// state.
	partLimit = 128
	// maxWords bounds the scalars of a variable that is accessed as another type: the loaded word is a function of
	// all its scalars.
	maxWords = 32
	// maxChoices bounds the depth of nested choices among pointers: a load reads from each of them.
	maxChoices = 4
	// choiceLimit bounds the entries of a constant table among which an unknown index chooses.
	choiceLimit = 64
	// maxElements bounds the elements of an array in which an unknown index chooses: a store changes all of them.
	maxElements = 16
	// maxStacked bounds the known elements of an array whose uniformity is checked. The check is for stacks and queues,
	// which have few known elements when they are first used. A tile of numbers has more, but decides no branch.
	maxStacked = 64
	// maxKnown bounds the lists State.Known and State.Multiples, which keep the newest entries. Older entries are of
	// little use: the words that make up a mask were computed shortly before.
	maxKnown = 8
	// longestRow is the assumed length of a row, in elements, if the length depends on the arguments of a template. No
	// block has that many bytes of shared memory. farthest bounds the length of any row in bytes.
	longestRow, farthest = 1 << 18, 1 << 56
	// cellWork is the work for a cell at a join of states, in units of term.Meter.
	cellWork = 10
)
