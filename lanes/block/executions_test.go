package block_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The tests draw small kernels that depend only on the warp and on n & 3, so that four runs of the concrete machine
// cover all executions of a block.

// kernel is a kernel that is being drawn.
type kernel struct {
	treetest.Draw
	warps, loops int
	// barrier draws a barrier; turns are the possible numbers of iterations of a loop, none if loops are not drawn.
	barrier func(*kernel) string
	turns   []string
}

// condition draws a condition that may differ between warps or executions.
func (k *kernel) condition() string {
	simple := func() string {
		return k.Of("w == 0", "w < 2", "w % 2 == 0", "w > 0", "w == 1", "m > 1", "m == 1", "m != 0", "w < m", "w == m", "w + m > 2", "(w ^ m) == 1", "m < 4")
	}
	switch k.Rand.IntN(6) {
	case 0:
		return simple() + " && " + simple()
	case 1:
		return simple() + " || " + simple()
	}
	return simple()
}

func (k *kernel) statements(depth int) string {
	return k.Lines(1, func() string { return k.statement(depth) })
}

func (k *kernel) statement(depth int) string {
	if depth == 0 {
		return k.barrier(k)
	}
	switch k.Rand.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("if (%s) {\n%s}", k.condition(), k.statements(depth-1))
	case 2, 3:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}", k.condition(), k.statements(depth-1), k.statements(depth-1))
	case 4:
		return fmt.Sprintf("if (%s) return;", k.condition())
	case 5:
		if k.Rand.IntN(4) == 0 {
			return fmt.Sprintf("if (%s) { __syncwarp(~0u); __trap(); }", k.condition()) // so that the machine shows it
		}
		if k.turns != nil {
			return k.loop(k.Of(k.turns...), func() string { return k.statements(depth - 1) })
		}
	}
	return k.barrier(k)
}

// loop draws a loop with a number of iterations, in one of several spellings.
func (k *kernel) loop(turns string, body func() string) string {
	k.loops++
	i := fmt.Sprint("i", k.loops)
	form := k.Of("for (int i = 0; i < N; i++) {\nbody}", "for (int i = 0; i < N; i++) {\nbody}", "for (int i = N; i > 0; i--) {\nbody}", "for (int i = 0; i != N; i++) {\nbody}",
		"for (int i = 1; i <= N; i++) {\nbody}", "for (int i = 0; ; i++) {\nif (i >= N) break;\nbody}", "int i = 0;\ndo {\nbodyi++; } while (i < N);",
		"for (int i = 0; i < N; i++) {\nbodyif (i + 1 < N) barrier\n}", "for (int i = 0; i < N; i++) {\nif (i > 0) barrier\nbody}", "for (int i = 0; i < N; i++) {\nif (i % 2 == 0) barrier\nbody}",
		"for (int i = 0; i < 2 * (N); i += 2) {\nbody}")
	return strings.NewReplacer("int i ", "int "+i+" ", "i ", i+" ", "i++", i+"++", "i--", i+"--", "N", "("+turns+")", "body", body(), "barrier", k.barrier(k)).Replace(form)
}

// inARow draws loops and barriers, one after the other.
func (k *kernel) inARow() string {
	some := func() string {
		var all strings.Builder
		for range 1 + k.Rand.IntN(2) {
			if k.Rand.IntN(3) == 0 {
				fmt.Fprintf(&all, "if (%s) ", k.condition())
			}
			all.WriteString(k.barrier(k) + "\n")
		}
		return all.String()
	}
	var all strings.Builder
	for range 1 + k.Rand.IntN(2) {
		all.WriteString(k.loop(k.Of(k.turns...), some) + "\n")
		if k.Rand.IntN(2) == 0 {
			all.WriteString(some())
		}
	}
	return all.String()
}

// whole draws a barrier of the whole block.
func (k *kernel) whole() string { return "__syncthreads();" }

// named draws a barrier with a name.
func (k *kernel) named() string {
	return k.Of("__syncthreads();", fmt.Sprintf("__barrier_sync(%s);", k.Of("1", "2", "1 + w % 2", "m", "w == m ? 1 : 2")))
}

// counted draws a barrier with a number of threads.
func (k *kernel) counted() string {
	if k.Rand.IntN(6) == 0 {
		return "__syncthreads();"
	}
	name, threads := k.Of("1", "1", "1", "2", "1 + w / 2", "1 + w % 2", "1 + (m & 1)"), []int{64, 64, 64, 32 * k.warps, 32, 96}[k.Rand.IntN(6)]
	if k.Rand.IntN(5) == 0 {
		return fmt.Sprintf(`asm volatile("bar.arrive %%0, %%1;" :: "r"(%s), "r"(%d));`, name, threads)
	}
	return fmt.Sprintf("__barrier_sync_count(%s, %d);", name, threads)
}

