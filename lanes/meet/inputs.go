package meet

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A satisfiable formula proves that some execution reaches a place only under a condition: some input makes it true for
// all values of the other unknowns. An input is a value that the host may choose: an argument, memory that an argument
// points to, the launch. Any other unknown has one value, which the interpreter does not know. The value that the
// formula needs may never occur:
//
//	if (__hlt(h, h)) __syncwarp(1);                       the result of a function
//	for (i = 0; i < n; i++) { if (i > 5) break; ++t; }
//	if (t > 6) __syncwarp(1);                             the value of t after the loop

// Reach is the result of looking for an execution that reaches a rendezvous.
type Reach struct {
	Shown bool
	// On lists unknowns that are no inputs and that decide whether the rendezvous is reached. It is empty if an
	// execution is shown.
	On []*term.Term
	// Behind is a loop before the rendezvous that no run is known to leave, so that the rendezvous may never be
	// reached. It is nil if there is none.
	Behind *cfg.Loop
}

// ReachIn looks for inputs with which warp w reaches the rendezvous, in the first iterations of the loops around it.
func (p *Rendezvous) ReachIn(w int) Reach {
	reach := p.reachIfLoopsEnd(w)
	if reach.Shown {
		reach.Behind = p.m.endlessBefore(p.Event.Point)
		reach.Shown = reach.Behind == nil
	}
	return reach
}

// endlessBefore returns a loop on a path to the point p, if no run is known to leave the loop. It returns nil if there
// is no such loop.
func (m *Meetings) endlessBefore(p *trace.Point) *cfg.Loop {
	for _, at := range p.Path() {
		if l := m.endings.EndlessBefore(at.Call.Fn, at.Block, at.InstrID); l != nil {
			return l
		}
	}
	return nil
}

func (p *Rendezvous) reachIfLoopsEnd(w int) Reach {
	m, view := p.m, p.m.Trace.Launch.AsWarp(w)
	inFirst := m.prover.Unknowns.InFirstOf(p.Event.IsInLoop)
	here := inFirst(p.Reach)
	given := &inputs{isOrdered: !restsOnFunction(here)}
	on := given.others(here)
	if here == p.Reach && w == grid.AnyWarp && len(on) == 0 && !readsMemory(here) {
		return Reach{Shown: true} // the caller has found an execution that reaches the event
	}
	model := m.modelOf(view.Rewrite(m.t.And(m.Premise(), here, inFirst(p.withKnown(p.Reach)))), given)
	if model == nil {
		return Reach{On: on}
	}
	if len(on) > 0 && !m.holdsWhatever(given.fixed(m.t, view.Rewrite(here), model)) {
		return Reach{On: on}
	}
	return Reach{Shown: true}
}

// mostLemmas bounds how often modelOf adds the lemma that two words of memory are equal if their addresses are.
const mostLemmas = 8

// modelOf returns a model of f in which memory is consistent: words that overlap, and that the host may fill according
// to contents, do not contradict each other. It returns nil if none is found.
func (m *Meetings) modelOf(f *term.Term, contents *inputs) term.Model {
	for range mostLemmas {
		a, model := m.prover.Solver.Satisfiable(f)
		if a != smt.Yes {
			return nil
		}
		x, y := contents.conflict(f, model)
		if x == nil {
			return model
		}
		apart := m.t.Not(m.t.Eq(x.Args[1], y.Args[1]))
		if x.Bits == y.Bits {
			apart = m.t.Or(apart, m.t.Eq(x, y))
		}
		f = m.t.And(f, apart)
	}
	return nil
}

// readsMemory reports whether f contains a word of memory.
func readsMemory(f *term.Term) bool {
	return term.Any([]*term.Term{f}, func(x *term.Term) bool {
		_, is := x.Origin.(memory.Origin)
		return is
	})
}

// holdsWhatever reports whether f is proved to be true for all values of the unknowns.
func (m *Meetings) holdsWhatever(f *term.Term) bool {
	a, _ := m.prover.Solver.Satisfiable(m.t.And(m.Premise(), m.t.Not(f)))
	return a == smt.No
}

// inputs distinguishes unknowns that the host may choose from all others.
type inputs struct {
	// isOrdered reports whether results of comparisons of floating-point words count as inputs: any combination of
	// results is taken to be possible.
	isOrdered bool
	isFixed   map[*term.Term]bool
}

// has reports whether x is an input, and so may have any value.
func (g *inputs) has(x *term.Term) bool {
	is, known := g.isFixed[x]
	if !known {
		if g.isFixed == nil {
			g.isFixed = map[*term.Term]bool{}
		}
		is = g.isInput(x)
		g.isFixed[x] = is
	}
	return is
}

