package language

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// functionsOfWords are calls of functions of one to three words. a and b stand for words, h and i for words with small
// halves.
const functionsOfWords = `
__vabs2(a) __vabs4(a) __vabsss2(a) __vabsss4(a) __vneg2(a) __vneg4(a) __vnegss2(a) __vnegss4(a)
__vadd2(a,b) __vadd4(a,b) __vaddss2(a,b) __vaddss4(a,b) __vaddus2(a,b) __vaddus4(a,b)
__vsub2(a,b) __vsub4(a,b) __vsubss2(a,b) __vsubss4(a,b) __vsubus2(a,b) __vsubus4(a,b)
__vavgs2(a,b) __vavgs4(a,b) __vavgu2(a,b) __vavgu4(a,b) __vhaddu2(a,b) __vhaddu4(a,b)
__vabsdiffs2(a,b) __vabsdiffs4(a,b) __vabsdiffu2(a,b) __vabsdiffu4(a,b)
__vsads2(a,b) __vsads4(a,b) __vsadu2(a,b) __vsadu4(a,b)
__vmaxs2(a,b) __vmaxs4(a,b) __vmaxu2(a,b) __vmaxu4(a,b) __vmins2(a,b) __vmins4(a,b) __vminu2(a,b) __vminu4(a,b)
__vcmpeq2(a,b) __vcmpne4(a,b) __vcmpges2(a,b) __vcmpgeu4(a,b) __vcmpgts4(a,b) __vcmpgtu2(a,b)
__vsetles2(a,b) __vsetleu4(a,b) __vsetlts4(a,b) __vsetltu2(a,b)
__viaddmax_s32(a,b,7) __viaddmin_u32(a,b,7) __vimax3_s16x2(a,b,7) __vimin3_u16x2(a,b,7)
__viaddmax_s16x2_relu(a,b,7) __vimin3_s32_relu(a,b,7) __vimax_s16x2_relu(a,b) __vimin_s32_relu(a,b)
__dp4a(a,b,5u) __dp4a((int)a,(int)b,5) __dp2a_lo(a,b,5u) __dp2a_hi((int)a,(int)b,5)
__warpcheck_f16_add(h,i) __warpcheck_f16_sub(h,i) __warpcheck_f16_min(h,i) __warpcheck_f16_max(h,i) __warpcheck_f16_fma(h,i,h)
__warpcheck_f16_sat(h) __warpcheck_f16_relu(h) __warpcheck_bf16_min(h,i) __warpcheck_bf16_max_nan(h,i) __warpcheck_bf16_sat(h)
__float_as_uint(__warpcheck_f16_to_f32(h)) __float_as_uint(__warpcheck_bf16_to_f32(i))
__warpcheck_f16_from_f32_rn(__int_as_float(0x38000000+a%0x10000000)) __warpcheck_f16_from_f32_rz(__int_as_float(0x38000000+a%0x10000000))
__warpcheck_f16_from_f32_ru(-__int_as_float(0x38000000+a%0x10000000)) __warpcheck_f16_from_f32_rd(__int_as_float(0x38000000+a%0x10000000))
__warpcheck_bf16_from_f32_rn(__int_as_float(0x38000000+a%0x10000000)) __warpcheck_bf16_from_f32_ru(__int_as_float(0x38000000+a%0x10000000))
__warpcheck_f16_from_s64_rn((int)a) __warpcheck_f16_from_u64_rz(b) __warpcheck_bf16_from_s64_rd((int)a)
`

// operands are the words that replace a and b; those for h and i are made from them.
var operands = [][2]uint32{{0x80ff7f01, 0x7f800080}, {0x12345678, 0x12355577}, {0xffff0000, 0x00018000}, {3, 70000}}

// The interpreter computes the same from constants as the machine.
func TestFunctionsOfWords(t *testing.T) {
	var calls []string
	for _, call := range strings.Fields(functionsOfWords) {
		for _, words := range operands {
			small := [2]uint32{0x3000 + words[0]%0x1000, 0xb800 + words[1]%0x1000}
			calls = append(calls, strings.NewReplacer("(a", fmt.Sprintf("(%#xu", words[0]), ",b", fmt.Sprintf(",%#xu", words[1]),
				")a", fmt.Sprintf(")%#xu", words[0]), ")b", fmt.Sprintf(")%#xu", words[1]), "+a", fmt.Sprintf("+%#xu", words[0]), "(b", fmt.Sprintf("(%#xu", words[1]),
				"(h", fmt.Sprintf("(%#x", small[0]), ",h", fmt.Sprintf(",%#x", small[0]), ",i", fmt.Sprintf(",%#x", small[1]), "(i)", fmt.Sprintf("(%#x)", small[1])).Replace(call))
		}
	}
	values := valuesOf(t, calls)
	program := parsetest.Program(t, comparedWith(calls, values))
	facts := lanes.Analyze(program, lanes.Options{Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{{32, 1, 1}} }}).Facts
	for i, call := range calls {
		for name, want := range map[string]bool{fmt.Sprint("equal_", i): true, fmt.Sprint("other_", i): false} {
			if got := isBroken(facts, kernelOf(program, name)); got != want {
				t.Errorf("%s is %#x on the machine: the interpreter says %v in %s", call, values[i], got, name)
			}
		}
	}
}

const wordHeaders = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"

// valuesOf returns the values of calls, as the machine computes them.
func valuesOf(t *testing.T, calls []string) (values []uint32) {
	var text strings.Builder
	for i, call := range calls {
		fmt.Fprintf(&text, "__global__ void run_%d() { __shfl_sync(~0u, (unsigned)%s, 0); }\n", i, call)
	}
	program := parsetest.Program(t, wordHeaders+text.String())
	for i := range calls {
		got := simulated(t, sim.Input{Func: kernelOf(program, fmt.Sprint("run_", i)), Shape: warp.Shape{32, 1, 1}})
		values = append(values, got[0])
	}
	return values
}

// comparedWith writes two kernels for each call. In each half of the warp reaches a collective of all lanes: in one if
// the call equals its value, in the other if it differs.
func comparedWith(calls []string, values []uint32) string {
	var text strings.Builder
	for i, call := range calls {
		for name, op := range map[string]string{"equal": "==", "other": "!="} {
			fmt.Fprintf(&text, "__global__ void %s_%d() { if ((unsigned)%s %s %#xu && threadIdx.x < 16) __syncwarp(); }\n", name, i, call, op, values[i])
		}
	}
	return wordHeaders + text.String()
}

// isBroken reports whether a collective of a kernel is proved to lack lanes.
func isBroken(facts []*lanes.Fact, kernel *cfg.Func) bool {
	for _, f := range facts {
		for _, v := range f.NotParticipating() {
			if f.Context.Root == kernel && v.Certainty == lanes.Definite {
				return true
			}
		}
	}
	return false
}
