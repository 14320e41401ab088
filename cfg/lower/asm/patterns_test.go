package asm

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// lowerModule lowers a kernel with four parameters and the given statements, separated by semicolons.
func lowerModule(t *testing.T, statements string) *cfg.Func {
	t.Helper()
	text := fmt.Sprintf(".version 7.5\n.target sm_70\n.address_size 64\n"+
		".entry k(.param .u32 n, .param .align 8 .b8 s[16], .param .f32 x, .param .f32 y) {\n"+
		".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<3>; .reg .pred %%p<5>;\n%s;\nret;\n}\n", statements)
	modules, err := ptx.ParseModules(text, "")
	if err != nil {
		t.Fatal(err)
	}
	program := Build(modules, warp.Arch(70), func(_ *ptx.Module, line int, _ *ptx.Place) source.Pos { return source.Pos{Line: line} })
	if err := cfg.Check(program.Funcs[0]); err != nil {
		t.Error(err)
	}
	return program.Funcs[0]
}

// quotients lists the divisor of each division in a function, and "ffs" for each search for the lowest set bit.
func quotients(f *cfg.Func) string {
	var found []string
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == cfg.Binary && i.Operator == operator.Div:
				found = append(found, fmt.Sprint(i.Args[1].Int))
			case i.Op == cfg.Pure && i.Text == "__ffs":
				found = append(found, "ffs")
			}
		}
	}
	return strings.Join(found, " ")
}

// TestPatterns reads what compilers write for operations that PTX lacks.
func TestPatterns(t *testing.T) {
	const x = "ld.param.u32 %r1, [n]; "
	for _, c := range []struct{ statements, want string }{
		{"brev.b32 %r2, %r1; bfind.shiftamt.u32 %r3, %r2", "ffs"},
		{"brev.b32 %r2, %r1; clz.b32 %r3, %r2", "ffs"},
		{"add.s32 %r2, %r1, -1; not.b32 %r3, %r1; and.b32 %r4, %r3, %r2; popc.b32 %r5, %r4", "ffs"},
		{"xor.b32 %r3, %r1, -1; sub.s32 %r2, %r1, 1; and.b32 %r4, %r2, %r3; popc.b32 %r5, %r4", "ffs"},
		{"mul.hi.u32 %r2, %r1, -1431655765; shr.u32 %r3, %r2, 6", "96"},
		{"mul.hi.s32 %r2, %r1, 715827883; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, 4; add.s32 %r5, %r4, %r3", "96"},
		{"mul.hi.s32 %r2, %r1, 715827883; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, 4; add.s32 %r5, %r3, %r4", "96"},
		{"shr.u32 %r2, %r1, 31; add.s32 %r3, %r1, %r2; shr.s32 %r4, %r3, 1", "2"},
		{"shr.s32 %r2, %r1, 31; shr.u32 %r3, %r2, 29; add.s32 %r4, %r1, %r3; shr.s32 %r5, %r4, 3", "8"},
		// The constants do not fit the pattern.
		{"mul.hi.u32 %r2, %r1, -1431655764; shr.u32 %r3, %r2, 6", ""},
		{"mul.hi.u32 %r2, %r1, 7; shr.u32 %r3, %r2, 1", ""},
		{"mul.hi.s32 %r2, %r1, 715827883; shr.u32 %r3, %r2, 30; shr.s32 %r4, %r2, 4; add.s32 %r5, %r4, %r3", ""},
		{"shr.s32 %r2, %r1, 31; shr.u32 %r3, %r2, 28; add.s32 %r4, %r1, %r3; shr.s32 %r5, %r4, 3", ""},
		{"add.s32 %r2, %r1, -2; not.b32 %r3, %r1; and.b32 %r4, %r3, %r2; popc.b32 %r5, %r4", ""},
		// The word or a computed value changes before the pattern ends, or other code may reach the middle of the
		// pattern.
		{"brev.b32 %r1, %r1; clz.b32 %r3, %r1", ""},
		{"brev.b32 %r2, %r1; mov.u32 %r1, 5; clz.b32 %r3, %r2", ""},
		{"mul.hi.u32 %r2, %r1, -1431655765; add.s32 %r1, %r1, 1; shr.u32 %r3, %r2, 6", ""},
		{"brev.b32 %r2, %r1; L: clz.b32 %r3, %r2", ""},
		{"setp.eq.s32 %p1, %r1, 0; @%p1 brev.b32 %r2, %r1; clz.b32 %r3, %r2", ""},
		{"shr.s32 %r2, %r1, 31; add.s32 %r1, %r1, 1; shr.u32 %r3, %r2, 29; add.s32 %r4, %r1, %r3; shr.s32 %r5, %r4, 3", ""},
	} {
		if got := quotients(lowerModule(t, x+c.statements)); got != c.want {
			t.Errorf("%s: %q, want %q", c.statements, got, c.want)
		}
	}
}

