package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/warp"
)

// exchangeAround is a kernel in which lanes race if the statement between the accesses does not order them. A function
// is called with the first of the lists of arguments that it accepts.
const exchangeAround = `
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define TAKES(...) if constexpr (requires { __VA_ARGS__; }) { (void)(__VA_ARGS__); }
#define AROUND(kernel, ...)                                                       \
  __global__ void __launch_bounds__(32) kernel(const int *in, int *out) {         \
    __shared__ int cells[32];                                                     \
    const int lane = threadIdx.x;                                                 \
    cells[lane] = in[lane];                                                       \
    __VA_ARGS__;                                                                  \
    out[lane] = cells[31 - lane];                                                 \
  }
#define CALL(kernel, f)                                                           \
  AROUND(kernel, [&](auto x, auto y, auto i, auto u, auto p, auto q, auto h, auto w, auto c) { \
    TAKES(f(x)) else TAKES(f(y)) else TAKES(f(i)) else TAKES(f(h)) else TAKES(f(x, x)) else TAKES(f(y, y))   \
    else TAKES(f(i, i)) else TAKES(f(u, u)) else TAKES(f(i, x)) else TAKES(f(x, i)) else TAKES(f(x, x, x))     \
    else TAKES(f(y, y, y)) else TAKES(f(i, i, i)) else TAKES(f(u, u, u)) else TAKES(f(x, p)) else TAKES(f(x, q)) \
    else TAKES(f(x, q, q)) else TAKES(f(p)) else TAKES(f("%d", i)) else TAKES(f(p, p)) else TAKES(f(c, c)) \
    else TAKES(f(p, p, i)) else TAKES(f(c, c, i)) else TAKES(f(w)) else TAKES(f(w, w))                      \
    else TAKES(f(w, w, i))                                                        \
  }(1.f * lane, 1.0 * lane, lane, unsigned(lane), out + 64, (float *)out + 64, __float2half(1.f * lane), (const char *)"1", (char *)out + 64))
`

// statements has the statements that are tested in addition to the functions of the table, with whether they order the
// accesses.
var statements = map[string]bool{
	`int *a = new int(lane); out[64] = *a; delete a`:                                false,
	`int *a = new int[3]; a[0] = lane; out[64] = a[0]; delete[] a`:                  false,
	`new (out + 64 + lane) int(lane)`:                                               false,
	`char a[8]; memcpy(a, in + lane, 4); out[64 + lane] = a[1]`:                     false,
	`char a[8]; memcpy(a, in + lane, in[0] & 7); out[64 + lane] = a[1]`:             false,
	`float a[64]; memmove(a + 1, a, 4 * lane); out[64 + lane] = int(a[1])`:          false,
	`int a[4]; memset(a, 255, 8); out[64 + lane] = a[0]`:                            false,
	`char a[100]; memset(a, lane, 50); out[64 + lane] = a[0]`:                       false,
	`memset(out + 64 + 40 * lane, 0, 160)`:                                          false,
	`struct { int a; char b[12]; } a; memcpy(&a, in + 4 * lane, 16); out[64] = a.a`: false,
	`asm volatile("nanosleep.u32 100;")`:                                            false,
	`asm volatile("prefetch.global.L2 [%0];" :: "l"(in))`:                           false,
	`unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t))`:    false,
	`long long t = clock64(); out[64 + lane] = int(t)`:                              false,
	`int device; cudaGetDevice(&device); out[64 + lane] = device`:                   false,
	`cudaGridDependencySynchronize()`:                                               false,
	`__threadfence_block()`:                                                         false,
	`out[64 + lane] = __shfl_sync(~0u, lane, 3)`:                                    false,
	`out[64 + lane] = __any_sync(~0u, lane > in[0])`:                                false,
	`out[64 + lane] = atomicAdd(out + 99, 1)`:                                       false,
	`__syncwarp()`:    true,
	`__syncthreads()`: true,
	`out[64 + lane] = __syncthreads_count(lane > in[0])`: true,
	`asm volatile("bar.sync 0;")`:                        true,
	`somebodyElses(lane)`:                                true,
}

// TestOnlyWaitsOrder puts each function of the table and each statement between two accesses. The accesses race unless
// the function or the statement orders them.
func TestOnlyWaitsOrder(t *testing.T) {
	var text strings.Builder
	text.WriteString(exchangeAround + "__device__ void somebodyElses(int);\n")
	orders := map[string]string{}
	add := func(form, what string, does bool) {
		name := fmt.Sprintf("k%d", len(orders))
		orders[name] = ""
		if does {
			orders[name] = what
		}
		fmt.Fprintf(&text, form+"  // "+"%[3]s\n", name, what, fmt.Sprintf("in %s ", name))
	}
	declared := declaredNames(t)
	for _, name := range effect.Functions() {
		if declared[name] && !strings.HasPrefix(name, "__builtin_") {
			add("CALL(%[1]s, %[2]s)", name, false)
		}
	}
	for what, does := range statements {
		add("AROUND(%[1]s, %[2]s)", what, does)
	}
	file := filepath.Join(t.TempDir(), "between.cu")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	settings := setting{warp.Independent, false}.configured()
	settings.ExtraArgs = append(settings.ExtraArgs, "-std=c++20")
	outcome, err := newTrees().check(t.Context(), file, settings)
	if err != nil {
		t.Fatal(err)
	}
	found, complaints := findingsOf(outcome)
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	racing := map[string]bool{}
	for _, f := range found {
		for _, kernel := range f.Kernels {
			racing[strings.Split(kernel, "(")[0]] = true
		}
	}
	for name, does := range orders {
		if racing[name] == (does != "") {
			t.Errorf("%s: races %t: %s", name, racing[name], lineWith(text.String(), "in "+name+" "))
		}
	}
}

// declaredNames returns the words in the headers that replace those of CUDA.
func declaredNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, header := range []string{"c_functions.h", "integer.h", "convert.h", "math.h", "memory.h", "texture.h", "small_float.h"} {
		text, err := os.ReadFile(filepath.Join("../frontend/headers/include/warpcheck", header))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			names[name] = true
		}
	}
	return names
}

// lineWith returns the first line of a text that contains a word.
func lineWith(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			return line
		}
	}
	return ""
}
