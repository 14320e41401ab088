package bruteforce

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// A kind is a kind of programs that end in a call under a condition.
type kind struct {
	name string
	// extra draws the statements for this kind. It is nil if there are none.
	extra func(*drawer) string
	// fixed is the default number of programs in the tests.
	fixed int
}

var kinds = []kind{
	{"reach", reaching, 64},
	{"copies", copying, 64},
	{"calls", calling, 64},
	{"warps", exchanging, 32},
}

// A program is a kernel with a faulty call. body is the text before the call, condition the condition of the call.
type program struct{ body, condition string }

func (k kind) draw(t *rapid.T) program {
	d := &drawer{t: t, fixed: map[string]bool{}, extra: k.extra}
	body := d.statements(2, 5)
	return program{body, d.decisive()}
}

// kernel returns the program as warpcheck reads it.
func (p program) kernel(name string) string {
	return fmt.Sprintf("__global__ void %s(int n, unsigned u, int *d) {\nn &= %d; u &= %d;\n%sif ((%s) && threadIdx.x %% 32 < 16) d[0] = __any_sync(~0u, 1);\n}\n",
		name, valuesOfN-1, valuesOfU-1, p.body, p.condition)
}

// function returns the program as a C++ compiler reads it: a function that returns whether the call is reached.
func (p program) function(name string) string {
	return fmt.Sprintf("static bool %s(int n, unsigned u) {\n%sreturn %s;\n}\n", name, p.body, p.condition)
}

// reaching draws values that pass through tables, floating-point variables and shared memory.
func reaching(d *drawer) string {
	switch d.below(4) {
	case 0:
		value := d.bounded()
		return fmt.Sprintf("SHARED(int, %s, %s)\n", d.declare("s"), value)
	case 1:
		table, index := d.oneOf("wholes", "letters", "reals", "pairs[1]"), d.variable()
		return fmt.Sprintf("int %s = (int)%s[%s & 3];\n", d.declare("a"), table, index)
	case 2:
		value := d.bounded()
		f := d.name("f")
		return fmt.Sprintf("float %s = %s * 0.5f;\nint %s = (int)(%s);\n", f, value, d.declare("a"),
			fmt.Sprintf(d.oneOf("floorf(%s)", "fabsf(%s)", "%s + %[1]s", "fmaxf(%s, 1.0f)", "(%s < 2.0f ? 4.0f : 1.0f)", "sqrtf(%s * %[1]s)"), f))
	}
	value := d.bounded()
	return fmt.Sprintf("unsigned char %s = (unsigned char)(%s);\n", d.declare("c"), value)
}

