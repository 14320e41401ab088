package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
	"pgregory.net/rapid"
)

const npKey = "not_participating_lane_in_mask"

// inBlock returns newFact in a block of n threads.
func inBlock(n int) *lanes.Fact {
	f := newFact()
	f.Context.Shape = &warp.Shape{n, 1, 1}
	return f
}

func absent(set warp.Lanes, certainty lanes.Certainty) lanes.Verdict {
	return lanes.Verdict{Certainty: certainty, Lanes: set, Mask: 0xffffffff}
}

func TestContextsAreMerged(t *testing.T) {
	all := ask(map[string][]lanes.Verdict{npKey: {absent(1, lanes.Definite)}})
	found := collect(all, []*lanes.Fact{inBlock(64), inBlock(32), inBlock(64)}, Machine{}, Doubt{})
	if len(found) != 1 {
		t.Fatalf("%d findings at one place", len(found))
	}
	if !strings.HasSuffix(found[0].Message, "in context(s) k [block 32 or 64, sm_70]") {
		t.Errorf("message %s", found[0].Message)
	}
	if got := fmt.Sprint(found[0].Contexts); got != "[k [block 32, sm_70] k [block 64, sm_70]]" || len(found[0].Notes()) != 0 {
		t.Errorf("contexts %s, notes %q", got, found[0].Notes())
	}
	if !slices.Equal(found[0].Kernels, []string{"k"}) {
		t.Errorf("kernels %q", found[0].Kernels)
	}
}

// Another verdict in another context becomes a note; a later one in the same context, from a further iteration, is not
// reported.
func TestEachContextIsReportedOnce(t *testing.T) {
	verdicts := map[*lanes.Fact]warp.Lanes{}
	var facts []*lanes.Fact
	for i, set := range []warp.Lanes{1, 3, 7} {
		fact := inBlock([]int{32, 32, 64}[i])
		verdicts[fact] = set
		facts = append(facts, fact)
	}
	all := askEach(func(key string, f *lanes.Fact) []lanes.Verdict {
		if key != npKey {
			return nil
		}
		return []lanes.Verdict{absent(verdicts[f], lanes.Definite)}
	})
	found := collect(all, facts, Machine{}, Doubt{})
	if len(found) != 1 || !strings.HasPrefix(found[0].Message, "Lane(s) 0 named") {
		t.Fatalf("findings %+v", found)
	}
	notes := found[0].Notes()
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "Lane(s) 0-2 named") ||
		!strings.HasSuffix(notes[0], "in context(s) k [block 64, sm_70]") {
		t.Errorf("notes %q", notes)
	}
}

func TestDefiniteWins(t *testing.T) {
	certainty := map[*lanes.Fact]lanes.Certainty{}
	potential, definite := inBlock(32), inBlock(64)
	certainty[definite] = lanes.Definite
	all := askEach(func(key string, f *lanes.Fact) []lanes.Verdict {
		if key != npKey {
			return nil
		}
		return []lanes.Verdict{absent(1, certainty[f])}
	})
	found := collect(all, []*lanes.Fact{potential, definite}, Machine{}, Doubt{})
	if len(found) != 1 || found[0].Key != npKey || found[0].Severity != Error {
		t.Errorf("findings %+v", found)
	}
	found = collect(all, []*lanes.Fact{potential}, Machine{}, Doubt{})
	if len(found) != 1 || found[0].Key != potentiallyNotParticipating.Key ||
		found[0].Severity != Warning {
		t.Errorf("findings %+v", found)
	}
}

// Rules are asked about an access that an unrolled loop executes several times until a race of it is shown.
func TestAccessIsShownOnce(t *testing.T) {
	guess, confirmed := absent(1, lanes.Potential), absent(1, lanes.Potential)
	guess.Reservation = lanes.Reservation{Cause: lanes.Approximated, Text: "a loop was cut"}
	confirmed.Witness = &lanes.Witness{Shape: warp.Shape{32, 1, 1}}
	for name, c := range map[string]struct {
		verdict lanes.Verdict
		again   bool
	}{"definite": {absent(1, lanes.Definite), false}, "with an example": {confirmed, false}, "approximate": {guess, true}} {
		first, elsewhere := newFact(), newFact()
		first.Site = &cfg.Instr{Op: cfg.Load, Block: &cfg.Block{}}
		again := *first
		elsewhere.Site, elsewhere.Context.Root, elsewhere.Context.Path = first.Site, first.Context.Root, []source.Pos{{File: "k.cu", Line: 9}}
		elsewhere.Context.PathNames = []string{"of"}
		asked := map[*lanes.Fact]bool{}
		all := askEach(func(key string, f *lanes.Fact) []lanes.Verdict {
			asked[f] = true
			return []lanes.Verdict{c.verdict}
		})
		collect(all, []*lanes.Fact{first, &again, elsewhere}, Machine{}, Doubt{})
		if asked[&again] != c.again || !asked[elsewhere] {
			t.Errorf("%s: asked of the first execution %v, of the next %v, of other calls %v", name, asked[first], asked[&again], asked[elsewhere])
		}
	}
}

func TestPotentialWidthIsDropped(t *testing.T) {
	all := ask(map[string][]lanes.Verdict{width.Key: {{Lanes: 1, Detail: detail.InvalidWidth{Width: 3}}}})
	if found := collect(all, []*lanes.Fact{newFact()}, Machine{}, Doubt{}); len(found) != 0 {
		t.Errorf("findings %+v", found)
	}
}

