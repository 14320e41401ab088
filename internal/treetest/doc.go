// Package treetest reads the little of CUDA that tests of the layers above the frontend are
// written in, without a parser of C++: in microseconds, where clang takes a hundred milliseconds.
//
//	__device__ int twice(int x) { return 2 * x; }
//	__global__ void k(int *d, int n) {
//	  __shared__ int s[32];
//	  for (int i = threadIdx.x; i < n; i += 32)
//	    if (d[i] > 0) __syncwarp(0xffffffff);
//	}
//
// There are functions, the numbers bool, int, unsigned, unsigned long long and float, pointers to them
// and arrays of them, all statements but goto and try, all operators but the comma, inline PTX with inputs alone,
// and the intrinsics of types.go. The tree is that of the same text in clang, as far as package
// lower asks (a test compares what both are lowered to). What is not understood ends the test.
package treetest
