package bruteforce

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
)

// blocksPerUnit is how many of these programs are checked as one file, because a file has a budget.
const blocksPerUnit = 16

// TestBlock compares the reported races between warps with runs of all threads of a block.
func TestBlock(t *testing.T) {
	first, count := asked(t)
	switch {
	case count == 0 && testing.Short():
		count = blocksPerUnit
	case count == 0:
		count = 8 * blocksPerUnit
	}
	var tally [3][4]int
	for seed := first; seed < first+count; seed += blocksPerUnit {
		compareBlocks(t, seed, min(blocksPerUnit, first+count-seed), &tally)
	}
	t.Logf("pairs of lines that race for no input: %v; for some: %v; for all that reach them: %v (silent, open, potential, definite)", tally[0], tally[1], tally[2])
}

// inputSet has a bit for each input.
type inputSet uint32

func (s inputSet) count() int { return bits.OnesCount32(uint32(s)) }

// linePair is a pair of lines of a program, in order.
type linePair struct{ first, second int }

// runsOfBlock is what the runs of a program show, for all inputs.
type runsOfBlock struct {
	// proper are the inputs for which all threads reach their end. reached are the inputs for which some thread
	// executes a line.
	proper  inputSet
	reached map[int]inputSet
	// surely are the inputs for which two lines race. perhaps are the inputs for which values decide whether they race.
	surely, perhaps map[linePair]inputSet
}

func compareBlocks(t *testing.T, first, count int, tally *[3][4]int) {
	drawn := make([]blockProgram, count)
	var begins []int // the line before each program
	kernels, functions, calls := strings.Builder{}, strings.Builder{}, strings.Builder{}
	kernels.WriteString(preludeOfBlocks)
	for i := range drawn {
		drawn[i] = rapid.Custom(drawBlock).Example(first + i)
		begins = append(begins, strings.Count(kernels.String(), "\n"))
		kernels.WriteString(drawn[i].kernel(name(i)))
		functions.WriteString(drawn[i].function(name(i)))
		fmt.Fprintf(&calls, "tell(%s, %d, %d, %d, %d);\n", name(i), drawn[i].shape.width, drawn[i].shape.height, blocksOfN, blocksOfU)
	}
	computed := compiled(t, machineOfBlocks+strings.ReplaceAll(functions.String(), "int *d", "Sinks d")+"int main() {\n"+calls.String()+"}\n")
	said := make([][]rules.Finding, count)
	without := []string{"masks", "*divergent-syncthreads"}
	if first/blocksPerUnit%2 > 0 { // beside it, one finding may stand for two
		without = append(without, "*missing-syncwarp")
	}
	for _, f := range findings(t, "sm_70", kernels.String(), without...) {
		isOpen := f.Certainty == lanes.Undecided && strings.HasSuffix(f.Key, "missing-syncwarp") // one budget for both
		if !isOpen && !strings.HasSuffix(f.Key, "missing-syncthreads") {
			continue
		}
		i, _ := slices.BinarySearch(begins, f.Pos.Line)
		said[i-1] = append(said[i-1], f)
	}
	for i, p := range drawn {
		runs := runsOf(t, computed[i])
		if runs.proper.count() < blocksOfN*blocksOfU {
			continue
		}
		for _, fault := range runs.disagreements(said[i], begins[i], tally) {
			t.Errorf("seed %d: %s:\n%s", first+i, fault, numberedLines(p.kernel(name(i))))
		}
	}
}

func numberedLines(text string) string {
	var all strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		fmt.Fprintf(&all, "%3d %s\n", i, line)
	}
	return all.String()
}

// runsOf reads what the machine prints about a program.
func runsOf(t *testing.T, text string) runsOfBlock {
	t.Helper()
	r := runsOfBlock{reached: map[int]inputSet{}, surely: map[linePair]inputSet{}, perhaps: map[linePair]inputSet{}}
	words := strings.Fields(text)
	scan := func(text, format string, into ...any) {
		if n, err := fmt.Sscanf(text, format, into...); err != nil || n < len(into) {
			t.Fatalf("%q: %v", text, err)
		}
	}
	scan(words[0], "%d", &r.proper)
	for _, word := range words[1:] {
		var line int
		var pair linePair
		var one, other inputSet
		if !strings.Contains(word, ":") {
			scan(word, "%d=%d", &line, &one)
			r.reached[line] = one
			continue
		}
		scan(word, "%d:%d=%d:%d", &pair.first, &pair.second, &one, &other)
		r.surely[pair], r.perhaps[pair] = one, other
	}
	return r
}

// disagreements are the findings that no input shows, and the races that inputs show and no finding reports. A race is
// not counted as missed if some question about the kernel is open.
func (r *runsOfBlock) disagreements(said []rules.Finding, begins int, tally *[3][4]int) (all []string) {
	told, isOpen := map[int]verdict{}, false
	for i := range said {
		f := &said[i]
		line, v := f.Pos.Line-begins-1, verdictOf(f)
		told[line] = max(told[line], v)
		isOpen = isOpen || f.Certainty == lanes.Undecided
		shown := r.racing(line)
		switch {
		case v >= potential && shown == 0:
			all = append(all, fmt.Sprintf("%v at line %d, where no input shows a race", v, line))
		case v == definite && r.reached[line]&^shown != 0:
			all = append(all, fmt.Sprintf("%v at line %d, where %d inputs of %d show a race", v, line, shown.count(), r.reached[line].count()))
		case v >= potential && !r.earlierRaces(f, line, begins):
			all = append(all, fmt.Sprintf("%v at line %d, which races with none of the earlier lines: %s", v, line, f.Message))
		}
	}
	for pair, inputs := range r.surely {
		v := max(told[pair.first], told[pair.second])
		tally[min(usedOf(inputs, r.reached[pair.first]&r.reached[pair.second]), 2)][v]++
		if inputs != 0 && v == silent && !isOpen {
			all = append(all, fmt.Sprintf("nothing of lines %d and %d, which race for %d inputs", pair.first, pair.second, inputs.count()))
		}
	}
	slices.Sort(all)
	return all
}

// usedOf is 0 if inputs has no input, 1 if it has some, 2 if it has all.
func usedOf(inputs, all inputSet) int {
	switch inputs {
	case 0:
		return 0
	case all:
		return 2
	}
	return 1
}

// racing are the inputs for which a line races with any line.
func (r *runsOfBlock) racing(line int) (inputs inputSet) {
	for pair, surely := range r.surely {
		if pair.first == line || pair.second == line {
			inputs |= surely | r.perhaps[pair]
		}
	}
	return inputs
}

// earlierRaces reports whether a line races with at least one of the earlier lines that a finding names.
func (r *runsOfBlock) earlierRaces(f *rules.Finding, line, begins int) bool {
	return slices.ContainsFunc(f.Related, func(other rules.Related) bool {
		earlier := other.Pos.Line - begins - 1
		pair := linePair{min(line, earlier), max(line, earlier)}
		return r.surely[pair]|r.perhaps[pair] != 0
	})
}
