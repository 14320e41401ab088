package race_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// kernel is a kernel of accesses to shared memory and barriers that is being drawn. It depends only on the thread and
// on n & 3.
type kernel struct {
	treetest.Draw
	loops int
	turns []string
}

func (k *kernel) index() string {
	return k.Of("lane", "lane", "lane", "lane ^ 1", "lane ^ m", "31 - lane", "lane / 2", "lane + 1", "m", "lane + 32", "(lane + m) % 32", "2 * lane", "2 * lane + 1",
		"lane < 16 ? lane : lane + 16", "lane * m", "(lane & 1) * 32 + m", "(lane + i) % 64", "i", "lane + 8 * i", "lane ^ i")
}

func (k *kernel) condition() string {
	return k.Of("lane < 16", "lane == 3", "(lane & 1) == 0", "m > 1", "m == lane", "lane < 8 * m", "lane >= 8 && m != 2")
}

func (k *kernel) statements(depth int) string {
	return k.Lines(1, func() string { return k.statement(depth) })
}

func (k *kernel) statement(depth int) string {
	kinds := 9
	if depth > 0 {
		kinds = 14
	}
	switch k.Rand.IntN(kinds) {
	case 0, 1, 2:
		return fmt.Sprintf("%s[%s] = %d;", k.Of("s", "s", "r"), k.index(), 1+k.Rand.IntN(900))
	case 3, 4:
		return fmt.Sprintf("v += %s[%s];", k.Of("s", "s", "r"), k.index())
	case 5:
		return k.Of("s[lane] = s[lane ^ 1];", "s[lane] += 3;", "__syncthreads();", "s[lane] = s[lane + 1];")
	case 6, 7, 8:
		return fmt.Sprintf("__syncwarp(%s);", k.Of("~0u", "~0u", "lane < 16 ? 0xffffu : 0xffff0000u", "1u << lane", "3u << (lane & 30)"))
	case 9, 10:
		return fmt.Sprintf("if (%s) {\n%s}", k.condition(), k.statements(depth-1))
	case 11:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}", k.condition(), k.statements(depth-1), k.statements(depth-1))
	case 12:
		return fmt.Sprintf("if (%s) return;", k.Of("lane >= 16", "m == 1", "lane < m"))
	}
	if k.turns == nil || k.loops > 0 {
		return fmt.Sprintf("s[%s] = %d;", k.index(), 1+k.Rand.IntN(900))
	}
	k.loops++
	return fmt.Sprintf("for (int i = 0; i < %s; i++) {\n%s}", k.Of(k.turns...), k.statements(depth-1))
}

// raced maps accesses to the lanes that race there with an earlier access.
type raced map[*cfg.Instr]warp.Lanes

// TestRacesInAllExecutions: lanes may race exactly if the machine shows a race in one of all executions.
func TestRacesInAllExecutions(t *testing.T) {
	for kind, turns := range [][]string{nil, {"m", "2", "m + 1"}, {"5", "m + 9"}} {
		for seed := range uint64([]int{120, 60, 30}[kind]) {
			k := &kernel{Draw: treetest.NewDraw(seed, uint64(kind)), turns: turns}
			text := "__shared__ int s[128]; __shared__ int r[128];\nint m = n & 3, v = 0, i = 0;\n" + k.statements(2) + "d[lane] = v;"
			tr := tracetest.Accesses(t, text, warp.Shape{warp.Size, 1, 1})
			root := tracetest.Kernel(t, text)
			if tr != nil {
				root = tr.Root
			}
			isBroken, happen := false, raced{}
			for m := range uint64(4) {
				out := sim.Run(sim.Input{Func: root, Shape: warp.Shape{warp.Size, 1, 1}, Model: warp.Independent, Args: map[string]uint64{"n": m}, Races: true})
				isBroken = isBroken || len(out.Violations) > 0
				for _, r := range out.Races() {
					happen[r.Later.Site] |= 1 << r.Later.Lane
				}
			}
			if isBroken {
				continue // after a broken collective, accesses may be unordered
			}
			said, open := raced{}, false
			if tr != nil {
				said, open = racesOf(tr)
			}
			for at, lanes := range happen {
				if lanes&^said[at] != 0 && !open {
					t.Fatalf("kind %d, seed %d, line %d: lanes %v race, said of %v\n%s", kind, seed, at.Pos.Line, lanes, said[at], text)
				}
			}
			for at, lanes := range said {
				if happen[at] == 0 { // the machine reports only some of several races
					t.Fatalf("kind %d, seed %d, line %d: lanes %v are said to race, and none does\n%s", kind, seed, at.Pos.Line, lanes, text)
				}
			}
		}
	}
}

// racesOf returns the lanes that may race. open says whether some pairs are not decided.
func racesOf(tr *trace.Trace) (said raced, open bool) {
	m := meet.Of(tr)
	m.Relate()
	said = raced{}
	for found := range race.Of(m).Candidates() {
		open = open || found.Open
		for l, races := range found.Lanes().List() {
			if answer, _ := m.Trace.Prover.Satisfiable(m.Trace.Terms.And(m.Premise(), races)); answer != smt.No {
				said[found.Meeting.Event.Instr] |= 1 << l
			}
		}
	}
	return said, open
}
