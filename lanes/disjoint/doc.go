// Package disjoint proves that two lanes touch different bytes of a variable. The proof mostly follows from sums: the
// distance between the addresses of the lanes, and the conditions on their paths.
//
//	if (t < o) s[t] += s[t + o];       lane 3 reads at 3 + o, lane 5 writes at 5, and 5 < o
//	s[t * d + x], x < d                lanes 3 and 5: 2 * d + x - y, and y < d
//
// The solver would find this bit by bit, if at all. Here an address is a sum of products of integers, because an index
// that wraps around would leave its variable. Conditions are sums that are not negative. To bound a sum, conditions are
// subtracted from it until the ranges of its parts bound the rest (Fourier-Motzkin elimination with one goal). If that
// fails, it is tried in each case of a few words (bycases.go), and for words that lanes exchange in pairs
// (exchange.go). Lanes whose addresses differ only by a constant are handled together first (disjointlanes.go).
//
// The package knows terms, but not accesses of lanes, barriers or races. [Sums] caches the words of one table. The
// answer true is a proof for all values of the unknowns. The answer false means only that no proof was found.
package disjoint