// A verdict with a confirmed witness gives the place its message.
func TestConfirmedWitnessSpeaks(t *testing.T) {
	guess, confirmed := absent(1, lanes.Potential), absent(2, lanes.Potential)
	guess.Reservation = lanes.Reservation{Cause: lanes.Approximated, Text: "a loop was cut"}
	confirmed.Witness = &lanes.Witness{Shape: warp.Shape{32, 1, 1}}
	all := ask(map[string][]lanes.Verdict{npKey: {guess, confirmed}})
	found := collect(all, []*lanes.Fact{newFact()}, Machine{}, Doubt{})
	if len(found) != 1 || !strings.HasPrefix(found[0].Message, "Lane(s) 1 named") ||
		found[0].Unconfirmed != "" || len(found[0].Witness) == 0 {
		t.Errorf("findings %+v", found)
	}
}

func TestLabels(t *testing.T) {
	verdict := absent(^lowLanes, lanes.Definite)
	verdict.Arrives = lowLanes
	branch := source.Pos{File: "k.cu", Line: 6, Column: 7}
	verdict.Splits = []lanes.Split{{Pos: branch, Away: ^lowLanes}, {Pos: branch, Away: ^lowLanes}}
	verdict.Related = []source.Pos{{File: "k.cu", Line: 9, Column: 3}}
	found := collect(ask(map[string][]lanes.Verdict{npKey: {verdict}}), []*lanes.Fact{newFact()}, Machine{}, Doubt{})
	want := []Label{
		{Pos: branch, Text: "lanes 16-31 skip this branch"},
		{Pos: newFact().Pos, Text: "reached by lanes 0-15; the mask also names lanes 16-31, which do not come", Primary: true},
	}
	if got := found[0].Labels; !reflect.DeepEqual(got, want) {
		t.Errorf("labels %+v", got)
	}
	if got := found[0].Related; len(got) != 1 || got[0].Text != "other lanes wait here" {
		t.Errorf("related %+v", got)
	}
}

func TestDeprecated(t *testing.T) {
	call := func(name string, line int, legacy, system bool) *cfg.Instr {
		c := cfg.NewCollective(cfg.Class{Kind: cfg.ShflDown}, name)
		if legacy {
			c.MakeLegacy(name + "_sync")
		}
		return &cfg.Instr{Pos: source.Pos{File: "k.cu", Line: line, Column: 2, System: system}, Collective: c}
	}
	block := &cfg.Block{Instrs: []*cfg.Instr{
		call("__shfl_down", 9, true, false), call("__any", 3, true, false),
		call("__shfl_down_sync", 4, false, false), call("__all", 5, true, true), {},
	}}
	program := &cfg.Program{Funcs: []*cfg.Func{
		{Name: "f<2>", Blocks: []*cfg.Block{block}}, {Name: "f<1>", Blocks: []*cfg.Block{block}},
	}}
	found := InProgram(program, warp.Independent, Runs{})
	if len(found) != 2 {
		t.Fatalf("%d findings, want one for each place", len(found))
	}
	want := "__shfl_down is deprecated and undefined from sm_70 on; use __shfl_down_sync"
	if found[0].Pos.Line != 3 || found[1].Message != want {
		t.Errorf("findings %+v", found)
	}
	if !slices.Equal(found[0].Kernels, []string{"f<1>", "f<2>"}) {
		t.Errorf("kernels %q", found[0].Kernels)
	}
}

// Merging is idempotent, keeps each context of every key that it keeps, and sorts.
func TestMergeLaws(t *testing.T) {
	small := rapid.IntRange(1, 3)
	drawn := rapid.Custom(func(t *rapid.T) Finding {
		context := Context{Root: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "context")}
		rule := rapid.SampledFrom(All()).Draw(t, "rule")
		text := rapid.SampledFrom([]string{"x in {contexts}", "y in {contexts}"}).Draw(t, "text")
		return Finding{
			Key: rule.Key, Severity: rule.Severity, Certainty: rule.Certainty(),
			Pos:      source.Pos{File: "f", Line: small.Draw(t, "line"), Column: small.Draw(t, "column")},
			Contexts: []Context{context}, Cases: []Case{{Text: text, Contexts: []Context{context}}},
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		findings := rapid.SliceOf(drawn).Draw(t, "findings")
		merged := Merge(findings)
		if !slices.IsSortedFunc(merged, Compare) {
			t.Fatal("not sorted")
		}
		if again := Merge(merged); !reflect.DeepEqual(again, merged) {
			t.Fatalf("merged again: %+v\nonce: %+v", again, merged)
		}
		for _, f := range findings {
			definite := f.place()
			if of := ByKey(f.Key).PotentialOf; of != "" {
				definite.key = of
			}
			kept := slices.ContainsFunc(merged, func(m Finding) bool {
				return m.place() == definite ||
					m.place() == f.place() && strings.Contains(fmt.Sprint(m.Contexts), f.Contexts[0].String())
			})
			if !kept {
				t.Fatalf("%+v is lost", f)
			}
		}
		for _, m := range merged {
			var reported []Context
			for _, c := range m.Cases {
				reported = append(reported, c.Contexts...)
			}
			slices.SortFunc(reported, compareContexts)
			if !reflect.DeepEqual(reported, m.Contexts) {
				t.Fatalf("cases tell %v of %v", reported, m.Contexts)
			}
		}
	})
}
