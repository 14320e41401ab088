package rules

import (
	"reflect"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

const (
	allBits  = "0b11111111111111111111111111111111"
	lowBits  = "0b00000000000000001111111111111111"
	noLane0  = "0b11111111111111111111111111111110"
	lowLanes = warp.Lanes(0xffff)
	contextK = "k [block 32, sm_70]"
)

// newFact returns a call at line 7 of k.cu in kernel k, block 32, sm_70.
func newFact() *lanes.Fact {
	shape := warp.Shape{32, 1, 1}
	site := &cfg.Instr{Block: &cfg.Block{}, Collective: &cfg.Collective{Name: "__syncthreads"}}
	return &lanes.Fact{
		Site: site,
		Pos:  source.Pos{File: "k.cu", Line: 7, Column: 3},
		Context: lanes.Context{
			Root: &cfg.Func{Name: "k", Kernel: true, Decl: &types.Func{}}, Shape: &shape, Arch: 70,
		},
	}
}

// ask returns rules whose answers come from a table by the key of the definite rule.
func ask(answers map[string][]lanes.Verdict) []*Rule {
	return askEach(func(key string, _ *lanes.Fact) []lanes.Verdict { return answers[key] })
}

func askEach(answer func(key string, f *lanes.Fact) []lanes.Verdict) []*Rule {
	var faked []*Rule
	for _, rule := range All() {
		fake := *rule
		if rule.Ask != nil {
			fake.Ask = func(f *lanes.Fact) []lanes.Verdict { return answer(rule.Key, f) }
		}
		faked = append(faked, &fake)
	}
	return faked
}

func TestFixedMessages(t *testing.T) {
	for _, c := range []struct {
		rule, key string
		verdict   lanes.Verdict
		want      string
	}{
		{"not_participating_lane_in_mask", "not_participating_lane_in_mask",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: ^lowLanes, Mask: 0xffffffff},
			"Lane(s) 16-31 named in sync mask " + allBits +
				" but do not participate in context(s) " + contextK},
		{"not_participating_lane_in_mask", "potentially_not_participating_lane_in_mask",
			lanes.Verdict{Lanes: 0xf1, Mask: 0xffffffff},
			"Lane(s) 0, 4-7 named in sync mask " + allBits +
				" but potentially do not participate in context(s) " + contextK},
		{"divergent_mask", "divergent_mask",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: ^warp.Lanes(1), Mask: 0xfffffffe,
				Detail: detail.OverlappingMasks{Union: 0xffffffff}},
			"Participating lanes do not agree on sync mask. Lane(s) 1-31 have mask " + noLane0 +
				" but union of all masks is " + allBits + " in context(s) " + contextK},
		{"divergent_mask", "potentially_divergent_mask",
			lanes.Verdict{Lanes: ^warp.Lanes(1), Mask: 0xfffffffe, Detail: detail.OverlappingMasks{Union: 0xffffffff}},
			"Potentially participating lanes do not agree on sync mask. Lane(s) 1-31 have mask " +
				noLane0 + " but union of all masks is " + allBits + " in context(s) " + contextK},
		{"participating_lane_not_in_mask", "participating_lane_not_in_mask",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: 1, Mask: 0xfffffffe},
			"Lane(s) 0 participate but are not named in the sync mask " + noLane0 +
				" in context(s) " + contextK},
		{"width_is_not_power_of_two", "width_is_not_power_of_two",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: warp.All, Detail: detail.InvalidWidth{Width: 12}},
			"Width parameter must be power of two not larger than warp width (i.e., 1, 2, 4, 8, " +
				"16, or 32). Lane(s) 0-31 have width 12 in context(s) " + contextK},
		{"source_lane_not_in_mask", "source_lane_not_in_mask",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: lowLanes, Mask: 0xffff,
				Detail: detail.ReadLanes{Sources: 1<<20 | 3}},
			"Lane(s) 0-15 read from lane(s) 20 outside mask 0x0000ffff" +
				" in " + contextK},
		{"source_lane_not_in_mask", "potentially_source_lane_not_in_mask",
			lanes.Verdict{Lanes: 1, Mask: 0xffffffff, Detail: detail.ReadLanes{Sources: 2}, Exited: 2},
			"Lane(s) 0 may read from lane(s) 1 that have exited in " + contextK},
		{"participating_lane_not_in_mask", "participating_lane_potentially_not_in_mask",
			lanes.Verdict{Certainty: lanes.Undecided, RestsOn: []string{"a", "b", "c", "d", "e", "f"}},
			"Not decided whether all participating lanes are named in the sync mask in " + contextK},
		{"divergent_mask", "potentially_divergent_mask", lanes.Verdict{Certainty: lanes.Undecided},
			"Not decided whether participating lanes agree on the sync mask in " + contextK},
		{"divergent-syncthreads", "divergent-syncthreads",
			lanes.Verdict{Certainty: lanes.Definite, Lanes: ^lowLanes},
			"lanes 16-31 of a warp skip this __syncthreads while " +
				"others wait in " + contextK},
	} {
		all := ask(map[string][]lanes.Verdict{c.rule: {c.verdict}})
		found := collect(all, []*lanes.Fact{newFact()}, Machine{}, Doubt{})
		if len(found) != 1 || found[0].Key != c.key || found[0].Message != c.want {
			t.Errorf("%s: %+v\nwant %s", c.key, found, c.want)
		}
	}
}

