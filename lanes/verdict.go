package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// decide turns an offence into at most one verdict. With V the formula that some
// lane offends and R that some lane reaches the collective: no verdict when V
// cannot be true unless another collective was broken before; definite when R and not V
// cannot be true, for then every execution that reaches the collective breaks the rule;
// potential otherwise.
// The state is an over-approximation of the executions, so both "cannot" are
// proofs; that a potential one is real is for the concrete machine to confirm.
//
// A definite verdict under the assumed block is only potential when a likely block
// of another shape has none (ask puts the same question there), or when it is none without
// what is presumed of code that does not parse.
func (f *Fact) decide(ask func(*Fact) []Verdict, o offence) []Verdict {
	p := f.phase
	in := p.in
	some := in.t.And(in.premise(), in.t.Or(o.lanes.list()...))
	answer, found := p.agreeing(some)
	switch answer {
	case smt.No:
		return nil
	case smt.Undecided:
		if o.others == nil {
			if found, ok := f.takeCloser(ask, true); ok {
				return found
			}
		}
		f.Undecided = true
		return []Verdict{p.undecided(some)}
	}
	v := p.describe(o, found)
	v.Approximate = p.approximate
	if p.approximate == "" && in.certain(p, o.proved()) {
		v.Certainty = Definite
		if !in.always(p) || p.restsOnLastTurn() {
			v.Certainty = Potential
		} else if !in.surelyReached(p.reach) {
			v.Certainty, v.Approximate = Potential, "whether the place is reached is not known"
		}
	}
	if v.Certainty == Definite && !in.launch.shape.Known() {
		if f.clearing(ask) != nil {
			v.Certainty = Potential
		}
	}
	if v.Certainty == Definite && in.presumed {
		if proof := f.proof(ask); proof != nil {
			return []Verdict{*proof}
		}
		v.Certainty, v.Approximate = Potential, "what does not parse is taken to be the same in all lanes"
	}
	varies := v.Certainty == Potential || in.isOneOf() || p.settle(&v, o, found)
	if varies && o.others == nil {
		if closer, ok := f.takeCloser(ask, v.Approximate != "" || v.Certainty == Definite); ok && !isWeaker(closer, v) {
			return closer
		}
	}
	if varies || p.masksVary() {
		v.Witness = in.witness(p, found)
		v.Witness.Other = v.Other
	}
	return []Verdict{v}
}

// restsOnLastTurn reports that who arrives, or with which mask, rests on how a loop was
// left, where events of other branches take part: those within the loop are of any turn,
// and have the same number for it as the last turn has.
func (p *phase) restsOnLastTurn() bool {
	if p.relate(); len(p.rivals) == 0 {
		return false
	}
	around := map[int]bool{}
	for _, s := range p.within {
		around[s.number] = true
	}
	terms := []*term.Term{p.reach}
	if p.masked {
		terms = append(terms, p.mask.list()...)
	}
	return term.Any(terms, func(x *term.Term) bool {
		c, carried := p.in.carried[x]
		return carried && !around[c.loop]
	})
}

// settle reports that who arrives or offends is not the same in all executions. The lanes
// of the verdict are then those that offend in all of them, if there are such.
func (p *phase) settle(v *Verdict, o offence, e *execution) (varies bool) {
	if o.others != nil {
		return false
	}
	t := p.in.t
	inWarp, others := t.True, t.False
	if w := p.in.launch.warp; w != nil {
		inWarp = t.Eq(w, t.Const(w.Bits, e.Value(w)))
	}
	for l := range warp.Size {
		for _, f := range []*term.Term{p.guard.at(l), o.lanes.at(l)} {
			others = t.Or(others, t.Not(t.Iff(f, t.Bool(e.Holds(f)))))
		}
	}
	if p.cannot(t.And(inWarp, others)) {
		return false
	}
	always := build(func(l int) *term.Term {
		f := o.lanes.at(l)
		return t.Bool(v.Lanes.Has(l) && p.cannot(t.And(inWarp, t.Not(f))))
	})
	if !always.isFalse() {
		o.lanes = always
		certainty, approximate := v.Certainty, v.Approximate
		*v = p.describe(o, e)
		v.Certainty, v.Approximate = certainty, approximate
	}
	return true
}

