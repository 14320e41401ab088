package disjoint

// Limits of a proof that two accesses are disjoint. maxEliminations bounds the conditions that are subtracted from
// the distance. fewEliminations is the smaller bound before cases are tried. Real indices need up to three. maxParts
// bounds the products in the multiplication of two sums. farthest is the largest number in a computation, so that
// none wraps around.
const (
	maxEliminations = 4
	fewEliminations = 2
	maxParts        = 64
	farthest        = 1 << 60
)

// maxArrays bounds the known nested arrays of an access: tiles of two buffers need two.
const maxArrays = 3

// maxSplits bounds the nested choices for which both sides are proved. wordSplits divides this bound for each case of
// a word, because a word has more cases.
const (
	maxSplits  = 6
	wordSplits = 3
)

// eliminationWork is the work of one step of isNeverNegative for each part of a sum.
const eliminationWork = 12

// fewPairs is the number of undecided pairs of lanes below which it is cheaper to decide each pair separately.
const fewPairs = 4
