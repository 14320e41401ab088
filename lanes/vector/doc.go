// Package vector represents a word or a formula of all 32 lanes of a warp as one value: 32 terms, one per lane (package
// term).
//
// # Uniformity
//
// Terms are hash-consed and normalised. So a vector counts as uniform if its 32 terms are the same pointer, and
// uniformity needs no separate analysis. A uniform vector holds its term once. In `for (i = lane; i < n; i += 32)` the
// difference i - lane is 32k for every lane, so no affine domain is needed.
//
// # Suspension
//
// Most values that a kernel computes decide no branch and no mask. Arithmetic and loads are therefore suspended
// ([Later]), and computed when they are first needed ([Vec.Force]). The width of a vector is known without computing
// the vector.
//
// # Joins
//
// Where control flow edges meet, each lane has the value of the edge on which it arrived ([Algebra.Choose]), and the
// next block runs if some edge was taken ([Algebra.Union]). The conditions that distinguish the edges are short,
// because the path condition that all edges share is left out ([Algebra.EdgeConditions]):
//
//	if (p) x = 1; else x = 2;     edge conditions under the guard g: p and not p, not g && p
//	y = x;                        x is p ? 1 : 2
//
// A choice remembers its condition. So a read under that condition gives the chosen side again ([Algebra.SeenFrom]):
//
//	int rows;
//	if (tile < tiles) rows = height;
//	if (tile < tiles) for (int r = 0; r < rows; r++) ...      to height
package vector
