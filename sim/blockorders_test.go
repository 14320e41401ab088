package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Races of a block are compared with all orders in which a few threads may take their steps: two accesses race if some
// order reaches a point where both are next.

// actors is the number of lanes of each warp that touch memory. All lanes reach the barriers.
const actors = 2

// A deed is the next step of a warp: one of its lanes touches a cell, or all its lanes reach a barrier.
type deed struct {
	kind      deedKind
	lane      int
	cell      int
	number    int // of the barrier
	warps     int // for how many the barrier waits, 0 for all
	line      int
	statement string
}

type deedKind int

const (
	reads deedKind = iota
	writes
	adds
	meetsWarp
	waitsAt
	arrivesAt
)

func (d deed) isAccess() bool { return d.kind <= adds }

// conflicts reports whether two accesses race if nothing orders them. Each store has a value of its own.
func (d deed) conflicts(o deed) bool {
	return d.isAccess() && o.isAccess() && d.cell == o.cell && (d.kind != o.kind || d.kind == writes)
}

// dealer draws the deeds of each warp of a block.
type dealer struct {
	t     *rapid.T
	warps [][]deed
	// stores counts the stores: the n-th store stores n.
	stores int
}

func (d *dealer) below(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

func (d *dealer) add(w int, one deed) {
	d.stores++
	one.statement = one.text(d.stores)
	d.warps[w] = append(d.warps[w], one)
}

// drawDeeds draws accesses, with barriers between them that the warps mostly reach together.
func drawDeeds(t *rapid.T) [][]deed {
	d := &dealer{t: t}
	d.warps = make([][]deed, 2+d.below(2))
	for range 1 + d.below(3) {
		d.accesses()
		d.barrier()
	}
	d.accesses()
	return d.warps
}

// accesses draws at most two accesses for each warp.
func (d *dealer) accesses() {
	for w := range d.warps {
		for range d.below(3) {
			if d.below(6) == 0 {
				d.add(w, deed{kind: meetsWarp})
			} else {
				d.add(w, deed{kind: deedKind(d.below(3)), lane: d.below(actors), cell: d.below(2)})
			}
		}
	}
}

// barrier draws a barrier of all warps or of two, rarely one that not all of its warps reach.
func (d *dealer) barrier() {
	kinds, number := [2]deedKind{waitsAt, waitsAt}, 1+d.below(2)
	switch d.below(8) {
	case 0, 1:
		for w := range d.warps {
			d.add(w, deed{kind: waitsAt, number: 3})
		}
		return
	case 2:
		d.add(d.below(len(d.warps)), deed{kind: waitsAt, number: number, warps: 2})
		return
	case 3, 4:
		kinds[d.below(2)] = arrivesAt
	}
	first := d.below(len(d.warps))
	for i, kind := range kinds {
		d.add((first+i)%len(d.warps), deed{kind: kind, number: number, warps: 2})
	}
}

func (d deed) text(value int) string {
	switch d.kind {
	case reads:
		return fmt.Sprintf("if (L == %d) x = s[%d];", d.lane, d.cell)
	case writes:
		return fmt.Sprintf("if (L == %d) s[%d] = %d;", d.lane, d.cell, value)
	case adds:
		return fmt.Sprintf("if (L == %d) atomicAdd(&s[%d], %d);", d.lane, d.cell, 100*value)
	case meetsWarp:
		return "__syncwarp();"
	case arrivesAt:
		return fmt.Sprintf(`asm volatile("bar.arrive %d, %d;" ::: "memory");`, d.number, d.warps*warp.Size)
	}
	if d.warps == 0 {
		return fmt.Sprintf(`asm volatile("bar.sync %d;" ::: "memory");`, d.number)
	}
	return fmt.Sprintf(`asm volatile("bar.sync %d, %d;" ::: "memory");`, d.number, d.warps*warp.Size)
}

// textOf is the kernel for the deeds. It records the line of each deed, counted from the first line of the kernel.
func textOf(warps [][]deed) string {
	begins := strings.Count(prologue[:strings.Index(prologue, "__global__")], "\n")
	lines := []string{prologue, "int x;"}
	for w, deeds := range warps {
		lines = append(lines, fmt.Sprintf("if (T / 32 == %d) {", w))
		for i := range deeds {
			deeds[i].line = strings.Count(strings.Join(lines, "\n"), "\n") + 1 - begins
			lines = append(lines, deeds[i].statement)
		}
		lines = append(lines, "}")
	}
	return strings.Join(append(lines, "}"), "\n")
}

// An order is the state of an execution in one order: the position of each actor, and which warps wait at which
// barrier.
type order struct {
	at       [3][actors]int8
	waits    [3]bool
	came     [4]int8 // arrivals of the current phase of each barrier
	awaited  [4]bool // whether the phase waits for all warps
	met      [4]meeting
	released [3]bool
}

// meeting holds, for each warp, the line of the barrier at which it arrived in the current phase.
type meeting [3]int

// orders searches all orders.
type orders struct {
	warps [][]deed
	seen  map[order]bool
	races map[[2]int]bool
	hangs bool
	// meets holds, for the line of a barrier, which warps meet there. varies: whether that differs between orders.
	meets  map[int]meeting
	varies bool
}

func searchOrders(warps [][]deed) *orders {
	s := &orders{warps: warps, seen: map[order]bool{}, races: map[[2]int]bool{}, meets: map[int]meeting{}}
	s.from(order{})
	return s
}

// next returns the next deed of an actor, its own or one of its whole warp; nil at the end.
func (s *orders) next(o *order, w, lane int) *deed {
	for ; int(o.at[w][lane]) < len(s.warps[w]); o.at[w][lane]++ {
		if d := &s.warps[w][o.at[w][lane]]; !d.isAccess() || d.lane == lane {
			return d
		}
	}
	return nil
}

func (s *orders) from(o order) {
	for w := range s.warps {
		for l := range actors {
			s.next(&o, w, l)
		}
	}
	if s.seen[o] {
		return
	}
	s.seen[o] = true
	s.judge(o)
	moved, ended := false, true
	for w := range s.warps {
		for l := range actors {
			if d := s.next(&o, w, l); d != nil {
				ended = false
				if d.isAccess() {
					moved = true
					after := o
					after.at[w][l]++
					s.from(after)
				}
			}
		}
		if after, goes := s.meet(o, w); goes {
			moved = true
			s.from(after)
		}
	}
	s.hangs = s.hangs || !moved && !ended
}

// judge records the accesses of two warps that conflict and are both next.
func (s *orders) judge(o order) {
	for w := range s.warps {
		for v := range w {
			for l := range actors {
				for k := range actors {
					a, b := s.next(&o, w, l), s.next(&o, v, k)
					if a != nil && b != nil && a.conflicts(*b) {
						s.races[[2]int{min(a.line, b.line), max(a.line, b.line)}] = true
					}
				}
			}
		}
	}
}

// meet lets a warp whose actors are all at one barrier arrive there, or go on.
func (s *orders) meet(o order, w int) (after order, goes bool) {
	d := s.next(&o, w, 0)
	for l := range actors {
		if other := s.next(&o, w, l); d == nil || other != d || d.isAccess() {
			return o, false
		}
	}
	switch {
	case d.kind == meetsWarp, o.released[w]:
		o.released[w] = false
		return s.passed(o, w), true
	case o.waits[w]:
		return o, o.awaited[d.number] && s.fills(&o, d.number)
	}
	o.came[d.number]++
	s.varies = s.varies || o.met[d.number][w] != 0
	o.met[d.number][w] = d.line
	o.awaited[d.number] = d.warps == 0
	if d.kind == arrivesAt {
		o = s.passed(o, w)
	} else {
		o.waits[w] = true
	}
	if d.warps > 0 && int(o.came[d.number]) == d.warps {
		s.release(&o, d.number)
	} else if d.warps == 0 {
		s.fills(&o, d.number)
	}
	return o, true
}

func (s *orders) passed(o order, w int) order {
	for l := range actors {
		o.at[w][l]++
	}
	return o
}

// fills releases a barrier of all warps if the warps that have not ended have arrived.
func (s *orders) fills(o *order, number int) bool {
	left := int8(0)
	for w := range s.warps {
		if s.next(o, w, 0) != nil || s.next(o, w, 1) != nil {
			left++
		}
	}
	if o.came[number] < left {
		return false
	}
	s.release(o, number)
	return true
}

func (s *orders) release(o *order, number int) {
	for _, line := range o.met[number] {
		known, isKnown := s.meets[line]
		s.varies = s.varies || line > 0 && isKnown && known != o.met[number]
		s.meets[line] = o.met[number]
	}
	o.came[number], o.awaited[number], o.met[number] = 0, false, meeting{}
	for w := range s.warps {
		if d := s.next(o, w, 0); o.waits[w] && d.number == number {
			o.waits[w], o.released[w] = false, true
		}
	}
}

// TestBlockOrders checks that the machine finds exactly the races that some order shows. A block is not compared if the
// warps that meet at a numbered barrier depend on the order. In that case the machine knows the races of one order
// only. It may also find races that no order shows. A phase begins when the previous one is full. That orders the steps
// of threads in time, but not the memory of threads that only arrived.
func TestBlockOrders(t *testing.T) {
	const count = 600
	programs, texts := make([][][]deed, count), make([]string, count)
	for i := range programs {
		programs[i] = rapid.Custom(drawDeeds).Example(i)
		texts[i] = textOf(programs[i])
	}
	hung, raced, varied, agreed := 0, 0, 0, 0
	for i, fn := range kernelsOf(t, "#define T threadIdx.x\n__shared__ int s[2];\n", texts) {
		all := searchOrders(programs[i])
		found, isJudged := racesOfMachine(fn, len(programs[i]))
		switch {
		case all.hangs || !isJudged:
			hung++
			continue
		case len(all.races) > 0:
			raced++
		}
		agreed++
		if all.varies {
			varied++
		}
		for pair := range found {
			if !all.races[pair] && !all.varies {
				t.Errorf("program %d: no order shows the race of lines %v:\n%s", i, pair, texts[i])
			}
		}
		for pair := range all.races {
			if !found[pair] && !all.varies {
				t.Errorf("program %d: the machine misses the race of lines %v:\n%s", i, pair, texts[i])
			}
		}
	}
	t.Logf("%d programs break another rule, of %d others %d race, in %d who meets depends on the order", hung, agreed, raced, varied)
}

// racesOfMachine returns the races that the machine finds, as pairs of lines, counted from the first line of the
// kernel. The machine looks for no races if, in some order, a warp waits for ever or a barrier lacks warps.
func racesOfMachine(fn *cfg.Func, warps int) (found map[[2]int]bool, isJudged bool) {
	found = map[[2]int]bool{}
	block := sim.RunBlock(sim.Input{Func: fn, Shape: warp.Shape{warps * warp.Size, 1, 1}, Races: true})
	for _, r := range block.Races() {
		pair := []int{r.Earlier.Site.Pos.Line - fn.Decl.Pos.Line, r.Later.Site.Pos.Line - fn.Decl.Pos.Line}
		slices.Sort(pair)
		found[[2]int(pair)] = true
	}
	return found, block.IsComplete() && len(block.Waits)+len(block.Deserted) == 0 && !block.Open
}