// masksVary reports masks that are computed of what the executions differ in.
func (p *phase) masksVary() bool {
	for l := 0; p.masked && l < warp.Size; l++ {
		if !p.guard.at(l).IsFalse() && !p.mask.at(l).IsConst() {
			return true
		}
	}
	return false
}

// premise holds in every execution: what may be assumed of the launch, and that no lane
// comes to where control never does.
func (in *interp) premise() *term.Term {
	if in.assumption == nil {
		in.assumption = in.launch.assumption
		for _, lanes := range in.excluded {
			in.assumption = in.t.And(in.assumption, in.t.Not(in.t.Or(lanes.list()...)))
		}
	}
	return in.assumption
}

// always reports an execution of a collective that comes whenever the collective is
// executed at all along the same calls. A late turn of a loop that few lanes reach
// says nothing of the others.
func (in *interp) always(p *phase) bool {
	without := in.t.And(in.premise(), in.reached(p.event), in.t.Not(p.reach))
	a, _ := in.solver.Satisfiable(without)
	return a == smt.No
}

// chained is an instruction of a function called along a chain of calls.
type chained struct {
	instr *cfg.Instr
	chain string
}

// reached says when some lane executes an event's collective along its calls, in
// whatever turn of a loop.
func (in *interp) reached(e *event) *term.Term {
	at := chained{e.instr.AsWritten(), e.place.frame.chain}
	f, known := in.executed[at]
	if !known {
		var guards []*term.Term
		for _, o := range in.events {
			if at == (chained{o.instr.AsWritten(), o.place.frame.chain}) {
				guards = append(guards, o.guard.list()...)
			}
		}
		f = in.t.Or(guards...)
		in.executed[at] = f
	}
	return f
}

// surelyReached reports a collective that some execution surely reaches: not only by a
// value that the interpreter gave up, nor only by what a loop may carry along,
// since the program may never compute it.
func (in *interp) surelyReached(reach *term.Term) bool {
	first := in.inFirstTurns(reach, false)
	if term.Any([]*term.Term{first}, isVague) {
		return false
	}
	if first == reach {
		return true
	}
	a, _ := in.solver.Satisfiable(in.t.And(in.premise(), first))
	return a == smt.Yes
}

// execution is a model of the solver's, for terms as view shows them. A formula is solved
// and pictured through one view: what the model says of a word of memory it says of the
// address as the view spells it.
type execution struct {
	view   func(*term.Term) *term.Term
	model  term.Model
	values *term.Evaluator
}

func newExecution(view func(*term.Term) *term.Term, m term.Model) *execution {
	return &execution{view, m, term.NewEvaluator(m)}
}

// Value is the value of a term in the execution.
func (x *execution) Value(t *term.Term) uint64 { return x.values.Value(x.view(t)) }

// Holds reports whether a formula is true in the execution.
func (x *execution) Holds(f *term.Term) bool { return x.Value(f) != 0 }

// simplest is an execution that makes a formula true when no collective was broken. The
// first turns of all loops are preferred, which are what they are from the start, to an
// arbitrary turn that the program may not come to; and a one-dimensional block to others.
func (in *interp) simplest(f *term.Term) (smt.Answer, *execution) {
	some, inFirst := in.unbroken(f), in.inFirst()
	if first := inFirst(f); first != some {
		if a, m := in.simplestModel(first); a == smt.Yes {
			return a, newExecution(inFirst, m)
		}
	}
	a, m := in.simplestModel(some)
	return a, newExecution(in.unbroken, m)
}

// inFirst views terms in the first turns of all loops, as long as no collective was
// broken.
func (in *interp) inFirst() func(*term.Term) *term.Term {
	if in.firstView == nil {
		var view *term.Rewriter
		view = in.t.NewRewriter(func(x *term.Term) *term.Term {
			if y, assumed := in.assumed[x]; assumed {
				return view.Rewrite(y)
			}
			if y, entered := in.entered[x]; entered {
				return view.Rewrite(y)
			}
			if c, carried := in.carried[x]; carried {
				return view.Rewrite(c.first)
			}
			return x
		})
		in.firstView = view
	}
	return in.firstView.Rewrite
}

