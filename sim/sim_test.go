package sim_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// runBody runs a kernel body on one full warp under the independent model.
func runBody(t *testing.T, before, body string, in sim.Input) *sim.Outcome {
	t.Helper()
	in.Func = lower(t, before+prologue+body+"\n}")
	if in.Shape == (warp.Shape{}) {
		in.Shape = warp.Shape{32, 1, 1}
	}
	return sim.Run(in)
}

// expression is a test of values: the operand of __shfl_sync(FULL, expr, 0) after some statements, lane by lane.
var expressions = []struct {
	name, before, statements, expr string
	want                           func(l int) uint64
}{
	{"lane", "", "", "L", func(l int) uint64 { return uint64(l) }},
	{"sign extension", "", "", "(int)L - 5", func(l int) uint64 { return uint64(int64(l - 5)) }},
	{"unsigned wrap", "", "", "L - 5u", func(l int) uint64 { return uint64(uint32(l - 5)) }},
	{"narrow", "", "unsigned char c = L * " +
		"20;", "(int)c", func(l int) uint64 { return uint64(l * 20 % 256) }},
	{"division truncates", "", "", "((int)L - 9) / 4 * 10 + ((int)L - 9) % 4",
		func(l int) uint64 { return uint64(int64((l-9)/4*10 + (l-9)%4)) }},
	{"shift right of a negative", "", "", "((int)L - 16) >> 2",
		func(l int) uint64 { return uint64(int64((l - 16) >> 2)) }},
	{"a shift by everything", "", "", "1u << (L + 16)", func(l int) uint64 {
		return uint64(uint32(uint64(1) << (l + 16)))
	}},
	{"floats", "", "float f = L * 0.5f; double g = f * 3.0;", "(int)(g + 0.25)",
		func(l int) uint64 { return uint64(int(float64(l)*1.5 + 0.25)) }},
	{"whether a source was in range", "", "int up, idx; unsigned x;" +
		`asm("{.reg .pred p; shfl.sync.up.b32 %0|p, %2, 4, 0, -1; selp.s32 %1, 1, 0, p;}" : "=r"(x), "=r"(up) : "r"(L));` +
		`asm("{.reg .pred p; shfl.sync.idx.b32 %0|p, %2, 40, 31, -1; selp.s32 %1, 1, 0, p;}" : "=r"(x), "=r"(idx) : "r"(L));`,
		"10 * up + idx", func(l int) uint64 {
			if l < 4 {
				return 1
			}
			return 11
		}},
	{"bits", "", "", "__popc(L) + 100 * __ffs(L) + 10000 * __clz(L)", func(l int) uint64 {
		ones, first, leading := 0, 0, 32
		for b := range 5 {
			if l>>b&1 != 0 {
				ones++
				leading = 31 - b
				if first == 0 {
					first = b + 1
				}
			}
		}
		return uint64(ones + 100*first + 10000*leading)
	}},
	{"a constant table", "static __device__ const short table[4] = {7, -5, 1 << 3};", "", "table[L % 4]",
		func(l int) uint64 { return []uint64{7, ^uint64(4), 8, 0}[l%4] }},
	{"a table of records", "struct P { char c; int x[2]; };\n__constant__ const P table[] = {{1, {2, 3}}, {4, {5}}};",
		"", "table[L & 1].x[0] * 100 + table[L & 1].x[1] * 10 + table[L & 1].c", func(l int) uint64 {
			return []uint64{231, 504}[l&1]
		}},
	{"high products", "", "", "(int)(__umulhi(L << 27, 64) * 1000u) + __mulhi(-(int)L, 1 << 30)",
		func(l int) uint64 { return uint64(int64(l*2000 + (-l >> 2))) }},
	{"products of 24 bits", "", "", "(int)__umul24(L << 23, 3) + __mul24(-1, L)", func(l int) uint64 {
		return uint64(int64(l&1*3<<23 - l))
	}},
	{"distances", "", "", "(int)__usad(L, 20, 1) * 100 + (int)__sad(-(int)L, 3, 2)", func(l int) uint64 {
		return uint64(max(20-l, l-20)*100 + 100 + l + 5)
	}},
	{"averages", "", "", "(int)__uhadd(L, ~0u - L) / 2 + __hadd(-(int)L, -4) * 10 + __rhadd(-(int)L, 1)",
		func(l int) uint64 { return uint64(int64(math.MaxInt32/2 + (-l-4)>>1*10 + (2-l)>>1)) }},
	{"funnel shifts", "", "", "(int)(__funnelshift_l(0x80000000u, 1, L % 3) * 64 + " +
		"__funnelshift_rc(0, 5, 32 + L) + __funnelshift_r(16, 2, 32 + L % 2))",
		func(l int) uint64 { return uint64((1<<(l%3)+1<<(l%3)>>1)*64 + 5 + 16>>(l%2)) }},
	{"a number beside none", "", "", "(int)fminf(L, __int_as_float(0x7fc00000)) + (int)fmaxf(__int_as_float(-1), 3.0f) * 100",
		func(l int) uint64 { return uint64(l + 300) }},
	{"chosen bytes", "", "", "(int)__byte_perm(L, 0x04030201, 0x0560)", func(l int) uint64 {
		return uint64(l | 3<<8 | 2<<16 | l<<24)
	}},
	{"numbers that no digits spell", "", "float f = -__builtin_huge_valf();", "(f < -3e38f) + (1'0e-1f == 1)",
		func(l int) uint64 { return 2 }},
	{"arrays and pointers", "", "int a[4] = {1, 2, 3, 4}; int *p = a + 1; p[L % 3] = 50 + L;",
		"a[0] + a[1] + a[2] + a[3]", func(l int) uint64 { return uint64(10 - (2 + l%3) + 50 + l) }},
	{"records", "struct P { short x; int y[2]; }; struct Q : P { int z; };",
		"Q q; q.x = L; q.y[1] = 7; q.z = 100; Q r = q; P *b = &r; b->y[1] += L;",
		"r.x + r.y[1] + r.z", func(l int) uint64 { return uint64(107 + 2*l) }},
	{"pointers to bases", "struct A { int a; }; struct P { int x; int y; }; struct Q : A, P { int z; };",
		"Q q; q.y = L; P *b = &q; Q *back = static_cast<Q *>(b), *none = n > 5 ? back : nullptr; P *of = none; void *any = b; char *c = (char *)&q.y;",
		"back->y * 100 + ((P *)any)->y * 10 + *c + (of == nullptr) * 10000", func(l int) uint64 { return uint64(111*l + 10000) }},
	{"minima and maxima", "", "", "min(-(int)L, -7) * 100 + (int)max(L, 9u) + (int)min(5u, ~L) * 10000", func(l int) uint64 {
		return uint64(int64(min(-l, -7)*100 + max(l, 9) + 50000))
	}},
	{"reductions", "", "int low = __reduce_min_sync(FULL, -3 - (int)L), high = __reduce_max_sync(FULL, -3 - (int)L);" +
		"unsigned both = __reduce_and_sync(FULL, L | 96), most = __reduce_max_sync(FULL, L - 1u);",
		"low * 100 + high * 10000 + (int)both + (most == ~0u)", func(int) uint64 {
			low, high := int64(-34), int64(-3)
			return uint64(low*100 + high*10000 + 96 + 1)
		}},
	{"what is too large for an integer", "", "float f = L < 16 ? 3e9f : -3e9f, limit = 2147483648.0f;",
		"((int)f == 2147483647) + 2 * ((int)f == -2147483647 - 1) + 4 * ((unsigned)f == 0) + 8 * ((int)limit == 2147483647)",
		func(l int) uint64 { return []uint64{9, 14}[l/16] }},
	{"what is not zero", "", "float minus = -0.0f;", "!(int)(L << 31) + 2 * !minus", func(l int) uint64 { return uint64(3 - l&1) }},
	{"divisions by zero", "", "", "(int)L / n * 100 + (int)L % n", func(l int) uint64 { return uint64(int64(l - 100)) }},
	{"bit-fields", "struct B { unsigned low : 4; int high : 3; };", "B b; b.low = L; b.high = L;", "(int)b.low * 10 + b.high",
		func(l int) uint64 { return uint64(int64(l%16*10 + (l%8+4)%8 - 4)) }},
	{"a call by reference", "__device__ void add(int &x, int by) { if (by > 3) return; x += by; }",
		"int x = 1; add(x, L);", "x", func(l int) uint64 {
			if l > 3 {
				return 1
			}
			return uint64(1 + l)
		}},
	{"a record by value", "struct P { int x, y; };\n" +
		"__device__ P swap(P p) { P r; r.x = p.y; r.y = p.x; return r; }",
		"P p; p.x = L; p.y = 3; p = swap(p);", "p.x * 100 + p.y",
		func(l int) uint64 { return uint64(300 + l) }},
	{"recursion", "__device__ int sum(int k) { return k == 0 ? 0 : k + sum(k - 1); }", "", "sum(L)",
		func(l int) uint64 { return uint64(l * (l + 1) / 2) }},
	{"shared memory", "", "__shared__ int s[32]; s[L] = L * L; __syncwarp();", "s[31 - L]",
		func(l int) uint64 { return uint64((31 - l) * (31 - l)) }},
	{"atomics", "", "__shared__ int c; c = 0; int old = atomicAdd(&c, 2);", "old * 1000 + c",
		func(l int) uint64 { return uint64(2000*l + 64) }},
	{"a switch", "", "int x = 0; switch (L % 4) { case 0: x = 1; case 1: x += 10; break; " +
		"default: x = 5; }",
		"x", func(l int) uint64 { return []uint64{11, 10, 5, 5}[l%4] }},
	{"a ballot", "", "unsigned b = __ballot_sync(FULL, L % 3 == 0);", "__popc(b & ((1u << L) - 1))",
		func(l int) uint64 { return uint64((l + 2) / 3) }},
	{"a reduction", "", "int s = L; for (int o = 16; o > 0; o >>= 1) s += " +
		"__shfl_xor_sync(FULL, s, o);", "s",
		func(int) uint64 { return 496 }},
	{"a scan", "", "int s = 1; for (int o = 1; o < 32; o *= 2) { int p = " +
		"__shfl_up_sync(FULL, s, o);\n" +
		"if (L >= o) s += p; }", "s", func(l int) uint64 { return uint64(l + 1) }},
	{"segments", "", "int s = __shfl_sync(FULL, (int)L, 9, 8) * 1000 + " +
		"__shfl_down_sync(FULL, (int)L, 3, 8);", "s",
		func(l int) uint64 {
			down := l + 3
			if l%8 >= 5 {
				down = l
			}
			return uint64((l/8*8+1)*1000 + down)
		}},
	{"an xor out of its segment", "", "int s = __shfl_xor_sync(FULL, (int)L, 15, 4);", "s",
		func(l int) uint64 { // the results of a GPU
			return []uint64{0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0}[l%16] + uint64(l/16*16)
		}},
	{"a match", "", "unsigned m = __match_any_sync(FULL, L / 10);", "__ffs(m) - 1",
		func(l int) uint64 { return uint64(l / 10 * 10) }},
	{"match all", "", "int p, q; unsigned a = __match_all_sync(FULL, n, &p); unsigned b = " +
		"__match_all_sync(FULL, L, &q);",
		"(a == FULL) + 2 * p + 4 * (b == 0) + 8 * q", func(int) uint64 { return 7 }},
	{"the active mask", "", "unsigned a = 0; if (L < 5) a = __activemask();", "a", func(l int) uint64 {
		if l < 5 {
			return 31
		}
		return 0
	}},
	{"values across a branch", "", "int x = L; if (L < 16)\n x = __shfl_xor_sync(FULL, x, 16);\n" +
		"else x = __shfl_xor_sync(FULL, x, 16);\n" +
		"if (L < 8) x += __shfl_xor_sync(FULL, x, 31); else x -= __shfl_xor_sync(FULL, x, 31);", "x",
		func(l int) uint64 {
			if l < 8 {
				return uint64((l ^ 16) + (l ^ 15))
			}
			return uint64(int64((l ^ 16) - (l ^ 15)))
		}},
}