// TestDivisors compares products with quotients.
func TestDivisors(t *testing.T) {
	random, found := rand.New(rand.NewSource(1)), 0
	for divisor := int64(2); divisor < 2000; divisor++ {
		for shift := int64(0); shift < 12; shift++ {
			factor := (int64(1)<<(32+shift) + divisor - 1) / divisor
			if d := divisorOf(factor, shift, 0, 1<<shift); d != 0 {
				found++
				for _, x := range []uint32{0, 1, uint32(d) - 1, uint32(d), 1<<32 - 1, 1 << 31, random.Uint32(), random.Uint32()} {
					if got := uint64(x) * uint64(factor) >> (32 + shift); factor < 1<<32 && got != uint64(x)/uint64(d) {
						t.Fatalf("%d * %d >> 32+%d is %d, and %d / %d is not", x, factor, shift, got, x, d)
					}
				}
			}
		}
	}
	for divisor := int64(2); divisor < 2000; divisor++ {
		for shift := int64(0); shift < 12; shift++ {
			factor := (int64(1)<<(32+shift))/divisor + 1
			d := divisorOf(factor, shift, 1, 2<<shift)
			if d == 0 || factor >= 1<<31 {
				continue
			}
			found++
			for _, x := range []int32{0, 1, -1, int32(d), -int32(d), int32(d) - 1, 1<<31 - 1, -1 << 31, random.Int31(), -random.Int31()} {
				if got := int64(x)*factor>>(32+shift) - int64(x)>>31; got != int64(x)/d {
					t.Fatalf("%d * %d >> 32+%d, rounded to 0, is %d, and %d / %d is not", x, factor, shift, got, x, d)
				}
			}
		}
	}
	if found < 5000 {
		t.Errorf("%d divisors were found", found)
	}
}

// TestAddressOfParameter reads a member of a record through a register with the record's address.
func TestAddressOfParameter(t *testing.T) {
	const moved = "mov.b64 %rd1, s; mov.u64 %rd2, %rd1; ld.param.u64 %rd3, [%rd2+8]"
	for _, c := range []struct {
		statements string
		isMember   bool
	}{
		{moved, true},
		{moved + "; mov.u64 %rd2, 0", false},
		{"mov.b64 %rd1, s; add.s64 %rd2, %rd1, 4; ld.param.u32 %r3, [%rd2+8]", false},
	} {
		isMember := false
		for _, b := range lowerModule(t, c.statements).Blocks {
			for _, i := range b.Instrs {
				isMember = isMember || i.Op == cfg.FieldAddr
			}
		}
		if isMember != c.isMember {
			t.Errorf("%s: a member is read: %t", c.statements, isMember)
		}
	}
}

// TestFloatingComparisons computes each comparison of numbers, and of a number with a NaN.
func TestFloatingComparisons(t *testing.T) {
	none := math.NaN()
	values := [][2]float64{{1, 2}, {2, 2}, {2, 1}, {1, none}, {none, none}}
	for name, want := range map[string]string{
		"lt": "10000", "le": "11000", "gt": "00100", "ge": "01100", "eq": "01000", "ne": "10100",
		"ltu": "10011", "leu": "11011", "gtu": "00111", "geu": "01111", "equ": "01011", "neu": "10111",
		"num": "11100", "nan": "00011",
	} {
		f := lowerModule(t, "ld.param.f32 %f1, [x]; ld.param.f32 %f2, [y]; setp."+name+".f32 %p1, %f1, %f2")
		got := ""
		for _, xy := range values {
			got += fmt.Sprint(outcome(t, f, map[string]float64{"x": xy[0], "y": xy[1]}))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// outcome runs the first block of a function with the given arguments, and returns what it stores last.
func outcome(t *testing.T, f *cfg.Func, arguments map[string]float64) (last float64) {
	t.Helper()
	memory, value := map[*cfg.Object]float64{}, map[*cfg.Instr]float64{}
	for _, o := range f.Params {
		memory[o] = arguments[o.Name]
	}
	truth := func(holds bool) float64 { return map[bool]float64{true: 1}[holds] }
	for _, i := range f.Blocks[0].Instrs {
		var x, y float64
		if len(i.Args) > 0 {
			x = value[i.Args[0]]
		}
		if len(i.Args) > 1 {
			y = value[i.Args[1]]
		}
		switch {
		case i.Op == cfg.Load:
			value[i] = memory[i.Args[0].Object]
		case i.Op == cfg.Store:
			memory[i.Args[0].Object], last = y, y
		case i.Op == cfg.Convert:
			value[i] = x
		case i.Op == cfg.Unary && i.Operator == operator.Not:
			value[i] = truth(x == 0)
		case i.Op == cfg.Binary:
			holds, known := map[operator.Op]bool{
				operator.LT: x < y, operator.LE: x <= y, operator.GT: x > y, operator.GE: x >= y, operator.EQ: x == y, operator.NE: x != y,
				operator.And: x != 0 && y != 0, operator.Or: x != 0 || y != 0,
			}[i.Operator]
			if !known {
				t.Fatalf("the operator %v", i.Operator)
			}
			value[i] = truth(holds)
		}
	}
	return last
}
