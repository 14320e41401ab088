// Package disjoint proves that two lanes touch different bytes of a variable. That mostly follows from
// sums: what is between their addresses, and what the conditions on their way say of it.
//
//	if (t < o) s[t] += s[t + o];       lane 3 reads at 3 + o, lane 5 writes at 5, and 5 < o
//	s[t * d + x], x < d                lanes 3 and 5: 2 * d + x - y, and y < d
//
// The solver would find that out bit by bit, where it does at all. Here an address is a sum of
// products in whole numbers, for an index that wraps around leads out of its variable, and a bound of
// it is found by taking conditions, each a sum that is not negative, from it until what is left is
// bounded by the ranges of its parts (Fourier-Motzkin elimination, of one goal). What sums leave open
// they may tell of each case of a few words (bycases.go), and of words that lanes exchange in pairs
// (exchange.go). Lanes that differ by a constant alone are looked at together first (keptapart.go).
//
// The package knows terms and nothing of lanes' accesses, barriers or races; [Sums] remembers the words
// of one table. Yes is a proof, about all values of the unknowns, and no says nothing.
package disjoint