func TestBarrierOfALibraryIsTheCallOfIt(t *testing.T) {
	fact := newFact()
	fact.Site.Pos = source.Pos{File: "sync.h", Line: 1, System: true}
	fact.Context.Path = []source.Pos{{File: "k.cu", Line: 5}, {File: "k.cu", Line: 7},
		{File: "group.h", Line: 2, System: true}}
	fact.Context.PathNames = []string{"helper", "group<T, tile<4>>::sync<T>", "details::sync"}
	if name := writtenName(fact); name != "group::sync" {
		t.Errorf("a barrier in a library is named %s", name)
	}
	fact.Site.Pos.System = false
	if name := writtenName(fact); name != "__syncthreads" {
		t.Errorf("a barrier in the program is named %s", name)
	}
}

func TestHelpNamesTheMask(t *testing.T) {
	split := []lanes.Split{{Pos: source.Pos{File: "k.cu", Line: 6, Column: 7}, Away: ^lowLanes}}
	for _, c := range []struct {
		rule    *Rule
		verdict lanes.Verdict
		want    string
	}{
		{notParticipating, lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffffffff,
			Lanes: ^lowLanes, Splits: split}, "pass 0x0000ffff, or move the call out of the branch"},
		{notParticipating, lanes.Verdict{Mask: 0xffffffff, Lanes: ^lowLanes, Splits: split},
			"take the mask with __ballot_sync before the lanes part, as in mask = __ballot_sync(0xffffffff, the condition of the branch), " +
				"or move the call out of the branch"},
		{notParticipating, lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffffffff, Lanes: ^lowLanes,
			Witness: &lanes.Witness{}}, "take the mask with __ballot_sync before the lanes part, as in mask = __ballot_sync(0xffffffff, the condition of the branch), " +
			"or move the call out of the branch"},
		{divergentMask, lanes.Verdict{Certainty: lanes.Definite, Arrives: warp.All},
			"pass 0xffffffff in every lane that takes part, or masks without a common lane"},
		{notInMask, lanes.Verdict{Certainty: lanes.Definite, Mask: 0xfffffffe, Lanes: 1},
			"pass 0xffffffff, or keep lane 0 away from the call"},
		{sourceNotInMask, lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffff, Arrives: 0xffff,
			Detail: detail.ReadLanes{Sources: 1 << 20}}, "read one of lanes 0-15, or let lane 20 take part"},
		{sourceNotInMask, lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffff,
			Arrives: warp.All, Detail: detail.ReadLanes{Sources: 1 << 16}}, "pass 0x0001ffff, or read a lane of the mask"},
		{sourceNotInMask, lanes.Verdict{Certainty: lanes.Definite, Mask: 0x11111111, Lanes: 0x3b,
			Arrives: warp.All, Detail: detail.ReadLanes{Sources: 0xec}}, "pass 0x111111ff, or read a lane of the mask"},
		{notInMask, lanes.Verdict{Lanes: warp.All, Witness: &lanes.Witness{}},
			"name every lane that makes the call in the mask, or let only lanes of the mask make it: if (mask & (1u << lane))"},
		{sourceNotInMask, lanes.Verdict{Arrives: warp.All, Witness: &lanes.Witness{},
			Detail: detail.ReadLanes{Sources: ^lowLanes}}, "name the lanes that are read in the mask, or read lanes of the mask"},
		{sourceNotInMask, lanes.Verdict{Arrives: lowLanes, Exited: ^lowLanes, Mask: 0xffffffff,
			Witness: &lanes.Witness{Shape: warp.Shape{16, 1, 1}},
			Detail:  detail.ReadLanes{Sources: ^lowLanes}}, "launch whole warps (a multiple of 32 threads), or read only lanes that the block has"},
		{sourceNotInMask, lanes.Verdict{Arrives: lowLanes, Mask: 0xffff, Witness: &lanes.Witness{Shape: warp.Shape{32, 1, 1}},
			Detail: detail.ReadLanes{Sources: ^lowLanes}},
			"let every lane of the warp make the call, with the full mask and a neutral value where there is no data"},
		{width, lanes.Verdict{Certainty: lanes.Definite, Detail: detail.InvalidWidth{Width: 12}}, "pass 8 or 16"},
		{width, lanes.Verdict{Certainty: lanes.Definite, Detail: detail.InvalidWidth{Width: 64}},
			"leave the width out: it is 32 then"},
		{width, lanes.Verdict{Certainty: lanes.Definite}, "pass 1, 2, 4, 8, 16 or 32"},
	} {
		var f Finding
		if f.advise(c.rule.Help(newFact(), &c.verdict), c.rule, newFact(), &c.verdict); f.Help != c.want {
			t.Errorf("%s: help %q, want %q", c.rule.Key, f.Help, c.want)
		}
	}
}

