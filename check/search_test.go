package check

import (
	"strings"
	"testing"
)

// What a warp computes for itself is not known to the solver: the machine finds the input that
// parts the warps. Of two kernels it runs none: a volatile word changes only when others write
// it, and a tile of several warps is a collective that it does not compute.
func TestWitnessesOfWarpsAreFound(t *testing.T) {
	notRun := map[string]bool{"volatile_load": true, "vote_of_a_tile_for_the_block": true}
	for _, file := range []string{"value_of_a_warp.cu", "value_of_a_warp_counted.cu"} {
		for _, f := range potentialFindings(t, kernelFolder+"barriers/"+file) {
			for _, kernel := range f.Kernels {
				if notRun[kernel] != (f.Approximate != "") {
					t.Errorf("%s: %q, %v", kernel, f.Approximate, f.Witness)
				}
			}
		}
	}
}

// A witness that is found shows all that the machine was given, and the lanes that it saw.
func TestFoundWitness(t *testing.T) {
	for _, f := range potentialFindings(t, kernelFolder+"barriers/value_of_a_warp.cu") {
		if f.Kernels[0] != "one_job" {
			continue
		}
		want := "block 64, warp 0 waits and warp 1 stays away|q[0] = 3|all lanes arrive"
		if got := strings.Join(f.Witness, "|"); got != want {
			t.Errorf("got %s", got)
		}
	}
}

// A witness is confirmed that breaks the rule whatever a reduction yields, and none that needs a sum
// that the machine does not compute.
func TestSupposedReductions(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range potentialFindings(t, kernelFolder+"groups/reduced_values.cu") {
		kernel := f.Kernels[0]
		if seen[kernel] = true; (kernel == "where_the_sum_is_large") != (f.Approximate != "") {
			t.Errorf("%s: %q, %v", kernel, f.Approximate, f.Witness)
		}
	}
	if len(seen) != 2 {
		t.Errorf("%v", seen)
	}
}
