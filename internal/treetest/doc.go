// Package treetest reads a small part of CUDA, for tests of the layers above the frontend. It does not use clang, and
// so takes microseconds instead of a hundred milliseconds.
//
//	__device__ int twice(int x) { return 2 * x; }
//	__global__ void k(int *d, int n) {
//	  __shared__ int s[32];
//	  for (int i = threadIdx.x; i < n; i += 32)
//	    if (d[i] > 0) __syncwarp(0xffffffff);
//	}
//
// It reads functions, the types bool, int, unsigned, unsigned long long and float, and pointers to these types and
// arrays of them. It reads the statements of C except goto, and the operators of C except the comma, sizeof, casts and
// ->. It also reads inline PTX with inputs only, and the intrinsics of types.go. The tree is that of clang for the same
// text, in all parts that package lower uses (a test compares the lowered programs). A text that it cannot read ends
// the test.
package treetest
