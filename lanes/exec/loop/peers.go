package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Peers are lanes with equal keys: lanes that a __match_any_sync put together, or the lanes on one side of a ballot.
// They stay in a loop together if it depends only on their keys whether they take the back edge:
//
//	peers = __match_any_sync(~0u, key);
//	while (__any_sync(peers, rest)) { ...; rest &= ~__ballot_sync(peers, done); }
//
// It is not known which lanes are peers, so fixed classes of lanes ([classes]) cannot state this. Instead, a function
// of the keys states whether a lane is still in the loop: two lanes with equal keys are both in the loop, or neither
// is. This is true in the first iteration. It stays true if two lanes with equal keys at the header both take the back
// edge, or neither does. The candidate holds only as long as no collective was broken, because a vote may return any
// value if some of its lanes are missing. The words that peers carry from iteration to iteration are functions of the
// keys in the same way:
//
//	for (unsigned m = peers; m; m &= m - 1) v += __shfl_sync(peers, x, __ffs(m) - 1);

// peers holds, for each lane, the keys that it shares with its peers. A lane that does not enter the loop has none.
type peers [][]*term.Term

// peersOf returns the keys from which the masks of a collective in the loop were made. It looks only at masks that were
// made before the loop and that divide the lanes into classes. It returns nil if no collective has masks of this kind.
func (s *search) peersOf(events []*trace.Event) peers {
	for _, e := range events {
		if e.Masked && !e.OneMask() && s.trace.PassesClasses(e) && !term.AnySince(s.Mark, e.Mask.List(), isAny) {
			if p := s.inference.keysOf(e.Mask, s.entry.Guard); p != nil {
				return p
			}
		}
	}
	return nil
}

func isAny(*term.Term) bool { return true }

// keysOf returns, for each lane of guard, the keys from which its mask was made. It returns nil if some lane has no
// keys. The keys are a guess: the trial iteration shows whether lanes with equal keys stay together.
func (in *Inference) keysOf(masks, guard vector.Vec) peers {
	p := make(peers, warp.Size)
	for l := range p {
		if guard.At(l).IsFalse() {
			continue
		}
		for _, key := range in.trace.Prover.Keys(prove.Mask{Lane: l, Word: masks.At(l)}) {
			if key.Op == term.Not {
				key = key.Args[0] // equal conditions have equal negations, so the key is the condition itself
			}
			p[l] = append(p[l], key)
		}
		if len(p[l]) == 0 {
			return nil
		}
	}
	return p
}

// have returns the formula that two lanes have the same keys.
func (p peers) have(t *term.Table, l, o int) *term.Term {
	if len(p[l]) != len(p[o]) {
		return t.False
	}
	same := make([]*term.Term, len(p[l]))
	for i, key := range p[l] {
		if key.Bits != p[o][i].Bits {
			return t.False
		}
		same[i] = prove.Agree(t, key, p[o][i])
	}
	return t.And(same...)
}

// word returns an unknown per lane that is a function of the lane's keys.
func (p peers) word(t *term.Table, name string, bits int) vector.Vec {
	return vector.Build(func(l int) *term.Term {
		args := slices.Clone(p[l])
		for i, key := range args {
			if key.Bits == 0 {
				args[i] = t.Ite(key, t.Const(1, 1), t.Const(1, 0))
			}
		}
		return t.Opaque(name, bits, nil, args...)
	})
}

// partPeers tries the candidate that peers stay together although the warp does not. If this is already a candidate and
// an iteration separates some peers, the candidate is dropped. The result reports whether the candidate was tried or
// dropped.
func (s *search) partPeers(events []*trace.Event, header, backGuard vector.Vec) bool {
	switch {
	case s.peers != nil:
		if s.inference.peersKeepTogether(s.peers, s.unknowns.UnbrokenLanes(header), s.unknowns.UnbrokenLanes(backGuard)) {
			return false
		}
		s.peers = nil
		s.dropPeerWords()
		return true
	case s.triedPeers || s.unbroken.isOne():
		return false
	}
	s.triedPeers, s.peers = true, s.peersOf(events)
	if s.peers != nil {
		s.tryPeerWords()
	}
	return s.peers != nil
}