func TestValues(t *testing.T) {
	texts := make([]string, len(expressions))
	for i, e := range expressions {
		texts[i] = e.before + "\n" + prologue + e.statements + " __shfl_sync(FULL, " + e.expr + ", 0);\n}"
	}
	kernels := kernelsOf(t, "", texts)
	for i, e := range expressions {
		t.Run(e.name, func(t *testing.T) {
			out := sim.Run(sim.Input{Func: kernels[i], Shape: warp.Shape{32, 1, 1}})
			if out.Unknown != "" || len(out.Rendezvous) == 0 {
				t.Fatalf("unknown %q, %d rendezvous", out.Unknown, len(out.Rendezvous))
			}
			last := out.Rendezvous[len(out.Rendezvous)-1]
			for l, got := range last.Values {
				if want := e.want(l); uint32(got) != uint32(want) {
					t.Fatalf("lane %d: got %d, want %d", l, int64(got), int64(want))
				}
			}
		})
	}
}

// The convergence tests list who executes each rendezvous together, as "execution of lanes".
var convergence = []struct {
	name, before, body string
	want               []string
}{
	{"lanes wait behind a loop", "", "for (int i = 0; i < L / 16; ++i) __syncwarp();\n __syncwarp();",
		[]string{"16-31", "0-31"}},
	{"iterations meet", "", "for (int i = L; i < 70; i += 32) { if (L & 1) continue; __syncwarp(); }",
		[]string{
			"0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30",
			"0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30", "0, 2, 4"}},
	{"lanes that break meet", "", "for (int i = 0; i < 9; ++i) { if (i == L) { " +
		"__syncwarp(); break; } }",
		[]string{"0-8"}},
	{"an inner loop ends first", "",
		"for (int i = 0; i < 2; ++i) { for (int j = 0; j < (L == 3) + 1; ++j) __syncwarp(); " +
			"__any_sync(FULL, 1); }",
		[]string{"0-31", "3", "0-31", "0-31", "3", "0-31"}},
	{"a call is made together", "__device__ void f(int k) { if (k < 4) return; __syncwarp(); }\n",
		"f(L); __syncwarp();", []string{"4-31", "0-31"}},
	{"a return by lane", "", "if (L == 2) return; __syncwarp();", []string{"0-1, 3-31"}},
}