// Nouns agree with their numbers, and a line is followed by the name of its file if that is another one.
func TestWordsOfOneThreadAndOfOtherFiles(t *testing.T) {
	one := lanes.Verdict{Lanes: 1, Mask: 0xffffffff, Arrives: 1, Exited: ^warp.Lanes(1), Witness: &lanes.Witness{Shape: warp.Shape{1, 1, 1}},
		Detail: detail.ReadLanes{Sources: 1 << 16}}
	if got := readText(newFact(), &one, "may "); !strings.Contains(got, "that do not exist in a block of 1 thread in") {
		t.Error(got)
	}
	for file, want := range map[string]string{"k.cu": "lane 3 (line 5) for s[0]", "dir/h.cuh": "lane 3 (line 5 of h.cuh) for s[0]"} {
		race := lanes.Verdict{Detail: detail.Race{Other: 3, Earlier: source.Pos{File: file, Line: 5}, Element: "s[0]"}}
		if got := raceText(newFact(), &race, "races"); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The user cannot change the mask of a collective of a library.
func TestHelpForALibrary(t *testing.T) {
	fact := newFact()
	fact.Site.Pos.System = true
	v := lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffffffff, Lanes: ^lowLanes}
	if help := notParticipating.Help(fact, &v); !strings.HasPrefix(help, "let every lane that the call is for make it") {
		t.Error(help)
	}
}

// In a loop no single mask is right; two barriers become one; otherwise the call is moved.
func TestHelpFollowsThePlace(t *testing.T) {
	inLoop := newFact()
	inLoop.Site.Block.Loop = &cfg.Loop{Header: &cfg.Block{}}
	absent := lanes.Verdict{Certainty: lanes.Definite, Mask: 0xffffffff, Lanes: ^lowLanes}
	gone := absent
	gone.Splits = []lanes.Split{{To: lanes.OutOfLoop}}
	paired := lanes.Verdict{Certainty: lanes.Definite, Related: []source.Pos{{Line: 9}}}
	for _, c := range []struct {
		rule    *Rule
		fact    *lanes.Fact
		verdict lanes.Verdict
		want    string
	}{
		{notParticipating, inLoop, gone, "at the end of each round"},
		{notParticipating, inLoop, absent, "before the lanes part"},
		{notParticipating, newFact(), absent, "pass 0x0000ffff"},
		{divergentBarrier, inLoop, absent, "the same number of iterations"},
		{divergentBarrier, newFact(), absent, "move the barrier out of the branch"},
		{divergentBarrier, newFact(), lanes.Verdict{Splits: []lanes.Split{{To: lanes.OutOfCall, Away: 1}}},
			"let every thread reach the barrier before it returns"},
		{divergentBarrier, newFact(), paired, "one after them"},
	} {
		var f Finding
		f.advise(c.rule.Help(c.fact, &c.verdict), c.rule, c.fact, &c.verdict)
		if !strings.Contains(f.Help, c.want) {
			t.Errorf("%s: help %q lacks %q", c.rule.Key, f.Help, c.want)
		}
	}
}

func TestContextText(t *testing.T) {
	shape := warp.Shape{32, 4, 1}
	for _, c := range []struct {
		context lanes.Context
		inWarp  *int
		want    string
	}{
		{lanes.Context{Root: &cfg.Func{Name: "reduce<256>", Kernel: true}, Arch: 70}, nil,
			"reduce<256> [sm_70]"},
		{lanes.Context{Root: &cfg.Func{Name: "reduce<256>", Kernel: true}, Arch: 70}, new(int),
			"reduce<256> [warp 0, sm_70]"},
		{lanes.Context{Root: &cfg.Func{Name: "f"}, Arch: 90, Model: warp.Strict}, nil,
			"f [device function, sm_90, strict model]"},
		{lanes.Context{Root: &cfg.Func{Name: "k", Kernel: true}, Arch: 61, Model: warp.Lockstep,
			Shape: &shape, PathNames: []string{"sum", "add"},
			Path: []source.Pos{{File: "/src/k.cu", Line: 12, Column: 5}, {File: "u.cuh", Line: 7, Column: 3}}}, nil,
			"k [block 32x4, sm_61, calls sum at /src/k.cu:12:5, add at u.cuh:7:3]"},
	} {
		if got := contextOf(&c.context, &lanes.Verdict{InWarp: c.inWarp}, source.Pos{}).String(); got != c.want {
			t.Errorf("context %q, want %q", got, c.want)
		}
	}
}

func TestWitnessLines(t *testing.T) {
	verdict := lanes.Verdict{
		Arrives: 1, Elsewhere: ^warp.Lanes(1),
		Witness: &lanes.Witness{
			Shape:   warp.Shape{32, 2, 1},
			Warp:    1,
			Special: map[cfg.SpecialReg]uint32{cfg.NCtaidX: 4, cfg.CtaidX: 3, cfg.TidX: 9},
			Args:    []lanes.ArgValue{{Name: "n", Value: 7}, {Name: "p.step", Value: 0xffffffff}, {Name: "c", Value: 0xfe, Signed: 8}},
			Memory: []lanes.MemoryValue{
				{Object: "d", Offset: 4, Size: 4}, {Object: "d", Offset: 8, Size: 4},
				{Object: "d", Offset: 0, Size: 4, Value: 1}, {Object: "b", Offset: 3, Size: 2, Value: 5},
				{Object: "s", Size: 4, Value: 0xffffffff, Signed: 32}, {Object: "s", Offset: 4, Size: 4, Value: 3, Signed: 32},
			},
		},
	}
	want := []string{
		"block 32x2, warp 1, blockIdx.x = 3, gridDim.x = 4",
		"n = 7, p.step = 0xffffffff (-1), c = -2",
		"b at byte 3 = 5",
		"d[0] = 1, d[1..2] = 0",
		"s[0] = -1, s[1] = 3",
		"lane 0 arrives, lanes 1-31 elsewhere",
	}
	if got := strings.Join(witnessLines(&verdict), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("witness:\n%s", got)
	}
	verdict.Certainty = lanes.Definite
	if got := resultLine(&verdict); got != want[len(want)-1]+", other input gives other lanes or masks" {
		t.Errorf("of a definite verdict: %s", got)
	}
}

func TestSplitText(t *testing.T) {
	for split, want := range map[lanes.Split]string{
		{}:                               "lanes may part here",
		{Away: 1}:                        "lane 0 skips this branch",
		{Away: 6}:                        "lanes 1-2 skip this branch",
		{Away: 6, To: lanes.OtherBranch}: "lanes 1-2 take the other branch",
		{Away: 1, To: lanes.OtherCase}:   "lane 0 takes other cases",
		{Away: 6, To: lanes.OutOfLoop}:   "lanes 1-2 leave the loop here",
		{Away: 1, To: lanes.OutOfKernel}: "lane 0 returns here",
		{Away: 6, To: lanes.OutOfKernel}: "lanes 1-2 return here",
		{Away: 6, Earlier: true}:         "lanes 1-2 may have left the loop here before",
	} {
		if got := splitText(split, ""); got != want {
			t.Errorf("%+v: %q, want %q", split, got, want)
		}
	}
	if got := resultLine(&lanes.Verdict{Elsewhere: ^warp.Lanes(0)}); got != "no lane arrives, all lanes elsewhere" {
		t.Error(got)
	}
}

func TestRowsLeaveOutWhatIsImplied(t *testing.T) {
	names := func(v lanes.Verdict) string {
		var all []string
		for _, row := range rows(newFact(), &v) {
			all = append(all, row.Name)
		}
		return strings.Join(all, " ")
	}
	if got := names(lanes.Verdict{Mask: 0xffffffff, Arrives: lowLanes, Elsewhere: ^lowLanes}); got !=
		"mask arrives" {
		t.Errorf("rows %s", got)
	}
	if got := names(lanes.Verdict{Mask: 1, Arrives: 1, Elsewhere: 2, Exited: 4}); got !=
		"mask arrives elsewhere exited" {
		t.Errorf("rows %s", got)
	}
}

// Each fault of a barrier has its own words and remedy.
func TestBarrierDetails(t *testing.T) {
	other := 3
	seen := map[string]detail.Detail{}
	for _, c := range []struct {
		verdict    lanes.Verdict
		text, help string
	}{
		{lanes.Verdict{Detail: detail.InvalidName{Name: 16}}, "__syncthreads names barrier 16", "barriers 0 to 15"},
		{lanes.Verdict{Detail: detail.InvalidThreads{Threads: 33}}, "is for 33 threads", "multiple of 32"},
		{lanes.Verdict{Detail: detail.TooFewThreads{Awaited: 96, Arriving: 64}}, "waits for 96 threads and at most 64", "the number of threads that come"},
		{lanes.Verdict{Detail: detail.UnequalThreads{Awaited: 64, Others: 96}}, "others of the block may come to it for 96", "the same number of threads"},
		{lanes.Verdict{Detail: detail.Stuck{Awaited: 64, Arriving: 32}}, "at most 32 of the block may come", "in one order"},
		{lanes.Verdict{Detail: detail.AnyOrder{Awaited: 64}}, "some may wait for ever in", "a barrier of their own"},
		{lanes.Verdict{Detail: detail.UnevenRounds{Awaited: 64, Arriving: 96, InEpoch: true}},
			"64 threads at a time and 96 of the block may come between two barriers", "none waits alone"},
		{lanes.Verdict{Certainty: lanes.Definite, Detail: detail.UnevenRounds{Awaited: 64}},
			"too few for all that wait come", "none waits alone"},
		{lanes.Verdict{Lanes: 4, Arrives: 6, Detail: detail.UnlikeOperands{}},
			"lane 2 may give __syncthreads another barrier or number of threads than lane 1 in", "in all lanes that come to it"},
		{lanes.Verdict{Certainty: lanes.Definite, Lanes: 0xaaaaaaaa, Arrives: warp.All, Detail: detail.UnlikeOperands{}},
			"lanes 1, 3, 5 and more give __syncthreads another barrier", "in all lanes that come to it"},
		{lanes.Verdict{Lanes: 4, Other: &other}, "thread 98 may skip this", "out of the branch"},
		{lanes.Verdict{Lanes: 4, Other: &other, OtherBlock: &[3]int{1, 0, 0}}, "lane 2 of another block may skip this", "all blocks of the block"},
	} {
		text, help := divergentBarrier.Message(newFact(), &c.verdict), divergentBarrier.Help(newFact(), &c.verdict)
		if !strings.Contains(text, c.text) || !strings.Contains(help, c.help) {
			t.Errorf("%+v: %q, %q", c.verdict, text, help)
		}
		if d, known := seen[help]; known && reflect.TypeOf(d) != reflect.TypeOf(c.verdict.Detail) {
			t.Errorf("%T and %T have one remedy", d, c.verdict.Detail)
		}
		seen[help] = c.verdict.Detail
		if moved := leaveBranch(nil, &c.verdict) != nil; moved != (c.verdict.Detail == nil) {
			t.Errorf("%+v: moved out of the branch: %v", c.verdict, moved)
		}
	}
}

// A message whose words are not fixed lists only the first of many lanes: all of them are drawn.
func TestManyLanesRead(t *testing.T) {
	text := readText(newFact(), &lanes.Verdict{Lanes: 0xaaaaaaaa, Mask: 0xaaaaaaaa,
		Detail: detail.ReadLanes{Sources: 0x55555555}}, "")
	if want := "Lane(s) 1, 3, 5 and more read from lane(s) 0, 2, 4 and more outside mask"; !strings.HasPrefix(text, want) {
		t.Errorf("got %q, want %q", text, want)
	}
}