// tryPeerWords makes PeerUniform the candidate for each word that has no other candidate. Peers must enter the loop
// with equal words.
func (s *search) tryPeerWords() {
	guard := s.unknowns.UnbrokenLanes(s.entry.Guard)
	for _, c := range s.sorted() {
		ch := s.changes[c]
		first, isWord := s.entry.State.Cells[c].(vector.Vec)
		if ch.kind == trace.Top && ch.unbroken == nil && isWord && s.inference.peersHaveSame(s.peers, s.unknowns.UnbrokenLanes(first), guard) {
			ch.unbroken = &change{kind: trace.PeerUniform}
			s.changes[c] = ch
		}
	}
}

// dropPeerWords drops the candidates that tryPeerWords made.
func (s *search) dropPeerWords() {
	for c, ch := range s.changes {
		if ch.unbroken != nil && ch.unbroken.kind == trace.PeerUniform {
			ch.unbroken = nil
			s.changes[c] = ch
		}
	}
}

// peersHaveSame reports whether any two lanes of a guard with the same keys have the same word.
func (in *Inference) peersHaveSame(p peers, word, guard vector.Vec) bool {
	for l := range warp.Size {
		for o := range l {
			if word.At(l) == word.At(o) || p.areAlike(in.t, l, o, word) {
				continue
			}
			unlike := in.t.And(p.have(in.t, l, o), guard.At(l), guard.At(o), in.t.Not(in.t.Eq(word.At(l), word.At(o))))
			if !unlike.IsFalse() && !in.trace.Prover.Contradictory(unlike) {
				return false
			}
		}
	}
	return true
}

// peerWord returns, for any iteration, an unknown per lane that is a function of the lane's keys.
func (s *search) peerWord(name label, initial vector.Vec) vector.Vec {
	word := s.peers.word(s.t, name.text, initial.Bits())
	for l, x := range word.List() {
		s.unknowns.Carry(x, prove.Value{First: initial.At(l), Loop: s.Number})
	}
	return word
}

// peersKeepTogether reports whether peers stay together in an iteration: for any two lanes at the header with the same
// keys, both take the back edge or neither does.
func (in *Inference) peersKeepTogether(p peers, header, backGuard vector.Vec) bool {
	for l := range warp.Size {
		for o := range l {
			if p.areAlike(in.t, l, o, backGuard) {
				continue
			}
			both := in.t.And(p.have(in.t, l, o), header.At(l), header.At(o))
			for _, goes := range [][2]int{{l, o}, {o, l}} {
				parted := in.t.And(both, backGuard.At(goes[0]), in.t.Not(backGuard.At(goes[1])))
				if !parted.IsFalse() && !in.trace.Prover.Contradictory(parted) {
					return false
				}
			}
		}
	}
	return true
}

// areAlike reports whether f is the same in the lanes l and o if these have the same keys, as the form of f shows. This
// check is quick, and succeeds for most formulas.
func (p peers) areAlike(t *term.Table, l, o int, f vector.Vec) (alike bool) {
	if len(p[l]) == len(p[o]) {
		t.WithReplaced(p[l], p[o], func(asOne *term.Rewriter) { alike = asOne.Rewrite(f.At(l)) == asOne.Rewrite(f.At(o)) })
	}
	return alike
}

// stillIn returns the guard of the lanes that have not left a loop whose lanes do not stay together.
func (s *search) stillIn() vector.Vec {
	if s.peers == nil {
		return s.earlier(s.togetherClasses, "in", s.t.True)
	}
	unknown := s.togetherClasses.vector(s.t, s.id+".in", 0, nil)
	kept := s.peers.word(s.t, s.id+".in~", 0)
	for _, v := range []vector.Vec{unknown, kept} {
		s.trace.FeedAll(v, trace.Feed{Loop: s.Loop, Control: true})
		for _, x := range v.List() {
			s.unknowns.Enter(x, prove.Value{First: s.t.True, Loop: s.Number})
		}
	}
	return s.inference.assumeOf(s.togetherClasses, s.entry.Guard, unknown, kept)
}
