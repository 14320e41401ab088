package parse

import (
	"strings"
	"testing"
)

// Differences that only device code sees do not cause a second parse.
func TestHostViewOnlyWhereItDiffers(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		parses int
	}{
		"a macro of device code alone": {`
#ifdef __CUDA_ARCH__
#define TRAP __trap()
#else
#define TRAP 0
#endif
__global__ void k() {
  TRAP; // of TRAP
}
void f() { k<<<1, 32>>>(); }`, 1},
		"a macro that a launch uses": {`
#ifdef __CUDA_ARCH__
#define THREADS 64
#else
#define THREADS 32
#endif
__global__ void k() {
  int n = THREADS;
}
void f() { k<<<1, THREADS>>>(); }`, 2},
		"a local constant of device code": {`
__device__ int bits(int x) {
#if __CUDA_ARCH__ >= 800
  const int n = x;
  return n;
#else
  return 0;
#endif
}
__global__ void k(int n) { bits(n); }
void f(int n) { k<<<1, n>>>(n); }`, 1},
		"a constant of a constexpr function": {`
constexpr __device__ int bits() {
#ifndef __CUDA_ARCH__
  const int n = 16;
  return n;
#else
  return 64;
#endif
}
__global__ void k(int n) {}
void f() { constexpr int n = bits(); k<<<1, n>>>(n); }`, 2},
		"a function for both sides that device code calls": {`
__host__ __device__ int size() {
#ifdef __CUDA_ARCH__
  return 64;
#else
  return 32;
#endif
}
__global__ void k() {
  size();
}
void f() { k<<<1, 32>>>(); } // size() is of no account`, 1},
		"a function for both sides that host code calls": {`
__host__ __device__ int size() {
#ifdef __CUDA_ARCH__
  return 64;
#else
  return 32;
#endif
}
__global__ void k() {}
void f() { k<<<1, size()>>>(); }`, 2},
		"a condition on something else": {`
__global__ void k() {}
#if __CUDA_ARCH__ >= 700
#define VOLTA
#endif
void f() {
  int n = 32;
#ifdef SMALL
  n = 16;
#endif
  k<<<1, n>>>();
}`, 1},
		"a condition on a macro of the architecture": {`
#if defined(__CUDA_ARCH__)
#define DEVICE
#endif
#if !defined(DEVICE)
#define SMALL
#endif
__global__ void k() {}
void f() {
  int n = 32;
#ifdef SMALL
  n = 16;
#endif
  k<<<1, n>>>();
}`, 2},
	} {
		parses := 0
		o := options(strings.TrimSpace(c.source))
		o.Parses = &parses
		if _, err := File(o); err != nil || parses != c.parses {
			t.Errorf("%s: parsed %d times, want %d: %v", name, parses, c.parses, err)
		}
	}
}
