package disjoint

// Limits of a proof that two accesses are disjoint: how many conditions it takes from the distance, and
// how many before it looks at cases, how many products one of two sums may have, and the largest number
// that it computes with, so that none wraps around. Real indices take up to three conditions, and fewer
// are tried before more.
const (
	maxEliminations = 4
	fewEliminations = 2
	maxParts        = 64
	farthest        = 1 << 60
)

// maxArrays is how many arrays, one within the other, an access is known to stay in: tiles of two buffers have two rows.
const maxArrays = 3

// maxSplits is how many choices are looked at from both sides for such a proof, one within the other, and
// wordSplits how many times fewer in each case of a word, which has more of them.
const (
	maxSplits  = 6
	wordSplits = 3
)

// eliminationWork is the units of work that a part of a sum costs in a step of such a proof.
const eliminationWork = 12

// fewPairs is the number of pairs of lanes below which it is cheaper to ask about each pair than about all as wholes.
const fewPairs = 4
