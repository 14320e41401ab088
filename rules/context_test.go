package rules

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

func TestFold(t *testing.T) {
	kernel := func(root, block string) Context {
		return Context{Root: root, IsKernel: true, Block: block, Arch: "sm_70"}
	}
	called := kernel("k", "32")
	called.Calls = []Call{{"f", source.Pos{File: "/long/way/f.cuh", Line: 1, Column: 2}}}
	old := kernel("k", "32")
	old.Arch, old.Warp = "sm_61", "3"
	long := "k<" + strings.Repeat("x", foldedName) + ">"
	for _, c := range []struct {
		contexts []Context
		want     string
	}{
		{nil, ""},
		{[]Context{called}, "k [block 32, sm_70]"},
		{[]Context{kernel("k", "")}, "k [sm_70]"},
		{[]Context{{Root: "f", Arch: "sm_90", Model: "strict"}}, "f [device function, sm_90, strict model]"},
		{[]Context{kernel("k<1>", "512"), kernel("k<2>", "16")}, "k [2 instantiations, block 16 or 512, sm_70]"},
		{[]Context{kernel("k<1>", "512"), kernel("k<1>", "")}, "k<1> [block 512, sm_70]"},
		{[]Context{kernel("k", "128"), kernel("k", "16"), kernel("k", "256"), kernel("k", "32")},
			"k [block 16 or 32 or 2 more, sm_70]"},
		{[]Context{called, old}, "k [block 32, warp 3, sm_61 or sm_70]"},
		{[]Context{kernel(long, "8")}, "k<...> [block 8, sm_70]"},
		{[]Context{kernel("k", "8"), kernel("a", "8"), kernel("b", "8")}, "k [block 8, sm_70] and 2 more"},
	} {
		if got := Fold(c.contexts); got != c.want {
			t.Errorf("folded: %s, want %s", got, c.want)
		}
	}
}

// If a line is too long, it names only the kernels; one with fixed words does so only if there are several launches. It
// names only the first of many lanes, and leaves out asides.
func TestWithin(t *testing.T) {
	contexts := []Context{{Root: "k<1>", IsKernel: true, Arch: "sm_70"}, {Root: "k<2>", IsKernel: true, Arch: "sm_70"},
		{Root: "f", Arch: "sm_70"}}
	whole := "lanes race in k [2 instantiations, sm_70] and 1 more"
	free := Case{Text: "lanes race in " + kernelsMark, Contexts: contexts}
	fixed := Case{Text: "lanes race in " + contextsMark, Contexts: contexts}
	one := Case{Text: "lanes race in " + contextsMark, Contexts: contexts[2:]}
	open := Case{Text: "not decided" + asideMark + " in " + kernelsMark, Aside: " unless n is the same", Contexts: contexts[2:]}
	const odd, few = warp.Lanes(0xaaaaaaaa), warp.Lanes(0x15)
	many := Case{Text: "Lane(s) " + lanesMark + " in " + contextsMark, Lanes: odd, Contexts: contexts[2:]}
	some := Case{Text: many.Text, Lanes: few, Contexts: contexts[2:]}
	for _, c := range []struct {
		made  Case
		room  int
		want  string
		short bool
	}{
		{free, len(whole), whole, false},
		{free, len(whole) - 1, "lanes race in k and 1 more", true},
		{fixed, len(whole), whole, false},
		{fixed, 1, "lanes race in k and 1 more", true},
		{one, 1, "lanes race in f [device function, sm_70]", false},
		{many, 200, "Lane(s) " + odd.String() + " in f [device function, sm_70]", false},
		{many, 1, "Lane(s) 1, 3, 5 and more in f [device function, sm_70]", false},
		{some, 1, "Lane(s) 0, 2, 4 in f [device function, sm_70]", false},
		{open, 99, "not decided unless n is the same in f [device function, sm_70]", false},
		{open, 40, "not decided unless n is the same in f", true},
		{open, 20, "not decided in f", true},
	} {
		if text, short := c.made.Within(c.room); text != c.want || short != c.short {
			t.Errorf("in %d characters: %q, %t", c.room, text, short)
		}
	}
}

// The assumptions are stated for each kernel without a known launch, and for functions that nothing calls.
func TestAssumptions(t *testing.T) {
	f := Finding{Contexts: []Context{{Root: "k<1>", IsKernel: true}, {Root: "k<2>", IsKernel: true},
		{Root: "known", IsKernel: true, Block: "32"}, {Root: "helper"},
		{Root: "chosen", IsKernel: true, Launch: source.Pos{File: "/src/k.cu", Line: 7}}}}
	got := strings.Join(f.Assumptions(), "\n")
	for _, want := range []string{"no launch of k was found", "--block k=256", "no kernel of this run calls helper",
		"the host computes the block of chosen (line 7 of k.cu): ", "--block chosen=256"} {
		if !strings.Contains(got, want) || strings.Contains(got, "of known") {
			t.Errorf("assumptions lack %q: %s", want, got)
		}
	}
	f.Contexts = f.Contexts[2:3]
	if got := f.Assumptions(); got != nil {
		t.Errorf("of a launch that is known: %s", got)
	}
}