// run is one execution of a block.
type run struct {
	*sim.Block
	// ways and ops hold the barriers that each warp executes. all is the outcome of all orders.
	ways [][]*sim.Rendezvous
	ops  [][]barrier.Op
	all  *barrier.Outcome
	// traps: some warp ends the kernel by a trap.
	traps bool
}

// runsOf returns all executions of a kernel in a block of some warps.
func runsOf(t *testing.T, fn *cfg.Func, warps int) (list []run) {
	t.Helper()
	for m := range uint64(4) {
		b := sim.RunBlock(sim.Input{Func: fn, Shape: warp.Shape{warps * warp.Size, 1, 1}, Model: warp.Independent, Args: map[string]uint64{"n": m}})
		if !b.IsComplete() {
			t.Fatal("the machine does not come to an end")
		}
		r := run{Block: b, ways: make([][]*sim.Rendezvous, warps), ops: make([][]barrier.Op, warps)}
		for w, o := range b.Warps {
			for _, p := range o.Rendezvous {
				if !p.Site.Collective.BeyondWarp {
					r.traps = true
					continue
				}
				op := barrier.Op{Name: int(p.Barriers[0]), Warps: int(p.Threads[0]) / warp.Size, Arrives: p.Site.Collective.Class.Kind == cfg.BarrierArrive}
				r.ways[w], r.ops[w] = append(r.ways[w], p), append(r.ops[w], op)
			}
		}
		r.all = barrier.Run(r.ops)
		list = append(list, r)
	}
	return list
}

// comesTo returns the names that warps pass to the barrier at site in an execution.
func (r run) comesTo(site *cfg.Instr) map[int]bool {
	names := map[int]bool{}
	for w, way := range r.ways {
		for i, p := range way {
			if p.Site == site {
				names[r.ops[w][i].Name] = true
			}
		}
	}
	return names
}

// isLeftOut reports whether some warp waits at a barrier that another warp does not reach. The result elsewhere is true
// if the other warp stays away or waits elsewhere. The result away is true only if the other warp does not wait.
func (r run) isLeftOut(site *cfg.Instr) (away, elsewhere bool) {
	d, is := r.DesertionOf(site, nil)
	return is && d.Meanwhile == nil, is
}

// waitsAt returns how warps wait for ever, in some order, at a barrier with a number of threads.
func (r run) waitsAt(site *cfg.Instr) (how []detail.Detail) {
	for at, wait := range r.all.Waits {
		if op := r.ops[at.Warp][at.Op]; r.ways[at.Warp][at.Op].Site == site {
			awaited := op.Warps * warp.Size
			switch {
			case wait.OtherNumber > 0:
				how = append(how, detail.UnequalThreads{Awaited: awaited, Others: wait.OtherNumber * warp.Size})
			case r.all.Passes:
				how = append(how, detail.AnyOrder{Awaited: awaited})
			default:
				how = append(how, detail.Stuck{Awaited: awaited, Arriving: wait.Arrived * warp.Size})
			}
		}
	}
	return how
}

// alwaysHangs reports whether warps wait for ever in all orders. The result some is true if they do at one or more
// names of the barrier. The result each is true if they do at all names of the barrier. Both are true if no warp
// executes the barrier.
func (r run) alwaysHangs(site *cfg.Instr) (some, each bool) {
	names := r.comesTo(site)
	some, each = len(names) == 0, true
	for name := range names {
		some, each = some || r.all.Always(name), each && r.all.Always(name)
	}
	return some, each
}

// waitsIn reports whether some warp waits for ever at a barrier in some execution or, with always, in all of them.
func waitsIn(runs []run, site *cfg.Instr, always bool) bool {
	waits := false
	for _, r := range runs {
		if r.traps { // nobody waits for ever
			continue
		}
		if some, _ := r.alwaysHangs(site); always && !some {
			return false
		}
		waits = waits || len(r.waitsAt(site)) > 0
	}
	return waits
}

// judged holds the meetings and the barriers of a kernel in a block of a known shape, or of any shape if there are no
// warps.
type judged struct {
	*meet.Meetings
	*block.Judge
}

