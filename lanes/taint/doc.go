// Package taint says when an undefined value is used: when what others see of a run is another thing for another value.
//
// A root is interpreted with an unknown for each undefined value ([trace.Undefined]), and each place by which others may
// see one is recorded ([trace.Use]): who comes there, and with which words. Two runs of one input differ in nothing but
// the undefined values, so a formula or a word of the one is that of the other with these unknowns replaced:
//
//	v += __shfl_xor_sync(~0u, v, 4);      v is d + u, and d + u' in the other run
//	if (t < n) out[t] = v & 1;            seen where t < n, and there (d + u) & 1 may not be (d + u') & 1
//
// # What may differ
//
// For the proof that nobody sees a value, u and u' are any two. What the interpreter gave up is replaced as well, if it
// may be made of the value: along the feeds of the unknowns that loops carry, which is a fixed point of these
// (depends.go). So a No of the solver holds for all inputs.
//
// # What differs for certain
//
// For the proof that each input shows the value, one of a few pairs of values has to make a difference, whatever the
// input. Values that are combined with others count as follows (twin.go):
//
//   - Integers are computed, so w & 0 and min(w, 0) are what they are.
//   - Arithmetic of floating words is another number for another operand: x + u is no number where u is none.
//   - What memory holds is any number, if nothing but its combination with the value asks for it: max(u, d[t]) is used,
//     though there be a d[t] which is never less. What an argument is, or what is in memory that a condition without
//     the value asks for, is as the input has it.
//
// Within a loop behind the collective the first iteration is asked, which is known.
package taint