func TestConvergence(t *testing.T) {
	texts := make([]string, len(convergence))
	for i, c := range convergence {
		texts[i] = c.before + prologue + c.body + "\n}"
	}
	kernels := kernelsOf(t, "", texts)
	for i, c := range convergence {
		t.Run(c.name, func(t *testing.T) {
			out := sim.Run(sim.Input{Func: kernels[i], Shape: warp.Shape{32, 1, 1}})
			var got []string
			for _, p := range out.Rendezvous {
				got = append(got, p.Converged.String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// The states tests check who has exited and who is elsewhere at the last rendezvous.
var states = []struct {
	name, before, body string
	exited, elsewhere  warp.Lanes
}{
	{"a return before", "", "if (L < 4) return; __syncwarp();", 0xf, 0},
	{"falling off the end", "", "if (L >= 4) __syncwarp();", 0, 0xf},
	{"a return after", "", "if (L >= 4) __syncwarp(); if (L < 4) return; out[L] = 1;", 0, 0xf},
	{"a return on the other side", "", "if (L >= 4) __syncwarp(); else return; out[L] = 1;", 0xf, 0},
	{"a trap in a call", "__device__ void f(int k) { if (k < 4) __trap(); __syncwarp(); " +
		"}\n", "f(L);", 0xf, 0},
	{"a return in a loop, this iteration", "", "for (int i = 0; i < 1; ++i) { if (L < 4) " +
		"return; __syncwarp(); }", 0xf, 0},
	{"a return in a loop, an earlier one", "",
		"for (int i = 0; i < 5; ++i) { if (L < 4 && i == 1) return; if (i == 4) __syncwarp(); }", 0xf, 0},
	{"a return in a loop, a later one", "",
		"for (int i = 0; i < 5; ++i) { if (i == 0 && L >= 4) __syncwarp(); if (L < 4 && i == " +
			"3) return; }", 0, 0xf},
	{"a return behind a loop that was left early", "",
		"for (int i = 0; i < 1 + (L >= 4); ++i) { if (i == 1) __syncwarp(); } if (L < 4) " +
			"return; out[L] = 1;", 0, 0xf},
	{"a return from a device function", "__device__ void f(int k) { if (k < 4) return; " +
		"__syncwarp(); }\n", "f(L);", 0, 0xf},
}

func TestStates(t *testing.T) {
	texts := make([]string, len(states))
	for i, s := range states {
		texts[i] = s.before + prologue + s.body + "\n}"
	}
	kernels := kernelsOf(t, "", texts)
	for i, s := range states {
		t.Run(s.name, func(t *testing.T) {
			out := sim.Run(sim.Input{Func: kernels[i], Shape: warp.Shape{32, 1, 1}})
			if len(out.Rendezvous) != 1 {
				t.Fatalf("%d rendezvous", len(out.Rendezvous))
			}
			if p := out.Rendezvous[0]; p.Exited != s.exited || p.Elsewhere != s.elsewhere {
				t.Errorf("exited %v, want %v; elsewhere %v, want %v",
					p.Exited, s.exited, p.Elsewhere, s.elsewhere)
			}
		})
	}
}

// A device function run as a root has no lanes that exit by a return.
func TestDeviceRoot(t *testing.T) {
	fn := lower(t, "__device__ void f(int k) { if ((threadIdx.x & 31) < k) return; __syncwarp(); }")
	out := sim.Run(sim.Input{Func: fn, Shape: warp.Shape{32, 1, 1}, Args: map[string]uint64{"k": 2}})
	if len(out.Rendezvous) != 1 || out.Rendezvous[0].Elsewhere != 3 || out.Rendezvous[0].Exited != 0 {
		t.Errorf("got %+v", out.Rendezvous)
	}
}

// The lanes on the two sides of a branch meet at equal collectives, in the order of the code.
func TestMatching(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"groups of their own first",
			"if (L < 8) { __syncwarp(0xffu); __syncwarp(0xffffu); }\n" +
				"else if (L < 16) { __syncwarp(0xff00u); __syncwarp(0xffffu); }", nil},
		{"a longer sequence on one side",
			"if (L < 16) { __syncwarp();\n __syncwarp(); } else { __syncwarp(); }",
			[]string{"2 not participating 16-31"}},
		{"different classes part the rest",
			"if (L < 16) { __syncwarp(); __any_sync(FULL, 1); __syncwarp(); }\n" +
				"else { __syncwarp(); __all_sync(FULL, 1); __syncwarp(); }",
			[]string{"1 not participating 16-31", "1 not participating 16-31",
				"2 not participating 0-15", "2 not participating 0-15"}},
		{"the branch meets again before the second call",
			"if (L < 16) __syncwarp();\n __syncwarp();", []string{"1 not participating 16-31"}},
		{"three sides", "switch (L % 3) { case 0: __syncwarp(); break; case 1: __syncwarp(); " +
			"break; default: __syncwarp(); }", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			fn := lower(t, prologue+c.body+"\n}")
			if got := found(fn, sim.Run(sim.Input{Func: fn, Shape: warp.Shape{32, 1, 1}})); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestInputs(t *testing.T) {
	source := "struct P { int stride; const int *data; };\n" +
		"__global__ void kernel(P p, const int *const *rows, int n) {\n" +
		"__shfl_sync(0xffffffff, p.data[threadIdx.x * p.stride] + rows[1][2] + n + (int)blockIdx.x, 0); }"
	var asked []string
	out := sim.Run(sim.Input{
		Func: lower(t, source), Shape: warp.Shape{32, 1, 1},
		Args:    map[string]uint64{"p.stride": 2, "n": 1000},
		Special: map[cfg.SpecialReg]uint32{cfg.CtaidX: 7},
		Memory: func(object string, offset int64, size int) uint64 {
			if !slices.Contains(asked, object) {
				asked = append(asked, object)
			}
			return uint64(offset) * uint64(size)
		},
	})
	if want := []string{"p.data", "rows@8"}; !slices.Equal(asked, want) {
		t.Errorf("memory asked for: %q, want %q", asked, want)
	}
	if got, want := out.Rendezvous[0].Values[3], uint64(3*2*4*4+8*4+1000+7); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestOutOfSteps(t *testing.T) {
	out := runBody(t, "", "while (n == 0) { if (L < 16) __syncwarp(); }", sim.Input{Steps: 1000})
	if !out.OutOfSteps || len(out.Violations) != 0 || len(out.Rendezvous) == 0 {
		t.Errorf("out of steps %v, %d violations, %d rendezvous",
			out.OutOfSteps, len(out.Violations), len(out.Rendezvous))
	}
}

// A run that must be trusted ends at the first reason not to trust it.
func TestTrusted(t *testing.T) {
	body := "__syncwarp(); *(volatile int *)0 = 1; __syncwarp();"
	for trusted, rendezvous := range map[bool]int{false: 2, true: 1} {
		out := runBody(t, "", body, sim.Input{Trusted: trusted})
		if out.Unknown == "" || out.OutOfSteps != trusted || len(out.Rendezvous) != rendezvous {
			t.Errorf("trusted %t: unknown %q, ended %t, %d rendezvous",
				trusted, out.Unknown, out.OutOfSteps, len(out.Rendezvous))
		}
	}
}

// A variable that is too large for any GPU takes no memory in the machine.
func TestHugeLocal(t *testing.T) {
	out := runBody(t, "", "volatile char c[1 << 30]; c[L] = 1; __syncwarp();", sim.Input{})
	if !strings.Contains(out.Unknown, "bounds of c") {
		t.Errorf("got %q", out.Unknown)
	}
}

func TestDraw(t *testing.T) {
	out := runBody(t, "", "if (L >= 28) return;\nif (L < 16)\n __syncwarp();", sim.Input{})
	var b strings.Builder
	if err := sim.Draw(&b, out); err != nil {
		t.Fatal(err)
	}
	want := "test.cu:6:2 __syncwarp, execution 1\n" +
		"  lanes  ################............xxxx\n" +
		"  mask   ################################  by lanes 0-15: 0xffffffff\n" +
		"  ! not participating: lanes 16-27, mask 0xffffffff\n" +
		"lanes 28-31 left the kernel early\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
