// Package treetest reads a small part of CUDA, in which tests of the layers above the frontend are written. It needs no
// parser of C++, and so takes microseconds where clang takes a hundred milliseconds.
//
//	__device__ int twice(int x) { return 2 * x; }
//	__global__ void k(int *d, int n) {
//	  __shared__ int s[32];
//	  for (int i = threadIdx.x; i < n; i += 32)
//	    if (d[i] > 0) __syncwarp(0xffffffff);
//	}
//
// It knows functions, the types bool, int, unsigned, unsigned long long and float, pointers to them and arrays of them,
// all statements but goto and try, all operators but the comma, inline PTX with inputs only, and the intrinsics of
// types.go. The tree is the one that clang gives for the same text, as far as package lower uses it (a test compares
// the lowered programs). Text that is not understood ends the test.
package treetest
