// Package arithmetic computes instructions without effects on words: operators, conversions, and functions of
// integers (__popc, __fns, video instructions) and of floating-point words. It knows terms, vectors, the prover, and
// the operator and types of an instruction. From package memory it knows the widths of types and the origins of
// unknowns. It sees no state and no control flow: package exec passes the operands as vectors.
//
// # Integers
//
// Masks and lane numbers are integers, so their operators and functions are exact (operators.go, integer.go,
// simd.go). Comparisons use two further facts: a signed sum does not wrap around (operators.go, exact.go), and some
// words are known to be multiples of a power of two (multiple.go):
//
//	if (base + threadIdx.x < base) ...      never
//	if (i < n - 1) ...                      the same as i + 1 < n
//
// # Floating-point words
//
// A floating-point word is its bits. A result is known if every device must compute the same one, whatever operations
// it fuses or approximates (float.go, floatfunction.go, smallfloat.go). All other results are uninterpreted functions
// of their operands, so that equal operands give equal results. The order of two words is one unknown, and all their
// comparisons are formulas about it:
//
//	if (x < y) a(); if (x >= y) b();        no lane calls both
//
// # What is not known
//
// A function of integers without a model is uninterpreted as well. It may decide which lanes reach a collective, so
// the unit reports it (the callback of [New]).
package arithmetic
