package race

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Candidate is an access that may race with earlier accesses.
type Candidate struct {
	Meeting *meet.Rendezvous
	// Open reports whether the comparison is incomplete. Then some pairs of accesses or some executions of the later
	// access were not compared, or the target of some access is not known.
	Open bool
	// IsOfWarps reports whether the earlier accesses are those of other warps.
	IsOfWarps bool
	j         *Judge
	clashes   []*clash
}

// Candidates yields the accesses of a complete trace that may race with earlier accesses of the same warp, and those
// for which this is not decided.
func (j *Judge) Candidates() iter.Seq[*Candidate] { return j.eachCandidate }

func (j *Judge) eachCandidate(yield func(*Candidate) bool) {
	pairs, asked, last := 0, map[trace.Chained]int{}, map[trace.Chained]*Candidate{}
	for n, b := range j.trace.Log.Accesses {
		key := b.Chained()
		if asked[key] == maxExecutions {
			last[key].Open = true
			continue
		}
		c := &Candidate{Meeting: j.meet.OfOneSite(b.Event), j: j}
		for _, q := range j.pairsOf(n) {
			between, ordered := j.barriers(q)
			if ordered {
				continue
			}
			if !q.earlier.IsPlaced() || !q.later.IsPlaced() {
				c.Open = c.Open || !q.isOfOneLane()
				continue
			}
			if pairs == maxPairs {
				c.Open = true
				break
			}
			pairs++
			if found := j.clash(q, between); found != nil {
				c.clashes = append(c.clashes, found)
				c.Meeting.OtherIterations = c.Meeting.OtherIterations || q.isOfTwoIterations()
			}
		}
		if c.HasAny() || c.Open {
			asked[key]++
			last[key] = c
			if !yield(c) {
				return
			}
		}
	}
}

// isOfOneLane reports whether the guards show that both accesses are executed by the same single lane.
func (p pair) isOfOneLane() bool {
	comes := 0
	for l := range warp.Size {
		if !p.earlier.Guard.At(l).IsFalse() || !p.later.Guard.At(l).IsFalse() {
			comes++
		}
	}
	return comes <= 1
}

// HasAny reports whether the access may race with some earlier one.
func (c *Candidate) HasAny() bool { return len(c.clashes) > 0 }

// IsHard reports whether each race of the candidate depends on a product of unknowns. For such a question, the solver
// may need all the work that is left.
func (c *Candidate) IsHard() bool {
	return !slices.ContainsFunc(c.clashes, func(one *clash) bool { return !multiplies(one.firstRace(c.j.t)) })
}

// Conflict is an earlier access with which a candidate may race.
type Conflict struct {
	Earlier *trace.Access
	// Object is the object that the candidate touches. At is its offset in each lane, in bytes.
	Object *memory.Object
	At     vector.Vec
	// Lanes is the set of the candidate's lanes that may race.
	Lanes warp.Lanes
	// Loop is nil if both accesses are in the same iteration of all loops. Otherwise the candidate is the access in the
	// later of two consecutive iterations of Loop.
	Loop *trace.Loop
}

// Conflicts returns the conflicts of a candidate, in the order in which they were compared.
func (c *Candidate) Conflicts() []Conflict {
	var list []Conflict
	for _, one := range c.clashes {
		found := Conflict{Earlier: one.earlier, Object: one.object, At: one.laterOffset, Loop: one.loop}
		for _, p := range one.pairs {
			found.Lanes |= 1 << p.later
		}
		list = append(list, found)
	}
	return list
}

// Lanes returns, for each lane, the formula that it races with another lane at an earlier access.
func (c *Candidate) Lanes() vector.Vec {
	var ways [warp.Size][]*term.Term
	for _, one := range c.clashes {
		var races [warp.Size][]*term.Term
		for _, p := range one.pairs {
			races[p.later] = append(races[p.later], p.races)
		}
		for l, some := range races {
			if len(some) > 0 {
				ways[l] = append(ways[l], c.j.t.And(one.condition, c.j.t.Or(some...)))
			}
		}
	}
	return vector.Build(func(l int) *term.Term { return c.j.t.Or(ways[l]...) })
}

// Cases yields one formula for each possible race of two lanes at two accesses. Some lane races if one of them holds.
func (c *Candidate) Cases() iter.Seq[*term.Term] {
	return func(yield func(*term.Term) bool) {
		for _, one := range c.clashes {
			for _, p := range one.pairs {
				if !yield(c.j.t.And(one.condition, p.races)) {
					return
				}
			}
		}
	}
}

