package bruteforce

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestUnused compares the reports about shuffles from lanes that do not exist with what threads store for each value
// that such a lane might give.
func TestUnused(t *testing.T) {
	first, count := asked(t)
	if count == 0 {
		count = 2 * perUnit
	}
	var tally [3][4]int
	for seed := first; seed < first+count; seed += perUnit {
		compareShuffles(t, seed, min(perUnit, first+count-seed), &tally)
	}
	t.Logf("with an effect for no input: %v; for some: %v; for all: %v (silent, open, potential, definite)", tally[0], tally[1], tally[2])
}

// usedFor is 0 if a value is used for no input, 1 if for some, 2 if for all; inputs has a 0 or 1 for each.
func usedFor(inputs string) int {
	switch strings.Count(inputs, "1") {
	case 0:
		return 0
	case len(inputs):
		return 2
	}
	return 1
}

func compareShuffles(t *testing.T, first, count int, tally *[3][4]int) {
	drawn := make([]shuffle, count)
	kernels := strings.Builder{}
	for i := range drawn {
		drawn[i] = rapid.Custom(drawShuffle).Example(first + i)
		kernels.WriteString(drawn[i].kernel(name(i)))
	}
	used := usedBy(t, drawn, false)
	said := reported(t, preludeOfKernels+preludeOfStores+kernels.String(), func(key string) bool {
		return strings.HasSuffix(key, "source_lane_not_in_mask") && !strings.HasPrefix(key, "unused")
	})
	for i, s := range drawn {
		v, u := said[name(i)], used[i]
		if u == 0 && v >= potential || u == 1 && v == definite {
			u = usedBy(t, []shuffle{s}, true)[0]
		}
		tally[u][v]++
		switch {
		case u == 0 && v >= potential:
			t.Errorf("seed %d: %v, and no input shows an effect:\n%s", first+i, v, s.kernel(name(i)))
		case u == 1 && v == definite:
			t.Errorf("seed %d: %v, and some input shows no effect:\n%s", first+i, v, s.kernel(name(i)))
		case u > 0 && v == silent:
			t.Errorf("seed %d: nothing, and inputs show an effect:\n%s", first+i, s.kernel(name(i)))
		}
	}
}

// usedBy returns usedFor for each shuffle. A thorough search tries more words, and takes long.
func usedBy(t *testing.T, drawn []shuffle, thorough bool) []int {
	functions, calls := strings.Builder{}, strings.Builder{}
	for i, s := range drawn {
		functions.WriteString(s.function(name(i)))
		fmt.Fprintf(&calls, "for (int n = 0; n < %d; n++) for (unsigned u = 0; u < %d; u++) std::putchar('0' + isUsed(%s, %d, n, u, %t));\nstd::puts(\"\");\n",
			valuesOfN, valuesOfU, name(i), s.threads, thorough)
	}
	var used []int
	for _, inputs := range compiled(t, preludeOfFunctions+preludeOfEffects+functions.String()+"int main() {\n"+calls.String()+"}\n") {
		used = append(used, usedFor(inputs))
	}
	return used
}
