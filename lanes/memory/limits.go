package memory

// What is followed exactly is bounded, for each of it costs time at every access and join. Beyond a
// limit values are unknown, of each lane its own.
const (
	// partLimit bounds the scalar parts of an aggregate that are followed one by one: each has a
	// cell in every state.
	partLimit = 128
	// maxWords bounds the scalars of a variable that is accessed as another type: what is read is a
	// function of all of them.
	maxWords = 32
	// maxChoices bounds the depth of choices among pointers: a load reads from each.
	maxChoices = 4
	// choiceLimit bounds the entries of a constant table among which an index that is not known
	// chooses.
	choiceLimit = 64
	// maxElements bounds the elements of an array among which an index chooses: a store changes
	// all of them.
	maxElements = 16
	// maxStacked bounds the known elements of an array that is looked at: a stack or a queue has
	// few when it is first used, and a tile of numbers decides nothing.
	maxStacked = 64
	// maxKnown is how many facts are kept, the last: what a mask is made of was computed shortly
	// before.
	maxKnown = 8
	// longestRow are the elements of a row whose length the arguments of a template decide: no block has as many
	// bytes of shared memory. No row is taken to be longer than farthest, in bytes.
	longestRow, farthest = 1 << 18, 1 << 56
	// cellWork are the units of work that a cell costs where states meet.
	cellWork = 10
)
