package unwritten_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/rules/unwritten"
)

// The reads of shared memory that may find unwritten bytes, and whether nothing but atomics writes the variable before.
func TestFind(t *testing.T) {
	for body, want := range map[string]string{
		"atomicAdd(&n, 1); d[t] = n;":           "[n true]",
		"n = 0; atomicAdd(&n, 1);":              "[n false]",
		"d[t] = n;":                             "[n true]",
		"atomicAdd(&n, 1);":                     "[n false]",
		"atomicExch(&n, 1); d[t] = n;":          "[n false n false]",
		"clear(&n); d[t] = n;":                  "[n false]",
		"int *p = s; p[t] = 1; d[t] = s[t];":    "[s false]",
		"d[t] = atomicAdd(&n, 1); s[t] = d[t];": "[n true]",

		"d[t] = n; __syncthreads(); n = 1;":                         "[n true]",
		"d[t] = n; if (t) __syncthreads(); n = 1;":                  "[n false]",
		"d[t] = n; __syncwarp(); n = 1;":                            "[n false]",
		"if (t) __syncthreads(); d[t] = n; __syncthreads(); n = 1;": "[n false]",
		"d[t] = n; await(); clear(&n);":                             "[n true]",
		"d[t] = n; await(); clear(&n); d[t] = n;":                   "[n true n false]",
		"for (;;) { d[t] = n; await(); n = 1; await(); }":           "[n true]",
		"for (;;) { await(); d[t] = n; await(); n = 1; }":           "[n false]",
		"d[t] = n; __syncthreads(); while (n > 3) n = 1;":           "[n true n false]",
		"d[t] = n; unknown(); __syncthreads(); n = 1;":              "[n true]",
		"unknown(); d[t] = n; __syncthreads(); n = 1;":              "[n false]",
	} {
		text := "__device__ void clear(int *p) { *p = 0; }\n__device__ void await() { __syncthreads(); }\n__device__ void unknown();\n" +
			"__global__ void k(int *d) { __shared__ int n, s[64]; int t = threadIdx.x; " + body + " }"
		var found []any
		for _, read := range unwritten.Find(parsetest.Program(t, text)) {
			if read.Object != nil {
				found = append(found, read.Object.Name, read.IsFirst)
			}
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// The comparison that all writes of the array depend on.
func TestBound(t *testing.T) {
	for body, want := range map[string]string{
		"if (t < 40) s[t] = 1; d[t] = s[63 - t];":                               "line 2 true",
		"if (t >= 40) return; s[t] = 1; d[t] = s[63 - t];":                      "line 2 false",
		"for (int i = t; i < 40; i += 8) s[i] = 1; d[t] = s[63 - t];":           "line 2 true",
		"if (t < 40 && d[t] == 3) s[t] = 1; d[t] = s[63 - t];":                  "line 2 true",
		"if (t == 4) s[t] = 1; d[t] = s[63 - t];":                               "none",
		"if (t < 40) s[t] = 1; s[t + 1] = 2; d[t] = s[63 - t];":                 "none",
		"if (t < 40) { int *p = s; p[t] = 1; } d[t] = s[63 - t];":               "none",
		"if (t < 40) d[t] = 1; else d[t] = 2; s[t] = 1; d[t] = s[63 - t];":      "none",
		"if (t < 40) atomicAdd(&s[t], 1); s[t] = 1; d[t] = s[63 - t];":          "none",
		"if (d[0] > 3) if (t < 40) s[t] = 1; atomicAdd(&s[0], 1); d[t] = s[t];": "line 2 true",
	} {
		text := "__global__ void k(int *d) { __shared__ int s[64]; int t = threadIdx.x;\n" + body + " }"
		got := "none"
		for _, read := range unwritten.Find(parsetest.Program(t, text)) {
			if bound := read.Bound(); read.Object != nil && bound != nil {
				got = fmt.Sprintf("line %d %t", bound.At.Pos.Line, bound.Holds)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