func judge(t *testing.T, text string, warps int) judged {
	m := meet.Of(tracetest.Collectives(t, text, warp.Shape{warps * warp.Size, min(warps, 1), min(warps, 1)}))
	m.Relate()
	return judged{m, block.Of(m)}
}

// hanging is the result for a barrier with a number of threads. list has the hangs at the barrier. none is true if it
// is known that there are none.
type hanging struct {
	list []*block.Hang
	none bool
}

// hangs returns the results for all barriers with a number of threads. One barrier may have several events.
func (j judged) hangs() map[*cfg.Instr]hanging {
	all := map[*cfg.Instr]hanging{}
	for _, p := range j.All() {
		if !block.IsCounted(p.Event) {
			continue
		}
		h, seen := all[p.Event.Instr]
		o := j.Barrier(p).InWholeBlock()
		if o.Hang != nil {
			h.list = append(h.list, o.Hang)
		}
		h.none = o.Hang == nil && o.Compared && !o.Open && len(h.list) == 0 && (h.none || !seen)
		all[p.Event.Instr] = h
	}
	return all
}

// away reports whether lanes may stay away from a barrier, and whether some surely do. The parameter away holds the
// formulas for both; if it is nil, no lane stays away.
func (j judged) away(b *block.Barrier, away *block.AwayLanes) (may, surely bool) {
	if away == nil {
		return false, false
	}
	t := j.Meetings.Trace.Terms
	answer, _ := j.Meetings.Trace.Prover.Satisfiable(t.And(j.Meetings.Premise(), t.Or(away.Lanes.List()...)))
	return answer != smt.No, answer != smt.No && b.Meeting.Cannot(t.Not(t.Or(away.Sure.List()...)))
}

// head declares the variables that kernels use.
const head = "int w = threadIdx.x / 32, m = n & 3;\n"

// drawn returns a kernel in a block of two to four warps.
func drawn(seed, kind uint64, draw func(*kernel) string, turns ...string) (k *kernel, text string) {
	k = &kernel{Draw: treetest.NewDraw(seed, kind), barrier: draw, turns: turns}
	k.warps = 2 + k.Rand.IntN(3)
	return k, head + k.statements(2)
}

// TestAwayInAllExecutions: some warp stays away from a barrier of the whole block, or waits at one with another name,
// in some execution exactly if the result is that it may. It does so in each execution that reaches the barrier if the
// result is that it surely does. In a loop, one iteration may be confused with another.
func TestAwayInAllExecutions(t *testing.T) {
	for kind, c := range []struct {
		draw func(*kernel) string
		// most bounds the sure cases that are not recognized.
		most int
	}{{(*kernel).whole, 1}, {(*kernel).named, 6}} {
		missed := 0
		for seed := range uint64(40) {
			k, text := drawn(seed, uint64(kind), c.draw)
			j := judge(t, text, k.warps)
			runs := runsOf(t, j.Meetings.Trace.Root, k.warps)
			for _, p := range j.All() {
				if !p.Event.Instr.Collective.BeyondWarp {
					continue
				}
				b := j.Barrier(p)
				may, surely := j.away(b, b.OtherWarpAway())
				unlike, surelyUnlike := j.away(b, b.OtherWarpUnlike())
				hang := b.InWholeBlock().Hang
				isAway, isElsewhere, isAlways, isUnlike := false, false, true, false
				for _, r := range runs {
					names := r.comesTo(p.Event.Instr)
					away, elsewhere := r.isLeftOut(p.Event.Instr)
					isAway, isElsewhere, isUnlike = isAway || away, isElsewhere || elsewhere, isUnlike || len(names) > 1
					isAlways = isAlways && (len(names) == 0 || elsewhere)
				}
				if got := may || unlike; got && !isElsewhere || !got && isAway || unlike && !isUnlike || (surely || surelyUnlike) && !isAlways {
					t.Fatalf("kind %d, seed %d, %d warps, line %d: may stay away: %t or be unlike: %t, surely %t, %t; away %t, always %t\n%s",
						kind, seed, k.warps, p.Event.Instr.Pos.Line, may, unlike, surely, surelyUnlike, isAway, isAlways, text)
				}
				if hang != nil && !block.IsCounted(p.Event) && !waitsIn(runs, p.Event.Instr, hang.Always) {
					t.Fatalf("kind %d, seed %d, %d warps, line %d: warps wait for ever, always %t\n%s", kind, seed, k.warps, p.Event.Instr.Pos.Line, hang.Always, text)
				}
				if isAway && isAlways && !surely && !surelyUnlike && (hang == nil || !hang.Always) {
					missed++
				}
			}
		}
		if missed > c.most {
			t.Errorf("kind %d: of %d barriers it is not found out that a warp always stays away", kind, missed)
		}
	}
}

