// Package taint decides whether an undefined value is used: whether other threads can see a difference between two
// values in its place.
//
// A root is interpreted with an unknown for each undefined value ([trace.Undefined]). The trace records each place that
// makes values visible to others ([trace.Use]), with its guard and its words. Two runs with the same input differ only
// in the undefined values. So the formulas and words of the second run are those of the first with these unknowns
// replaced:
//
//	v += __shfl_xor_sync(~0u, v, 4);      v is d + u, and d + u' in the other run
//	if (t < n) out[t] = v & 1;            seen where t < n, and there (d + u) & 1 may not be (d + u') & 1
//
// # What may differ
//
// For the proof that no thread sees the value, u and u' are arbitrary. Approximated values are replaced too if they may
// be computed from the undefined value, directly or through loop-carried unknowns (depends.go). So the solver's answer
// No holds for all inputs.
//
// # What differs for certain
//
// For the proof that the value is seen for each input, a few pairs of values are tried. For every input, one of these
// pairs must make a difference. Combinations with other values are judged as follows (twin.go):
//
//   - Integers are computed exactly, so w & 0 is 0 for each w.
//   - Floating-point arithmetic gives a different number for a different operand: x + u is NaN if u is.
//   - A word of memory is arbitrary if it is read only to be combined with the value: max(u, d[t]) is a use, though some
//     d[t] may never be less. Arguments, and memory that a condition without the value reads, are those of the input.
//
// In a loop after the collective the first iteration is used, because its values are known.
package taint
