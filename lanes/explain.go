package lanes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Explanation describes what the interpreter knows about one fact, for a person who asks why there is a verdict. No
// decision reads it.
type Explanation struct {
	// Guard is the condition under which lanes arrive. Mask holds the masks that they pass. Left is the condition under
	// which lanes have left the kernel before.
	Guard, Mask, Left []Belief
	// Races is used for an access to shared memory. It lists the earlier accesses that may race with it.
	Races []RaceBelief
	// Loops lists the loops around the event that are not unrolled, the innermost first.
	Loops []LoopInvariant
}

// RaceBelief is an earlier access that may race with the later one. Neither a barrier between the two nor the touched
// bytes exclude the race.
type RaceBelief struct {
	Earlier source.Pos
	// Object is the shared variable. At is the byte offset in Object at which the later access begins.
	Object string
	At     []Belief
	// Lanes is the set of the lanes of the later access that may race.
	Lanes warp.Lanes
}

// Belief is a formula or a word, written as an S-expression, with the lanes for which it is known.
type Belief struct {
	Lanes warp.Lanes
	Text  string
}

// LoopInvariant describes the invariants at the header of a loop in every iteration k.
type LoopInvariant struct {
	Pos source.Pos
	// Stays is the condition under which a lane is still in the loop in iteration k.
	Stays []Belief
	// Variables state how the variables that the loop changes depend on the iteration, such as "i moves by 4 in every
	// iteration".
	Variables []string
}

// Explain returns the explanation of a fact. The explanation is empty if the interpretation was dropped. It is also
// empty for a fact that only states that the search for races in a root was not finished.
func (f *Fact) Explain() Explanation {
	p := f.rendezvous
	if p == nil {
		return Explanation{}
	}
	e := Explanation{Guard: beliefs(p.event.Guard), Left: beliefs(p.meeting.HasLeft)}
	if p.event.Masked {
		e.Mask = beliefs(p.event.Mask)
	}
	if f.races != nil {
		e.Races = raceBeliefs(f.races)
	}
	for _, s := range p.event.Within {
		e.Loops = append(e.Loops, LoopInvariant{
			Pos: s.InGraph.Header.Term.Pos, Stays: beliefs(s.Header), Variables: invariantsOf(s),
		})
	}
	return e
}

// MaskInHex describes the mask of the collective, with constants in hexadecimal, for people: a mask has a bit for each
// lane. It returns nil if the collective has no mask.
func (f *Fact) MaskInHex() []Belief {
	if f.rendezvous == nil || !f.rendezvous.event.Masked {
		return nil
	}
	return beliefsAs(f.rendezvous.event.Mask, hexadecimal)
}

// PassesOneMask reports whether all lanes that arrive surely pass the same mask.
func (f *Fact) PassesOneMask() bool { return f.rendezvous == nil || f.rendezvous.event.OneMask() }

// raceBeliefs returns the earlier accesses that an access may race with.
func raceBeliefs(c *race.Candidate) []RaceBelief {
	var list []RaceBelief
	for _, one := range c.Conflicts() {
		list = append(list, RaceBelief{Earlier: one.Earlier.Position(), Object: one.Object.Decl.Name, At: beliefs(one.At), Lanes: one.Lanes})
	}
	return list
}

// beliefs returns the terms of a vector, each with the lanes that have it.
func beliefs(v vector.Vec) []Belief { return beliefsAs(v, (*term.Term).String) }

// hexadecimal writes a constant in hexadecimal.
func hexadecimal(x *term.Term) string {
	if x.IsConst() {
		return fmt.Sprintf("0x%08x", x.K)
	}
	return x.String()
}

// beliefsAs returns the terms of a vector, each with the lanes that have it. leaf writes the leaves of words, such as
// constants.
func beliefsAs(v vector.Vec, leaf func(*term.Term) string) []Belief {
	var list []Belief
	var terms []*term.Term
	for l := range warp.Size {
		x := v.At(l)
		i := slices.Index(terms, x)
		if i < 0 {
			i = len(terms)
			terms = append(terms, x)
			list = append(list, Belief{Text: brief(x, leaf)})
		}
		list[i].Lanes |= 1 << l
	}
	return list
}

// invariantsOf describes the invariants that the trial iterations confirmed, in a fixed order.
func invariantsOf(s *trace.Loop) []string {
	var list []string
	for _, v := range s.Invariants {
		words := v.Variable + " " + wordsOf(v)
		if v.Most > 0 {
			words += fmt.Sprintf(", at most %d", v.Most)
		}
		list = append(list, words)
	}
	return list
}

// wordsOf describes how a variable changes.
func wordsOf(v trace.Invariant) string {
	switch v.Kind {
	case trace.Fixed:
		return "is the same in every iteration"
	case trace.Affine:
		return "moves by " + inOneLine(beliefs(v.Step)) + " in every iteration"
	case trace.Shifted:
		return "is shifted in every iteration"
	case trace.Alternating:
		return "has one value in iterations of an even number, another in odd ones"
	case trace.LaneSet:
		return "is the set of lanes still in the loop"
	case trace.GroupSet:
		return "is for each lane the set of those still in the loop that were in its set before"
	case trace.HeaderMask:
		return "is the set of lanes that pass the test at the header"
	case trace.PredicateMask:
		return "is the set of lanes that have a property"
	case trace.ClassUniform:
		if v.Uniform {
			return "is the same in all lanes"
		}
		return "is the same in the lanes of a class"
	}
	return "is any value in each lane"
}

// inOneLine writes a list of beliefs in one line.
func inOneLine(list []Belief) string {
	if len(list) == 1 {
		return list[0].Text
	}
	return fmt.Sprintf("%s (lanes %v) and others", list[0].Text, list[0].Lanes)
}

// maxBrief bounds how many operands of a term brief writes, at all depths together. An operand that occurs twice
// counts twice.
const maxBrief = 24

// brief writes a term as an S-expression, and cuts it short if it is large. The function leaf writes the leaves of
// words. Leaves below a formula, such as those of a comparison, are written as numbers.
func brief(x *term.Term, leaf func(*term.Term) string) string {
	var b strings.Builder
	left := maxBrief
	var write func(x *term.Term, leaf func(*term.Term) string)
	write = func(x *term.Term, leaf func(*term.Term) string) {
		if x.Bits == 0 {
			leaf = (*term.Term).String
		}
		if len(x.Args) == 0 {
			b.WriteString(leaf(x))
			return
		}
		b.WriteString("(" + x.Head())
		for i, a := range x.Args {
			if left--; left <= 0 {
				b.WriteString(" ...")
				break
			}
			b.WriteString(" " + x.Factor(i))
			write(a, leaf)
		}
		b.WriteString(")")
	}
	write(x, leaf)
	return b.String()
}
