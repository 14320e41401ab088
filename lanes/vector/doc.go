// Package vector is a word or a formula of all 32 lanes of a warp as one value: 32 terms, one
// per lane (package term).
//
// # Uniformity
//
// Terms are hash-consed and normalised, so a vector is uniform exactly when its 32 terms are one
// pointer, and it holds that term once then: uniformity needs no analysis of its own. In
// `for (i = lane; i < n; i += 32)` the difference i - lane is 32k for every lane, and no affine
// domain is needed beside.
//
// # Suspension
//
// Most of what a kernel computes decides no branch and no mask. Arithmetic and loads are
// therefore suspended ([Later]) and computed when somebody looks ([Vec.Force]). The width of a
// vector is known without that.
//
// # Joins
//
// Where control flow edges meet, each lane has what it had on the edge it came along
// ([Algebra.Choose]), and the block behind runs where some edge was taken ([Algebra.Union]). What
// tells the edges apart is short, as the path condition that they have in common is left out
// ([Algebra.EdgeConditions]):
//
//	if (p) x = 1; else x = 2;     edge conditions under the guard g: p and not p, not g && p
//	y = x;                        x is p ? 1 : 2
//
// A choice remembers its condition, so that what is read where that condition holds is the one
// side again ([Algebra.SeenFrom]):
//
//	int rows;
//	if (tile < tiles) rows = height;
//	if (tile < tiles) for (int r = 0; r < rows; r++) ...      to height
package vector
