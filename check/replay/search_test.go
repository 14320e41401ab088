package replay

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// interpret calls see with the facts of each root of a file of testdata/kernels.
func interpret(t *testing.T, file string, see func([]*lanes.Fact)) {
	t.Helper()
	tree := parsetest.File(t, "../../testdata/kernels/"+file)
	lanes.Analyze(lower.Build(tree, host.Launches(tree)), lanes.Options{Model: warp.Independent, Races: true, See: see})
}

// findings returns the findings of a file, with the witnesses that the machine confirms.
func findings(t *testing.T, file string) []rules.Finding {
	t.Helper()
	var found []rules.Finding
	machine := Machine(true)
	interpret(t, file, func(facts []*lanes.Fact) {
		found = append(found, rules.Collect(facts, machine, rules.Doubt{})...)
	})
	return rules.Merge(found)
}

// The solver does not know the results that a warp computes together: the machine finds the input with which the warps
// part. It cannot run two of the kernels: a volatile word changes only if others write it, and the machine does not
// compute a collective of a tile of several warps.
func TestWitnessesOfWarpsAreFound(t *testing.T) {
	notRun := map[string]bool{"volatile_load": true, "vote_of_a_tile_for_the_block": true}
	for _, file := range []string{"value_of_a_warp.cu", "value_of_a_warp_counted.cu"} {
		for _, f := range findings(t, "barriers/"+file) {
			for _, kernel := range f.Kernels {
				if notRun[kernel] != (f.IsUnconfirmed()) {
					t.Errorf("%s: %q, %v", kernel, f.Unconfirmed, f.Witness)
				}
			}
		}
	}
}

// A witness that the machine finds shows all that the machine was given, and the lanes that arrive.
func TestFoundWitness(t *testing.T) {
	for _, f := range findings(t, "barriers/value_of_a_warp.cu") {
		if f.Kernels[0] != "jobs" {
			continue
		}
		want := "block 64, warp 0 waits and warp 1 stays away|n = 4|q[0] = 1|all lanes arrive"
		if got := strings.Join(f.Witness, "|"); got != want {
			t.Errorf("got %s", got)
		}
	}
}

// A witness is confirmed if it breaks the rule whatever a reduction returns, but not if it needs a sum that the machine
// does not compute.
func TestSupposedReductions(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range findings(t, "groups/reduced_values.cu") {
		kernel := f.Kernels[0]
		if seen[kernel] = true; (kernel == "where_the_sum_is_large") != (f.IsUnconfirmed()) {
			t.Errorf("%s: %q, %v", kernel, f.Unconfirmed, f.Witness)
		}
	}
	if len(seen) != 2 {
		t.Errorf("%v", seen)
	}
}

// Two stores of unknown values race only if the values differ, so no run shows the race.
func TestSupposedTexels(t *testing.T) {
	found := findings(t, "races/texels.cu")
	if len(found) != 1 || !found[0].IsUnconfirmed() {
		t.Errorf("%+v", found)
	}
}

// A witness is simplified, whether the solver or the machine has found it. It leaves out what does not matter.
func TestPlainWitness(t *testing.T) {
	want := map[string]string{
		"sign_of_a_float":       "block 32, warp 0|x[1] = 0, all others 1|lanes 0, 2-31 arrive, lane 1 elsewhere",
		"beside_half_precision": "block 32, warp 0|n = 1|lane 0 arrives, lanes 1-31 exited",
		"groups_by_key":         "block 32, warp 0|key[0] = -1, all others 0|lanes 1-31 arrive, lane 0 elsewhere",
		"until_a_slot_is_free": "block 32, warp 0|slots = 33|keys[2] = 0, all others 1|table[32] = 1, all others 0|" +
			"lanes 0-1, 3-31 arrive, lane 2 elsewhere",
		"insert":        "block 256, warp 0|items = 1|link[2] = -1|lane 0 arrives, lanes 1-31 elsewhere",
		"from_the_last": "block 256, warp 7, blockIdx.x = 0, gridDim.x = 1|last = 1|lanes 30-31 arrive, lanes 0-29 elsewhere",
		"causal":        "block 128, warp 2 waits and warp 0 stays away, blockIdx.x = 0|columns = 4|all lanes arrive",
	}
	for _, file := range []string{"masks/found_by_the_machine.cu", "barriers/later_rows_stay.cu"} {
		for _, f := range findings(t, file) {
			kernel := f.Kernels[0]
			if got := strings.Join(f.Witness, "|"); f.IsUnconfirmed() || got != want[kernel] {
				t.Errorf("%s: %q, %s", kernel, f.Unconfirmed, got)
			}
			delete(want, kernel)
		}
	}
	if len(want) > 0 {
		t.Errorf("nothing is found in %v", want)
	}
}

// Large numbers that depend on each other are made smaller together: for a solver they are as good as small ones.
func TestLargeNumbersTogether(t *testing.T) {
	made := 0
	interpret(t, "masks/found_by_the_machine.cu", func(facts []*lanes.Fact) {
		for _, f := range facts {
			if f.Context.Root.Name != "from_the_last" {
				continue
			}
			for _, v := range f.Barrier() {
				w := v.Witness
				w.Premises = nil // the launch sets the argument to the grid's extent; here they differ
				w.Warp, w.Args = 3, []lanes.ArgValue{{Name: "last", Value: 2227788687, Signed: 32}}
				w.Special = map[cfg.SpecialReg]uint32{cfg.CtaidX: 3002276, cfg.NCtaidX: 3315968}
				w.Memory = []lanes.MemoryValue{{Object: "end", Size: 4, Value: 1000, Signed: 32}}
				newReplayer().shrink(sim.Barrier, f, &v)
				if w = v.Witness; w.Args[0].Value != 128 || w.Special[cfg.CtaidX] != 0 || w.Special[cfg.NCtaidX] != 1 {
					t.Errorf("%+v", w)
				}
				made++
			}
		}
	})
	if made != 1 {
		t.Errorf("%d witnesses", made)
	}
}
