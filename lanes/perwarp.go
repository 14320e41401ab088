package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/exec"
)

// If a loop has many iterations, or their number varies between warps, the loop is summarised by one arbitrary
// iteration. The last iteration, in which some lanes may be missing, is then not distinguished from the others:
//
//	for (int i = threadIdx.x; i < 1000; i += 256) __syncwarp();
//
// If the rows of a block are no multiple of the warp size, thread numbers are quotients by numbers that are no powers
// of two. The solver may not decide a question about them for all warps at once. So if the answer to a question is yes,
// or is not found, the question is asked again about each warp of a known block by itself. Then all launch registers
// are numbers, and loops are unrolled further.

// refinePerWarp answers a question for each warp by itself. open reports whether the solver left the question undecided
// for an arbitrary warp. ok is false if the answers take too much work, if they are inexact, or if they prove no more
// than the answer for an arbitrary warp. ask returns the verdicts on the question for the fact of one warp.
func (f *Fact) refinePerWarp(ask func(*Fact) []Verdict, open bool) (found []Verdict, ok bool) {
	j := f.rendezvous.j
	depth := len(f.rendezvous.event.Within)
	if j.isOfOneWarp() || depth == 0 && (!open || j.trace.Launch.Warp == nil) {
		return nil, false
	}
	for w := j.trace.Launch.Warps - 1; w >= 0; w-- { // the last warp is the most likely to differ
		look, done := j.factsOfWarp(w)
		if !done {
			return nil, false
		}
		for _, g := range look.facts {
			if !f.isOf(g) {
				continue
			}
			if len(g.rendezvous.event.Within) >= depth && !open {
				return nil, false
			}
			ranOut := exec.WithinBudget(func() { found = append(found, f.ofWarp(w, ask(g))...) })
			if ranOut != nil || g.Undecided || !g.Imprecision.IsNone() {
				return nil, false
			}
		}
	}
	return strongest(found), true
}

// ofWarp corrects verdicts about warp w that were found without other warps. If w may stay away while another warp
// arrives, a proof for w does not count (definite.go), and a definite verdict becomes potential.
func (f *Fact) ofWarp(w int, verdicts []Verdict) []Verdict {
	for i := range verdicts {
		v := &verdicts[i]
		if (v.IfReached() || v.Certainty == Definite) && f.rendezvous.mayStayAway(w) {
			v.Certainty, v.Reservation, v.lanesVary, v.InWarp = Potential, Reservation{}, false, nil
		}
	}
	return verdicts
}

// isOf reports whether two facts are about the same collective or access along the same calls.
func (f *Fact) isOf(g *Fact) bool {
	return g.Site == f.Site && slices.Equal(g.Context.Path, f.Context.Path)
}

// strongest returns one of the verdicts: the first definite one. If there is none, it returns the first potential one
// or, without that, the first undecided one. If the list has none of these, it returns nil.
func strongest(all []Verdict) []Verdict {
	for _, certainty := range []Certainty{Definite, Potential, Undecided} {
		for _, v := range all {
			if v.Certainty == certainty {
				return []Verdict{v}
			}
		}
	}
	return nil
}

// isWeaker reports whether verdicts prove less than the verdict reference. That is so if none of verdicts is definite,
// and reference is definite or would be if the place is reached (IfReached). In the latter case, reference must be
// about a known warp. If reference is about an arbitrary warp, it proves no more than verdicts per warp, because the
// warp may never arrive.
func isWeaker(verdicts []Verdict, reference Verdict) bool {
	proves := reference.Certainty == Definite || reference.IfReached() && reference.InWarp != nil && len(verdicts) > 0
	return proves && !anyDefinite(verdicts)
}

// inherit completes the verdicts in refined, which are about single warps, with the verdict v about an arbitrary warp.
// If v would be definite if the place is reached (IfReached), potential verdicts get the reservation of v. If the lanes
// of v do not vary either, v replaces these verdicts and takes over their examples.
func inherit(refined []Verdict, v Verdict) {
	for i := range refined {
		switch r := &refined[i]; {
		case !v.IfReached() || r.Certainty != Potential:
		case v.lanesVary:
			r.Reservation, r.lanesVary, r.InWarp = v.Reservation, true, nil
		default:
			v.Witness = r.Witness
			*r = v
		}
	}
}

func anyDefinite(all []Verdict) bool {
	return slices.ContainsFunc(all, func(v Verdict) bool { return v.Certainty == Definite })
}

// warpFacts holds the facts of one warp of a block.
type warpFacts struct {
	facts []*Fact
	// mayEnd reports whether lanes of the warp may leave the kernel early.
	mayEnd bool
}

// factsOfWarp interprets the root for warp w of a block by itself. done is false if that takes too much work.
func (j *judge) factsOfWarp(w int) (look warpFacts, done bool) {
	if look, known := j.perWarp[w]; known {
		return look, look.facts != nil
	}
	exec.WithinBudget(func() {
		s := j.again()
		s.Warp, s.Work = w, exec.NewMeter(j.t.Work.Limit/perWarpShare/j.trace.Launch.Warps, s.Effort)
		next, ranOut := interpret(s)
		if ranOut == nil && len(next.trace.Notes) <= len(j.trace.Notes) {
			look = warpFacts{append([]*Fact{}, next.facts(nil)...), next.mayEnd()}
		}
	})
	j.perWarp[w] = look
	return look, look.facts != nil
}