// exchanging draws votes, exchanges and reductions of warps in which all lanes have the same value. It also draws
// arithmetic of halves, rows of records, and loops that search.
func exchanging(d *drawer) string {
	result := func(value string) string { return fmt.Sprintf("int %s = %s;\n", d.declare("a"), value) }
	switch d.below(7) {
	case 0:
		return result(fmt.Sprintf("(%s(~0u, %s) != 0)", d.oneOf("__any_sync", "__all_sync", "__ballot_sync"), d.condition()))
	case 1:
		return result(fmt.Sprintf(d.oneOf("__shfl_sync(~0u, %s, 3)", "__shfl_xor_sync(~0u, %s, 16)", "__shfl_down_sync(~0u, %s, 4)", "__shfl_up_sync(~0u, %s, 1, 8)"), d.bounded()))
	case 2:
		return result(fmt.Sprintf(d.oneOf("__syncthreads_or(%s)", "__syncthreads_and(%s)", "(__syncthreads_count(%s) > 0)"), d.condition()))
	case 3:
		value, h := d.bounded(), d.name("h")
		return fmt.Sprintf("__half %s = __float2half(%s * 0.25f);\n", h, value) +
			result(fmt.Sprintf(d.oneOf("(int)__half2float(__hadd(%s, %[1]s))", "(int)__half2float(__hmul(%s, __float2half(3.5f)))", "__hlt(%s, __float2half(1.5f))", "(__half2float(__hsub(%s, __float2half(0.1f))) > 1.0f)"), h))
	case 4:
		v := d.declare("v")
		return fmt.Sprintf("int %s = %s;\n", v, strings.ReplaceAll(d.bounded(), v, "n")) + fmt.Sprintf("for (int o = 16; o > 0; o /= 2) %s += __shfl_xor_sync(~0u, %[1]s, o);\n%[1]s /= %[2]s;\n", v, d.oneOf("32", "64", "16"))
	case 5:
		r, one, other := d.name("r"), d.variable(), d.variable()
		return fmt.Sprintf("Row %s[2] = {{{1, 2, %s, 4}, 5}, {{6, 7, 8, 9}, %s}};\n%[1]s[%[4]s & 1].cells[%[5]s & 3] = %[6]s;\n", r, d.bounded(), d.bounded(), one, other, d.bounded()) +
			result(fmt.Sprintf(d.oneOf("%[1]s[%[2]s & 1].cells[%[3]s & 3]", "%[1]s[%[3]s & 1].sum + 0 * %[2]s", "(%[1]s + (%[2]s & 1))->cells[2 - (%[3]s & 1)]"), r, d.variable(), d.variable()))
	}
	at, wanted := d.name("at"), d.bounded()
	d.variables = append(d.variables, at)
	d.fixed[at] = true
	return fmt.Sprintf("int %s = 0;\nfor (; %[1]s < 4; ++%[1]s) {\nif (wholes[%[1]s] %[2]s %[3]s) break;\n}\n", at, d.oneOf(">", "==", "<"), strings.ReplaceAll(wanted, at, "n"))
}

// copying draws memcpy, memmove, memset and copies of structures.
func copying(d *drawer) string {
	m := d.name("m")
	index := d.variable()
	read := func(source string) string { return fmt.Sprintf("int %s = (int)%s;\n", d.declare("a"), source) }
	switch d.below(6) {
	case 0:
		return fmt.Sprintf("int %s[4];\nmemset(%[1]s, %s, %s);\nif (n > 20) %[1]s[1] = 3;\n", m, d.oneOf("0", "1", "255"), "sizeof "+m) + read(fmt.Sprintf("%s[%s & 3] %% 32", m, index))
	case 1:
		return fmt.Sprintf("int %s[4] = {%s, 1, 2, 3};\nmemcpy(%[1]s + 1, wholes, %[3]d);\n", m, d.bounded(), 4*(1+d.below(3))) + read(fmt.Sprintf("%s[%s & 3]", m, index))
	case 2:
		return fmt.Sprintf("Pair %s = {%s, 'c'};\nPair %s_;\nmemcpy(&%[3]s_, &%[1]s, sizeof %[1]s);\n", m, d.bounded(), m) + read(m+d.oneOf("_.whole", "_.letter % 32", ".whole"))
	case 3:
		return fmt.Sprintf("Pair %s = {%s, (char)(%s)};\nPair %s_ = %[1]s;\n%[4]s_.whole += 1;\n", m, d.bounded(), d.bounded(), m) + read(m+d.oneOf("_.whole", "_.letter", ".whole"))
	case 4:
		return fmt.Sprintf("unsigned char %s[8];\nmemset(%[1]s, %d, %d);\nmemset(%[1]s + %[3]d, %d, %d);\n", m, d.below(9), 1+d.below(7), d.below(9), 0) +
			fmt.Sprintf("memset(%[1]s, %[2]d, 8);\nmemcpy(%[1]s + 2, letters, %[3]d);\n", m, d.below(9), 1+d.below(4)) + read(fmt.Sprintf("%s[%s & 7]", m, index))
	}
	return fmt.Sprintf("int %s[4] = {0, 1, 2, 3};\nmemmove(%[1]s + %[2]d, %[1]s, %[3]d);\n", m, 1+d.below(2), 4*(1+d.below(2))) + read(fmt.Sprintf("%s[%s & 3]", m, index))
}