// TestHangsInAllExecutions: at a barrier with a number of threads, a hang is found exactly if warps wait there for ever
// in some order, and the hang has the right description. A hang that is marked as always occurs in every order of every
// execution that reaches the barrier.
func TestHangsInAllExecutions(t *testing.T) {
	for kind, c := range []struct {
		turns   []string
		kernels uint64
		// most bounds the barriers that always hang and are not marked so.
		most int
	}{{nil, 60, 0}, {[]string{"m", "2", "m + 1"}, 35, 11}, {[]string{"20 + m", "18", "m", "w < 2 ? 20 : 21 + m"}, 45, 23}} {
		missed := 0
		for seed := range c.kernels {
			k, text := drawn(seed, uint64(10+kind), (*kernel).counted, c.turns...)
			if c.turns != nil {
				text = head + k.inARow()
			}
			j := judge(t, text, k.warps)
			runs := slices.DeleteFunc(runsOf(t, j.Meetings.Trace.Root, k.warps), func(r run) bool { return r.traps }) // nobody waits for ever then
			for site, hangs := range j.hangs() {
				var how []detail.Detail
				isAlways, isOpen := true, false
				for _, r := range runs {
					how = append(how, r.waitsAt(site)...)
					some, each := r.alwaysHangs(site)
					isAlways, isOpen = isAlways && (each || some && c.turns != nil), isOpen || r.all.Open
				}
				fail := func(what string, h *block.Hang) {
					t.Fatalf("kind %d, seed %d, %d warps, line %d: %s: %+v of %+v, always %t\n%s", kind, seed, k.warps, site.Pos.Line, what, h, how, isAlways, text)
				}
				if hangs.none && len(how) > 0 {
					fail("missed", nil)
				}
				for _, h := range hangs.list {
					switch {
					case isOpen:
					case len(how) == 0:
						fail("does not hang", h)
					case h.Always && !isAlways:
						fail("not always", h)
					case kind == 0 && !slices.Contains(how, h.Detail):
						fail("not as told", h)
					}
				}
				if isAlways && len(how) > 0 && !slices.ContainsFunc(hangs.list, func(h *block.Hang) bool { return h.Always }) {
					missed++
				}
			}
		}
		if missed > c.most {
			t.Errorf("kind %d: of %d barriers it is not found out that warps always wait for ever", kind, missed)
		}
	}
}

// TestAwayInAnyBlock: the results for a block of any number of warps hold in blocks of two to five warps. If no warp
// may stay away, none does. If a warp surely stays away, some warp does in every execution that reaches the barrier.
func TestAwayInAnyBlock(t *testing.T) {
	const most = 12
	missed := 0
	for seed := range uint64(20) {
		_, text := drawn(seed, 20, (*kernel).whole)
		j := judge(t, text, 0)
		isAway, isAlways := map[*cfg.Instr]bool{}, map[*cfg.Instr]bool{}
		for _, p := range j.All() {
			isAlways[p.Event.Instr] = true
		}
		for warps := 2; warps <= 5; warps++ {
			for _, r := range runsOf(t, j.Meetings.Trace.Root, warps) {
				for site := range isAlways {
					away, elsewhere := r.isLeftOut(site)
					isAway[site] = isAway[site] || away
					isAlways[site] = isAlways[site] && (elsewhere || len(r.comesTo(site)) == 0)
				}
			}
		}
		for _, p := range j.All() {
			if !p.Event.Instr.Collective.BeyondWarp {
				continue
			}
			b := j.Barrier(p)
			may, surely := j.away(b, b.OtherWarpAway())
			if isAway[p.Event.Instr] && !may || surely && !isAlways[p.Event.Instr] {
				t.Fatalf("seed %d, line %d: may stay away: %t, surely: %t; away %t, always %t\n%s", seed, p.Event.Instr.Pos.Line, may, surely, isAway[p.Event.Instr], isAlways[p.Event.Instr], text)
			}
			if may && !isAway[p.Event.Instr] || isAway[p.Event.Instr] && isAlways[p.Event.Instr] && !surely {
				missed++
			}
		}
	}
	if missed > most {
		t.Errorf("of %d barriers it is not found out that no warp may stay away, or that one always does", missed)
	}
}
