// Package arithmetic computes what instructions without effects make of words: operators, conversions, functions of
// integers (__popc, __fns, video instructions) and of floating words. It knows terms, vectors and the prover, of an
// instruction its operator and types, and of package memory the widths of types and the origins of unknowns. It sees
// no state and no control flow: package exec gives it the operands as vectors.
//
// # Integers
//
// Masks and lane numbers are integers, so their operators and functions are exact (operators.go, integer.go, simd.go). A
// signed sum does not wrap around, which comparisons use (operators.go, exact.go), as they do that a word is known to be
// a multiple (multiple.go):
//
//	if (base + threadIdx.x < base) ...      never
//	if (i < n - 1) ...                      what i + 1 < n says
//
// # Floating words
//
// A floating word is its bits. A result is known where every device must come to the same one, whatever it
// fuses or approximates (float.go, floatfunction.go, smallfloat.go); all else is an uninterpreted function of its
// operands, so that equal operands give equal results. All comparisons of two words follow from one unknown,
// how they lie:
//
//	if (x < y) a(); if (x >= y) b();        no lane calls both
//
// # What is not known
//
// A function of integers without a meaning here is uninterpreted as well. It may decide which lanes reach a collective, so
// the unit reports it ([New]).
package arithmetic
