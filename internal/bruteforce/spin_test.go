package bruteforce

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSpin compares the reports about loops that wait with runs of a warp, in lockstep (sm_60) and with lanes that run
// independently (sm_70).
func TestSpin(t *testing.T) {
	first, count := asked(t)
	if count == 0 {
		count = 32
	}
	var tally [2][3][4]int
	for seed := first; seed < first+count; seed += perUnit {
		compareSpins(t, seed, min(perUnit, first+count-seed), &tally)
	}
	for i, arch := range spinArchs {
		t.Logf("%s: hangs for no input: %v; for some: %v; for all: %v (silent, open, potential, definite)", arch, tally[i][0], tally[i][1], tally[i][2])
	}
}

var spinArchs = [2]string{"sm_60", "sm_70"}

func compareSpins(t *testing.T, first, count int, tally *[2][3][4]int) {
	drawn := make([]spinning, count)
	var begins []int // the line of each program
	kernels, functions, calls := strings.Builder{}, strings.Builder{}, strings.Builder{}
	for i := range drawn {
		drawn[i] = rapid.Custom(drawSpinning).Example(first + i)
		begins = append(begins, 1+strings.Count(kernels.String(), "\n"))
		kernels.WriteString(drawn[i].asKernel(name(i)))
		functions.WriteString(drawn[i].asMachine(name(i)))
		fmt.Fprintf(&calls, "tell(%s, %d);\n", name(i), drawn[i].branches)
	}
	computed := compiled(t, machineOfWarps+functions.String()+"int main() {\n"+calls.String()+"}\n")
	for a, arch := range spinArchs {
		said := make([]verdict, count)
		for _, f := range findings(t, arch, kernels.String()) {
			i, _ := slices.BinarySearch(begins, f.Pos.Line+1)
			if f.Key == "spin-wait-deadlock" {
				said[i-1] = max(said[i-1], verdictOf(&f))
			}
		}
		for i, s := range drawn {
			runs := strings.Fields(computed[i])[a]
			v, hangs := said[i], usedFor(strings.ReplaceAll(runs, "2", "1"))
			tally[a][hangs][v]++
			switch {
			case hangs == 0 && v >= potential:
				t.Errorf("seed %d, %s: %v of a loop that ends for all inputs:\n%s", first+i, arch, v, s.asKernel(name(i)))
			case hangs > 0 && v == silent && (a == 0 || strings.Contains(runs, "2")):
				t.Errorf("seed %d, %s: nothing, and lanes wait for ever for %d inputs of %d:\n%s", first+i, arch, len(runs)-strings.Count(runs, "0"), len(runs), s.asKernel(name(i)))
			}
		}
	}
}