// calling draws calls through pointers, calls of recursive functions and of templates, and calls of lambdas.
func calling(d *drawer) string {
	argument := d.bounded()
	result := func(call string) string { return fmt.Sprintf("int %s = %s;\n", d.declare("a"), call) }
	switch d.below(7) {
	case 0:
		return result(fmt.Sprintf("operations[%s & 1](%s)", d.variable(), argument))
	case 1:
		return result(fmt.Sprintf("plain(%s)", argument))
	case 2:
		f := d.name("f")
		return fmt.Sprintf("Operation %s = %s ? twice : third;\n", f, d.condition()) + result(fmt.Sprintf("%s(%s)", f, argument))
	case 3:
		f := d.name("f")
		return fmt.Sprintf("auto %s = [=](int x) { return %s > 3 ? x + 1 : 2; };\n", f, d.variable()) + result(fmt.Sprintf("%s(%s)", f, argument))
	case 4:
		return result(fmt.Sprintf("down(%s & 7)", d.variable()))
	case 5:
		return result(fmt.Sprintf("apply(%s, %s)", d.oneOf("twice", "third"), argument))
	}
	o := d.name("o")
	return fmt.Sprintf("Holder %s = {%s};\n", o, d.oneOf("twice", "third")) + result(fmt.Sprintf("%s.run(%s)", o, argument))
}

// shared holds the declarations that the texts of both sides use. In it, plain is a pointer that no code writes.
const shared = `
struct Pair { int whole; char letter; };
struct Row { int cells[4]; int sum; };
CONSTANT int wholes[4] = {3, 1, 4, 15};
CONSTANT char letters[4] = {7, 0, 2, 9};
CONSTANT float reals[4] = {1.5f, -2.0f, 6.25f, 0.5f};
CONSTANT short pairs[2][4] = {{1, 2, 3, 4}, {5, -6, 7, 12}};
DEVICE int twice(int x) { return 2 * x; }
DEVICE int third(int x) { return x / 3; }
typedef int (*Operation)(int);
static DEVICE Operation plain = third;
static DEVICE Operation const operations[2] = {twice, third};
DEVICE int down(int x) { return x <= 1 ? x : 1 + down(x - 2); }
template <typename F> DEVICE int apply(F f, int x) { return f(x) + 1; }
struct Holder { Operation operation; DEVICE int run(int x) const { return operation(x); } };
`

// preludeOfKernels and preludeOfFunctions define, for each side, the names that the texts use.
const (
	preludeOfKernels = `#include <cuda_fp16.h>
#define DEVICE __device__
#define CONSTANT __constant__ const
#define SHARED(T, name, value) __shared__ T name##_; if (threadIdx.x == 0) name##_ = value; __syncthreads(); T name = name##_; __syncthreads();
` + shared
	preludeOfFunctions = `#include <cmath>
#include <cstdio>
#include <cstring>
#define DEVICE
#define CONSTANT static const
#define SHARED(T, name, value) T name = value;
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a < b ? b : a; }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __clz(int x) { return x ? __builtin_clz(x) : 32; }
static int __ffs(int x) { return __builtin_ffs(x); }
static int __any_sync(unsigned, int x) { return x != 0; }
static int __all_sync(unsigned, int x) { return x != 0; }
static unsigned __ballot_sync(unsigned m, int x) { return x ? m : 0; }
static int __syncthreads_or(int x) { return x != 0; }
static int __syncthreads_and(int x) { return x != 0; }
static int __syncthreads_count(int x) { return x != 0; }
static int same(unsigned, int x, int, int = 32) { return x; }
#define __shfl_sync same
#define __shfl_xor_sync same
#define __shfl_down_sync same
#define __shfl_up_sync same
typedef _Float16 __half;
static __half __float2half(float x) { return (__half)x; }
static float __half2float(__half x) { return (float)x; }
static __half __hadd(__half a, __half b) { return (__half)((float)a + (float)b); }
static __half __hsub(__half a, __half b) { return (__half)((float)a - (float)b); }
static __half __hmul(__half a, __half b) { return (__half)((float)a * (float)b); }
static bool __hlt(__half a, __half b) { return a < b; }
` + shared
)
