package barrier

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// op reads one barrier: w waits and a arrives at name 1, W waits and A arrives at name 2, each with two warps a round;
// 3 waits at name 1 for three warps, and s is the barrier of the block. ? is an unknown rest.
func op(c rune) Op {
	switch c {
	case 'a':
		return Op{Name: 1, Warps: 2, Arrives: true}
	case 'W':
		return Op{Name: 2, Warps: 2}
	case 'A':
		return Op{Name: 2, Warps: 2, Arrives: true}
	case '3':
		return Op{Name: 1, Warps: 3}
	case 's':
		return Op{}
	case '?':
		return Op{Beyond: true}
	}
	return Op{Name: 1, Warps: 2}
}

func waysOf(rows []string) [][]Op {
	var ways [][]Op
	for _, row := range rows {
		var way []Op
		for _, c := range row {
			way = append(way, op(c))
		}
		ways = append(ways, way)
	}
	return ways
}

// Each string has the barriers of one warp, in order.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		ways          []string
		passes, hangs bool
	}{
		{[]string{"ww", "w", "w"}, true, true},
		{[]string{"w", "w", "w", "w"}, true, false},
		{[]string{"w", "w", "w"}, false, true},
		{[]string{"ww", "ww"}, true, false},
		{[]string{"www", "ww"}, false, true},
		{[]string{"ww", "ww", "ww"}, true, true},
		{[]string{"ww", "ww", "ww", "ww"}, true, true},
		{[]string{"wsw", "wsw", "wsw", "wsw"}, true, false},
		{[]string{"wsw", "ws", "s", "sw"}, true, false},
		{[]string{"ws", "sw"}, false, true},
		{[]string{"w", "aa"}, true, true},
		{[]string{"w", "a", "a"}, true, true},
		{[]string{"w", "a"}, true, false},
		{[]string{"aw"}, true, false},
		{[]string{"aa", "a"}, true, false},
		{[]string{"www", "aaa"}, true, true},
		// in a circle: no warp can begin, or one can
		{[]string{"wAwA", "WaWa"}, false, true},
		{[]string{"aWaW", "wAwA"}, true, false},
		{[]string{"wW", "Ww"}, false, true},
		{[]string{"wsw", "w", "w"}, false, true},
		{[]string{"s", "s", ""}, true, false},
		// two numbers of warps for one barrier
		{[]string{"w", "w", "3"}, false, true},
		{[]string{"w3", "w3", "3"}, true, true},
		{[]string{"ws3", "ws3", "s3"}, true, false},
	} {
		if got := Run(waysOf(c.ways)); got.Passes != c.passes || got.Hangs != c.hangs || got.Open {
			t.Errorf("%q: passes %v, hangs %v, open %v", c.ways, got.Passes, got.Hangs, got.Open)
		}
	}
}

// An unknown rest matters only if a warp reaches it.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		ways        []string
		hangs, open bool
	}{
		{[]string{"wAwA?", "WaWa?"}, true, false},
		{[]string{"aWaW?", "wAwA?"}, false, true},
		{[]string{"w?", "a"}, false, true},
		{[]string{"w?", ""}, true, false},
		{[]string{"s?", "w"}, true, false},
		{[]string{"s", "?"}, false, true},
	} {
		if got := Run(waysOf(c.ways)); got.Hangs != c.hangs || got.Open != c.open {
			t.Errorf("%q: hangs %v, open %v", c.ways, got.Hangs, got.Open)
		}
	}
}

// The outcome has who waits where, and how many have arrived there.
func TestWaits(t *testing.T) {
	got := Run(waysOf([]string{"wW", "Ww"}))
	want := map[Step]Wait{{0, 0}: {Arrived: 1}, {1, 0}: {Arrived: 1}}
	if len(got.Waits) != 2 || got.Waits[Step{0, 0}] != want[Step{0, 0}] || got.Waits[Step{1, 0}] != want[Step{1, 0}] {
		t.Errorf("crossed: %v", got.Waits)
	}
	if !got.Always(1) || !got.Always(2) || got.Always(0) {
		t.Errorf("crossed: always at 1 %v, 2 %v, 0 %v", got.Always(1), got.Always(2), got.Always(0))
	}
	got = Run(waysOf([]string{"3", "w"}))
	if got.Waits[Step{1, 0}] != (Wait{Arrived: 2, OtherNumber: 3}) || got.Waits[Step{0, 0}] != (Wait{Arrived: 2, OtherNumber: 2}) {
		t.Errorf("two numbers: %v", got.Waits)
	}
}