// Find asks the solver for an execution with a race, for the first few races one by one. The solver keeps the model of
// a solution, and tries it first when it is asked later for a race of any two lanes. Without a model that later
// question may be too hard. Find first assumes the first block of the grid, where products with the number of the block
// are zero. It stops after a few races that the solver does not decide.
func (c *Candidate) Find() {
	open := 0
	for _, one := range c.clashes[:min(len(c.clashes), maxTried)] {
		race := c.j.t.And(c.j.meet.Premise(), one.firstRace(c.j.t))
		for _, zeros := range [][]*term.Term{c.j.blockIndices(), nil} {
			switch c.j.prover.FindSimplest(race, c.j.trace.Launch.Plain, zeros...) {
			case smt.Yes:
				return
			case smt.Undecided:
				open++
			}
			if open == maxOpen {
				return
			}
		}
	}
}

// blockIndices returns the unknowns that number the block in the grid.
func (j *Judge) blockIndices() (list []*term.Term) {
	for _, reg := range []cfg.SpecialReg{cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ} {
		if x := j.trace.Launch.Register(reg); !x.IsNone() && x.At(0).IsUnknown() {
			list = append(list, x.At(0))
		}
	}
	return list
}

// In returns the first race that happens in an execution.
func (c *Candidate) In(e *prove.Execution) (race detail.Race, happens bool) {
	one, first, found := c.firstIn(e)
	if !found {
		return detail.Race{}, false
	}
	race = detail.Race{Lane: first.later, Other: first.earlier, Earlier: one.earlier.Position(), By: one.earlier.Instr, Copies: one.earlier.Instr.Async,
		Element: c.j.elementOf(one, first, e)}
	race.OtherName, race.Distance = one.otherName(first, e)
	if one.loop != nil {
		race.Round = one.loop.InGraph
	}
	if c.IsOfWarps {
		own := grid.WarpOf(func(reg cfg.SpecialReg) int { return int(e.Value(c.j.trace.Launch.Register(reg).At(0))) })
		race.Warps = &detail.Warps{Own: own, Other: c.j.warpOf(one.rival, e)}
		race.Beside = c.j.barriersNear(one.meeting.of, one.meeting.syncPoints)
		race.IsAwaited = !slices.ContainsFunc(c.clashes, func(other *clash) bool { return !other.meeting.isAwaited })
	}
	return race, true
}

// firstIn returns the first race that happens in an execution, as a clash and a pair of lanes. found is false if none
// happens.
func (c *Candidate) firstIn(e *prove.Execution) (one *clash, first lanePair, found bool) {
	for _, one := range c.clashes {
		if first, found := one.firstIn(e); found {
			return one, first, true
		}
	}
	return nil, lanePair{}, false
}

// elementOf returns a name for the first byte that both lanes of a pair touch. The name begins with the pointer of the
// later access or, if that is not possible, with the pointer of the earlier access.
func (j *Judge) elementOf(c *clash, p lanePair, e *prove.Execution) string {
	at := max(int64(e.Value(c.laterOffset.At(p.later))), int64(e.Value(c.earlierOffset.At(p.earlier))))
	for _, used := range []struct {
		pointer *trace.Pointer
		lane    int
	}{{c.laterPointer, p.later}, {c.earlierPointer, p.earlier}} {
		if used.pointer == nil {
			continue
		}
		if from := int64(e.Value(used.pointer.At.At(used.lane))); from <= at {
			return used.pointer.Variable.ElementBehind(at - from)
		}
	}
	return j.trace.Root.ElementOf(c.object.Decl, at)
}

// otherName returns the name that the earlier access uses for the memory of the race. distance is the number of bytes
// from the array of the earlier access to that of the later one (detail.Race). The name is "" if a pointer is not
// known, or points behind the accessed memory.
func (cl *clash) otherName(p lanePair, e *prove.Execution) (name string, distance int64) {
	if cl.laterPointer == nil || cl.earlierPointer == nil {
		return "", 0
	}
	at := max(int64(e.Value(cl.laterOffset.At(p.later))), int64(e.Value(cl.earlierOffset.At(p.earlier))))
	later, earlier := int64(e.Value(cl.laterPointer.At.At(p.later))), int64(e.Value(cl.earlierPointer.At.At(p.earlier)))
	if later > at || earlier > at {
		return "", 0
	}
	return cl.earlierPointer.Variable.OtherName(cl.laterPointer.Variable, at-earlier, later-earlier)
}

// firstIn returns a pair of lanes that races in an execution. It takes the pair with the lowest later lane. found is
// false if no pair races.
func (cl *clash) firstIn(e *prove.Execution) (first lanePair, found bool) {
	for _, p := range cl.pairs {
		if (!found || p.later < first.later) && e.Holds(cl.condition) && e.Holds(p.races) {
			first, found = p, true
		}
	}
	return first, found
}