func (in *interp) simplestModel(f *term.Term) (smt.Answer, term.Model) {
	plain := in.t.And(f, in.launch.plain)
	if a, m := in.satisfiable(plain); a != smt.No || plain == f {
		return a, m
	}
	return in.satisfiable(f)
}

// certain reports that every execution that reaches the collective offends: in
// whatever warp, or always in one warp of a block of known shape.
func (in *interp) certain(p *phase, lanes vec) bool {
	some := in.t.Or(lanes.list()...)
	if in.isOneOf() { // others may come where it does not
		a, _ := in.solver.Satisfiable(in.t.And(in.premise(), in.t.Not(some)))
		return a == smt.No
	}
	if p.cannot(in.t.Not(some)) {
		return true
	}
	if in.launch.warp == nil {
		return false
	}
	for w := range in.launch.warps {
		if in.mayFail(w, p.reach) { // then nobody offends, which is far simpler to see
			continue
		}
		if a, _ := in.solver.Satisfiable(in.failing(w, some)); a == smt.No {
			return true
		}
	}
	return false
}

// cannot reports that a formula holds in no execution in which some lane arrives.
func (p *phase) cannot(f *term.Term) bool {
	in := p.in
	here := in.t.And(in.premise(), p.reach, f)
	if a, _ := in.satisfiable(here); a == smt.No {
		return true
	}
	known := p.with(here)
	if known == here {
		return false
	}
	a, _ := in.solver.Satisfiable(known)
	return a == smt.No
}

// failing says when a formula is false in a warp of a block of known shape.
func (in *interp) failing(w int, f *term.Term) *term.Term {
	return in.asWarp(w).Rewrite(in.t.And(in.premise(), in.t.Not(f)))
}

// mayFail reports a formula that some execution makes false in a warp.
func (in *interp) mayFail(w int, f *term.Term) bool {
	a, _ := in.solver.Satisfiable(in.failing(w, f))
	return a == smt.Yes
}

// describe pictures the phase in an execution.
func (p *phase) describe(o offence, e *execution) Verdict {
	v := Verdict{Lanes: evaluate(e, o.lanes), Arrives: evaluate(e, p.guard),
		Exited: evaluate(e, build(p.exited)), Elsewhere: evaluate(e, build(p.elsewhere))}
	if o.others != nil {
		index, lanes := o.otherPicture(p.in.launch, e)
		v.Other, v.Lanes = &index, lanes
	}
	v.Mask, v.Lanes = o.mask(e, v.Lanes)
	v.Unlike, v.Invalid = o.unlike, o.invalid
	if o.invalid != Valid {
		v.Operand = int(e.Value(o.operand.at(first(v.Lanes))))
	}
	if o.union != nil {
		for b, f := range o.union {
			v.Union |= uint32(e.Value(f)) << uint(b)
		}
	}
	if !o.width.isNone() {
		v.Width = int(term.Signed(e.Value(o.width.at(first(v.Lanes))), 32))
	}
	for _, r := range o.rivals {
		if evaluate(e, r.guard) != 0 {
			v.Related = append(v.Related, r.position())
		}
	}
	v.Source = p.sources(e, v.Lanes)
	v.Splits = p.splits(e, &v)
	return v
}

func first(s warp.Lanes) int {
	for l := 0; l < warp.Size; l++ {
		if s.Has(l) {
			return l
		}
	}
	return 0
}

func evaluate(e *execution, v vec) warp.Lanes {
	var s warp.Lanes
	for l := 0; l < warp.Size; l++ {
		if e.Holds(v.at(l)) {
			s |= 1 << l
		}
	}
	return s
}

// sources are the lanes that a shuffle reads.
func (p *phase) sources(e *execution, arrives warp.Lanes) warp.Lanes {
	var s warp.Lanes
	if p.instr.Collective.Source < 0 {
		return s
	}
	for l := 0; l < warp.Size; l++ {
		if arrives.Has(l) {
			s |= 1 << (e.Value(p.in.sourceLane(p.event, l)) & 31)
		}
	}
	return s
}