// Eight warps in two roles pass a buffer to and fro: that takes no more states than steps.
func TestPipelineIsOneOrder(t *testing.T) {
	full, empty := Op{Name: 1, Warps: 8}, Op{Name: 2, Warps: 8}
	arrives := func(o Op) Op { o.Arrives = true; return o }
	ways := make([][]Op, 8)
	for w := range ways {
		if w >= 4 {
			ways[w] = append(ways[w], arrives(empty))
		}
		for range 10 {
			if w < 4 {
				ways[w] = append(ways[w], empty, arrives(full))
			} else {
				ways[w] = append(ways[w], full, arrives(empty))
			}
		}
	}
	if got := Run(ways); got.Hangs || got.Open || got.States > 8*21+1 {
		t.Errorf("hangs %v, open %v, %d states", got.Hangs, got.Open, got.States)
	}
}

// TestAllOrders compares the search with one that tries every order separately.
func TestAllOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		warps := rapid.IntRange(1, 4).Draw(t, "warps")
		rows := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("wwwaWWA3s")), 0, 4, -1), warps, warps).Draw(t, "ways")
		ways := waysOf(rows)
		got, want := Run(ways), Outcome{}
		follow(&want, ways, make([]bool, warps), map[int][]int{}, map[int]int{})
		if got.Open || got.Passes != want.Passes || got.Hangs != want.Hangs {
			t.Fatalf("%q: passes %v, hangs %v; in all orders %v, %v", rows, got.Passes, got.Hangs, want.Passes, want.Hangs)
		}
	})
}

// follow tries all orders. rest has the remaining barriers of each warp, and waits says which warps wait. For each
// name, round has the waiting warps, and arrivals the number of warps that have arrived without waiting.
func follow(out *Outcome, rest [][]Op, waits []bool, round map[int][]int, arrivals map[int]int) {
	ends, hangs := true, slices.Contains(waits, true)
	for w := range rest {
		if waits[w] || len(rest[w]) == 0 {
			continue
		}
		ends = false
		rest, waits, round, arrivals := slices.Clone(rest), slices.Clone(waits), copied(round), copied(arrivals)
		op := rest[w][0]
		if unlike(rest, round, arrivals, op) {
			out.Hangs = true
			continue
		}
		if op.Arrives {
			arrivals[op.Name]++
			rest[w] = rest[w][1:]
		} else {
			waits[w] = true
			round[op.Name] = append(slices.Clone(round[op.Name]), w)
		}
		settle(rest, waits, round, arrivals)
		follow(out, rest, waits, round, arrivals)
	}
	if ends {
		out.Hangs, out.Passes = out.Hangs || hangs, out.Passes || !hangs
	}
}

// unlike reports whether op waits for another number of warps than the warps that have arrived under its name. Warps
// that arrive without waiting always ask for two warps.
func unlike(rest [][]Op, round map[int][]int, arrivals map[int]int, op Op) bool {
	asks := func(o Op) int {
		if o.Warps == 0 {
			return len(rest)
		}
		return o.Warps
	}
	if arrivals[op.Name] > 0 && asks(op) != 2 {
		return true
	}
	return len(round[op.Name]) > 0 && asks(rest[round[op.Name][0]][0]) != asks(op)
}

// settle releases the warps of full rounds.
func settle(rest [][]Op, waits []bool, round map[int][]int, arrivals map[int]int) {
	for again := true; again; {
		again = false
		for name := range Names {
			come := len(round[name]) + arrivals[name]
			if come == 0 {
				continue
			}
			takes := 2
			if len(round[name]) > 0 {
				takes = rest[round[name][0]][0].Warps
			}
			full := come == takes
			if takes == 0 {
				full = true
				for w := range rest {
					full = full && (len(rest[w]) == 0 || slices.Contains(round[name], w))
				}
			}
			if full {
				for _, w := range round[name] {
					waits[w], rest[w] = false, rest[w][1:]
				}
				round[name], arrivals[name], again = nil, 0, true
			}
		}
	}
}

func copied[V any](m map[int]V) map[int]V {
	next := map[int]V{}
	for k, v := range m {
		next[k] = v
	}
	return next
}