func (g *inputs) isInput(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case grid.Origin, memory.ArgOrigin, memory.AddressOrigin, memory.LaneArgument:
		return true
	case memory.TemplateOrigin:
		return !o.Passed
	case memory.Origin:
		return o.Given && g.isMadeOf(x.Args)
	case memory.FloatOrder:
		return g.isOrdered && g.isMadeOf(x.Args)
	}
	return false
}

// isMadeOf reports whether all unknowns in args are inputs.
func (g *inputs) isMadeOf(args []*term.Term) bool {
	return !term.Any(args, func(x *term.Term) bool { return x.IsUnknown() && !g.has(x) })
}

// others lists the unknowns in f that are not inputs.
func (g *inputs) others(f *term.Term) []*term.Term {
	var list []*term.Term
	term.Any([]*term.Term{f}, func(x *term.Term) bool {
		if x.IsUnknown() && !g.has(x) {
			list = append(list, x)
		}
		return false
	})
	return list
}

// byteOfMemory is a byte of memory that the host may fill. name names the memory, and at is the address in it.
type byteOfMemory struct {
	name string
	at   uint64
}

// conflict finds two words x and y of memory in f that overlap and have values in the model m that do not fit. This may
// happen because a model treats each word as an unknown. Only words that the host may fill count. Two reads of one word
// with equal values are no conflict. x and y are nil if there is no conflict.
func (g *inputs) conflict(f *term.Term, m term.Model) (x, y *term.Term) {
	values, read := term.NewEvaluator(m), map[byteOfMemory]*term.Term{}
	term.Any([]*term.Term{f}, func(word *term.Term) bool {
		o, is := word.Origin.(memory.Origin)
		if !is || !g.has(word) {
			return false
		}
		start := values.Value(word.Args[1])
		for i := range uint64(o.Size) {
			at := byteOfMemory{word.Name, start + i}
			if before := read[at]; before != nil && before != word && !isSameWord(m, values, before, word) {
				x, y = before, word
				return true
			}
			read[at] = word
		}
		return false
	})
	return x, y
}

// isSameWord reports whether two overlapping words of memory are one word and have equal values in the model m. A
// floating-point word that is only compared has no value in m.
func isSameWord(m term.Model, values *term.Evaluator, x, y *term.Term) bool {
	v, isKnown := m[x]
	w, too := m[y]
	return isKnown && too && v == w && x.Bits == y.Bits && values.Value(x.Args[1]) == values.Value(y.Args[1])
}

// fixed replaces the inputs in f by their values in the model m.
func (g *inputs) fixed(t *term.Table, f *term.Term, m term.Model) *term.Term {
	values := term.NewEvaluator(m)
	return t.NewRewriter(func(x *term.Term) *term.Term {
		switch {
		case !g.has(x):
			return x
		case x.Bits == 0:
			return t.Bool(values.Holds(x))
		}
		return t.Const(x.Bits, values.Value(x))
	}).Rewrite(f)
}

// restsOnFunction reports whether a model of f may need results of uninterpreted functions that are not possible. There
// are three kinds: a result of floating-point arithmetic (v * v < 0), a cycle of floating-point comparisons (v < 3 and
// v > 5), and a comparison of a word whose bits are also read (signbit(v) and v > 1). The result of a load may be
// anything, so it is always possible.
func restsOnFunction(f *term.Term) bool {
	seen, compared := map[*term.Term]bool{}, map[*term.Term]*term.Term{}
	asNumber, asBits := map[*term.Term]bool{}, map[*term.Term]bool{}
	var visit func(x *term.Term) bool
	visit = func(x *term.Term) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if x.Op != term.Opaque {
			addTo(asBits, x.Args)
			return slices.ContainsFunc(x.Args, visit)
		}
		switch x.Origin.(type) {
		case memory.FloatFunction:
			return true
		case memory.FloatOrder:
			addTo(asNumber, x.Args)
			return !connect(compared, x.Args[0], x.Args[1]) || slices.ContainsFunc(x.Args, visit)
		}
		return false
	}
	if visit(f) {
		return true
	}
	for x := range asNumber {
		if asBits[x] && !x.IsConst() {
			return true
		}
	}
	return false
}

func addTo(set map[*term.Term]bool, words []*term.Term) {
	for _, x := range words {
		set[x] = true
	}
}

// connect merges the sets that contain the words a and b, and reports whether they were different sets. All constants
// are in one set, which nil represents.
func connect(sets map[*term.Term]*term.Term, a, b *term.Term) bool {
	find := func(x *term.Term) *term.Term {
		for x != nil && !x.IsConst() {
			next, isJoined := sets[x]
			if !isJoined {
				return x
			}
			x = next
		}
		return nil
	}
	x, y := find(a), find(b)
	if x == nil {
		x, y = y, x
	}
	if x != y {
		sets[x] = y
	}
	return x != y
}
