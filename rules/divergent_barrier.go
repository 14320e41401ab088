package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

var divergentBarrier = &Rule{
	Key:   "divergent-syncthreads",
	Code:  "WC201",
	Title: "A block barrier that some threads of the block do not reach",
	Text: `Every thread of the block that has not exited must reach the same barrier. A barrier in a
branch that the threads of the block do not all take hangs, or lets threads go on with data
that is not there yet. Two barriers in two branches are two barriers, not one; those that
PTX writes with one number (bar.sync 1) are one barrier. A barrier that waits for a number
of threads (bar.sync 1, 64) waits for ever where fewer come. Where warps come to several, or
again and again, none may wait for one that comes later or once less; where more come than
it waits for, it must not matter who comes first. The lanes of a warp may not name different
barriers or numbers of threads, nor wait at one while others of the warp wait elsewhere, nor
the warps of one round name different numbers. The barriers are 0 to 15, each for a multiple
of 32 threads. A tile of several warps waits for all its threads, and so do a cluster and a
grid of blocks.

Move the barrier to where all threads pass, and keep only the work in the branch.`,
	Bad: `__global__ void bad(int *out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads();
  }
}
`,
	Good: `__global__ void good(int *out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = 1;
  __syncthreads();
}
`,
	Guideline: "1.14",
	Evidence:  ThreadsAbsent,
	Severity:  Error,
	Default:   true,
	Ask:       (*lanes.Fact).Barrier,
	Message:   barrierText,
	Help:      barrierHelp,
	Remedies:  leaveBranch,
	Related:   "the other threads wait here",
}

var potentiallyDivergentBarrier = &Rule{
	Key:         "potentially-divergent-syncthreads",
	Code:        "WC202",
	PotentialOf: divergentBarrier.Key,
	Title:       "A block barrier that some threads of the block may not reach",
	Text: `As divergent-syncthreads, for some value of what the analyser does not know: a kernel
argument, loaded data, the launch. The finding comes with such a value (the witness), or
says which approximation it rests on.`,
	Bad: `__global__ void bad(const int *d, int *out) {
  if (d[threadIdx.x] > 0) {
    out[threadIdx.x] = 1;
    __syncthreads();
  }
}
`,
	Good: `__global__ void good(const int *d, int *out) {
  if (d[threadIdx.x] > 0)
    out[threadIdx.x] = 1;
  __syncthreads();
}
`,
	Guideline: divergentBarrier.Guideline,
	Severity:  Warning,
	Question:  "all threads of the block reach the barrier",
	Message:   barrierText,
	Help:      barrierHelp,
	Remedies:  leaveBranch,
	Related:   divergentBarrier.Related,
}

// barrierText returns the message about a barrier. It names the threads that do not reach the barrier, or another
// fault.
func barrierText(fact *lanes.Fact, v *lanes.Verdict) string {
	return barrierWrong(fact, v) + " in " + kernelsMark
}

// barrierWrong returns the part of barrierText before the names of the kernels.
func barrierWrong(fact *lanes.Fact, v *lanes.Verdict) string {
	name, may := writtenName(fact), ""
	if v.Certainty.IsOfSome() {
		may = "may "
	}
	switch d := v.Detail.(type) {
	case detail.InvalidName:
		return fmt.Sprintf("%s names barrier %d and a block has the barriers 0 to 15", name, d.Name)
	case detail.InvalidThreads:
		return fmt.Sprintf("%s is for %d threads and that is no number of whole warps", name, d.Threads)
	case detail.TooFewThreads:
		return fmt.Sprintf("%s waits for %d threads and at most %d of the block come", name, d.Awaited, d.Arriving)
	case detail.UnequalThreads:
		return fmt.Sprintf("%s is for %d threads and others of the block %scome to it for %d", name, d.Awaited, may, d.Others)
	case detail.Stuck:
		return fmt.Sprintf("%s waits for %d threads for ever: at most %d of the block %scome", name, d.Awaited, d.Arriving, may)
	case detail.AnyOrder:
		return fmt.Sprintf("%s waits for %d threads at a time and more come: some may wait for ever", name, d.Awaited)
	case detail.UnevenRounds:
		return fmt.Sprintf("%s waits for %d threads at a time and %s", name, d.Awaited, unevenWords(d, may))
	case detail.UnlikeOperands:
		return unlikeWords(name, v, may)
	}
	return awayWords(fact, v)
}

// unevenWords returns a phrase about the number of threads that arrive, if it is not a multiple of the number for which
// the barrier waits. modal is "may " or "".
func unevenWords(d detail.UnevenRounds, modal string) string {
	who, when := "too few for all that wait", ""
	if d.Arriving > 0 {
		who = fmt.Sprintf("%d of the block", d.Arriving)
	}
	if d.InEpoch {
		when = " between two barriers of the block"
	}
	return fmt.Sprintf("%s %scome%s", who, modal, when)
}

// unlikeWords returns a phrase about the lanes that wait at another barrier than the first lane, or for another number
// of threads. name is the name of the collective. If modal is not "", the phrase says that they may do so.
func unlikeWords(name string, v *lanes.Verdict, modal string) string {
	who, others := brieflyIn("lane", v.Lanes, 0), ""
	if v.Other != nil {
		who, others = who+" of another warp", " that waits"
	}
	give := "may give"
	if modal == "" {
		give = verb(v.Lanes, "give")
	}
	return fmt.Sprintf("%s %s %s another barrier or number of threads than lane %s%s", who, give, name, v.Arrives&-v.Arrives, others)
}

// awayWords returns a phrase about the threads that do not reach the barrier.
func awayWords(fact *lanes.Fact, v *lanes.Verdict) string {
	who, skip := "some threads", "skip"
	if v.Lanes != 0 {
		who, skip = absentWords(&fact.Context, v), verb(v.Lanes, "skip")
	}
	if len(v.Others) > 1 && !v.Certainty.IsOfSome() {
		skip = "skip" // they are several, whatever Lanes has
	}
	if v.Certainty.IsOfSome() {
		skip = "may skip"
	}
	return fmt.Sprintf("%s %s this %s while others wait", who, skip, writtenName(fact))
}

// absentWords names the lanes of a verdict, and their warp. If the block is one-dimensional, it numbers a whole warp,
// and the lanes of the only warp, as threads of the block. If several warps skip the barrier, it names the threads of
// all.
func absentWords(c *lanes.Context, v *lanes.Verdict) string {
	index := v.InWarp
	switch {
	case v.OtherBlock != nil:
		return brieflyIn("lane", v.Lanes, 0) + " of another block"
	case v.Other != nil:
		index = v.Other
	case index == nil && v.Witness != nil:
		index = &v.Witness.Warp
	}
	switch {
	case index == nil:
		return brieflyIn("lane", v.Lanes, 0) + " of a warp"
	case len(v.Others) > 1 && slices.Contains(v.Others, *index) && isLine(c, v):
		return threadsOfWarps(v.Others, threadsOf(c, v))
	case isLine(c, v) && (v.Lanes == warp.All || v.Other != nil || threadsOf(c, v) <= warp.Size):
		return brieflyIn("thread", v.Lanes, *index)
	}
	return fmt.Sprintf("%s of warp %d", brieflyIn("lane", v.Lanes, 0), *index)
}

// threadsOfWarps names the threads of whole warps, in a block with the given number of threads: "threads 64-127".
func threadsOfWarps(warps []int, threads int) string {
	var texts []string
	for i := 0; i < len(warps); {
		first := i
		for i++; i < len(warps) && warps[i] == warps[i-1]+1; i++ {
		}
		end := min((warps[i-1]+1)*warp.Size, threads)
		texts = append(texts, warp.Range{First: warps[first] * warp.Size, Last: end - 1}.String())
	}
	more := ""
	if len(texts) > maxRanges {
		texts, more = texts[:maxRanges], " and more"
	}
	return "threads " + strings.Join(texts, ", ") + more
}

// isLine reports whether the known part of the block of a verdict extends only along x.
func isLine(c *lanes.Context, v *lanes.Verdict) bool {
	return (c.Shape == nil || c.Shape.IsLine()) && (v.Witness == nil || v.Witness.Shape.IsLine())
}

// waitingFor returns the word for the group of threads that a barrier synchronizes, such as "block".
func waitingFor(c *cfg.Collective) string {
	switch {
	case c.Tile > 0:
		return "tile"
	case c.Scope == cfg.OfCluster:
		return "cluster"
	case c.Scope == cfg.OfGrid:
		return "grid"
	}
	return "block"
}

// writtenName returns the name of the collective as the user's code calls it. If the collective is in a library's
// header, that is the name of the library function through which the user's code reaches it. The name has no template
// arguments, and at most one qualifier.
func writtenName(fact *lanes.Fact) string {
	name, inside := fact.Site.Collective.Name, fact.Site.Pos.System
	for i := len(fact.Context.Path) - 1; i >= 0 && inside; i-- {
		name, inside = lastNames(lexical.WithoutTemplateArguments(fact.Context.PathNames[i])), fact.Context.Path[i].System
	}
	return name
}

// lastNames returns the last two names in a qualified name: that of a function, and that of its class or namespace.
func lastNames(name string) string {
	const separator = "::"
	parts := strings.Split(name, separator)
	return strings.Join(parts[max(0, len(parts)-2):], separator)
}

// barrierHelp returns advice on how to repair a wrong barrier.
func barrierHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	switch v.Detail.(type) {
	case detail.InvalidName:
		return "name one of the barriers 0 to 15"
	case detail.InvalidThreads:
		return "pass a multiple of 32: a barrier counts whole warps"
	case detail.TooFewThreads:
		return "pass the number of threads that come"
	case detail.UnequalThreads:
		return "pass the same number of threads in all warps that meet there"
	case detail.Stuck:
		return "let the warps come to the barriers in one order, so that each wait has others that come to it first"
	case detail.AnyOrder:
		return "give the warps that are to meet a barrier of their own, or let __syncthreads come between the rounds"
	case detail.UnevenRounds:
		return "let each round get as many threads as it waits for, so that none waits alone in the end"
	case detail.UnlikeOperands:
		return "pass the same barrier and number of threads in all lanes that come to it"
	}
	return awayHelp(fact, v)
}

// awayHelp returns advice on how to let the missing lanes reach the barrier.
func awayHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	condition := "the condition" + placeOf(fact, v)
	switch {
	case v.OtherBlock != nil:
		return "let all blocks of the " + waitingFor(fact.Site.Collective) +
			" reach the barrier, and keep only the work under " + condition
	case len(v.Related) > 0:
		return "replace the barriers of the branches by one after them"
	case allReturn(v.Splits):
		return "let every thread reach the barrier before it returns, and keep only the work under " + condition + asParts(fact)
	case len(v.Splits) == 0 && isRole(fact.Site.Block):
		return "let both sides of the branch around the loop come to the same number of barriers, or let the warps of each side meet at barriers of their own: bar.sync with a number and a count of threads"
	case slices.ContainsFunc(v.Splits, leavesLoop), fact.Site.Block.Loop != nil && len(v.Splits) == 0 && !isUnderBranch(fact):
		return "let every thread of the block run the same number of iterations" + loopOf(fact) + ", " +
			"and keep only the work under the condition, as in for (base = 0; base < n; base += blockDim.x) { i = base + threadIdx.x; if (i < n) { work } barrier }"
	case fact.Site.Block.Loop != nil:
		return "let every thread of the block come to the barrier in each round of the loop, and keep only the work under " + condition + ", as in for (...) { if (...) { work } barrier }"
	}
	if givesToLibrary(fact) {
		return fmt.Sprintf("let all threads of the %s call %s, outside the branch%s: those without data pass a value that changes nothing, such as 0 for a sum",
			waitingFor(fact.Site.Collective), writtenName(fact), placeOf(fact, v))
	}
	return "move the barrier out of the branch" + placeOf(fact, v) + ", and keep only the work in it" + asParts(fact)
}

// loopOf returns " of the loop of line 12" for a barrier in a loop with a known place, and "" otherwise.
func loopOf(fact *lanes.Fact) string {
	if loop := fact.Site.Block.Loop; loop != nil && !fact.Site.Pos.System && loop.Statement().Line > 0 {
		return " of the loop of " + named(fact, loop.Statement())
	}
	return ""
}

// placeOf returns " of line 12" if all branches that part the threads are on one line outside system headers, and ""
// otherwise.
func placeOf(fact *lanes.Fact, v *lanes.Verdict) string {
	isElsewhere := func(s lanes.Split) bool {
		return s.Pos.File != v.Splits[0].Pos.File || s.Pos.Line != v.Splits[0].Pos.Line
	}
	if len(v.Splits) == 0 || v.Splits[0].Pos.System || slices.ContainsFunc(v.Splits, isElsewhere) {
		return ""
	}
	return " of " + named(fact, v.Splits[0].Pos)
}

// givesToLibrary reports whether a barrier is in a function of a library that takes data of the threads, or returns data to
// them. A call without data has at most one argument: the group, or the object that is the barrier.
func givesToLibrary(fact *lanes.Fact) bool {
	call := fact.UsersCall()
	return call != nil && call != fact.Site && (len(call.Args) > 1 || !types.IsVoid(call.Type))
}

// isRole reports whether a loop around a block is on one side of a branch, and the other side has a barrier, as where
// warps have different roles:
//
//	if (threadIdx.x < 64) for (...) { ... __syncthreads(); }
//	else                  for (...) { __syncthreads(); ... __syncthreads(); }
func isRole(at *cfg.Block) bool {
	if at == nil || at.Loop == nil {
		return false
	}
	for b := at.Loop.Header.Idom; b != nil; b = b.Idom {
		side := sideTo(b, at.Loop.Header)
		isOther := func(other *cfg.Block) bool { return other != side && holdsBarrier(other) }
		if b.Term.Kind == cfg.If && side != nil && slices.ContainsFunc(b.Succs, isOther) {
			return true
		}
	}
	return false
}

// holdsBarrier reports whether a side of a branch has a barrier of all threads of the block.
func holdsBarrier(side *cfg.Block) bool {
	if !side.IsOneWay() {
		return false
	}
	for b := range side.Reachable(func(_, to *cfg.Block) bool { return side.Dominates(to) }) {
		if slices.ContainsFunc(b.Instrs, isBarrierOf(blockBarrier)) {
			return true
		}
	}
	return false
}

// asParts returns advice on the form of a branch with a barrier that all threads reach: the branch is split into a part
// before the barrier and a part after it.
func asParts(fact *lanes.Fact) string { return asPartsOf(fact, "...", "") }

// asPartsOf returns the advice of asParts with the given condition of the branch. The text front stands before the
// first part.
func asPartsOf(fact *lanes.Fact, condition, front string) string {
	name := writtenName(fact)
	switch {
	case fact.Site.Collective.Value >= 0 && strings.HasPrefix(name, "__sync"):
		name = fmt.Sprintf("result = %s(%s); ", name, predicateFor(fact.Site.Collective, condition))
	case strings.HasPrefix(name, "__sync"):
		name += "(); "
	case fact.Site.Pos.System:
		name += "(...); "
	default:
		name = "the barrier "
	}
	return fmt.Sprintf(": %sif (%s) { part before } %sif (%s) { part after }", front, condition, name, condition)
}

// predicateFor returns the text of a predicate for a barrier that combines the predicates of all threads. Threads for which
// the condition is false do not change the result.
func predicateFor(barrier *cfg.Collective, condition string) string {
	if barrier.Class.Kind == cfg.BarrierAnd {
		return fmt.Sprintf("!(%s) || predicate", condition)
	}
	return fmt.Sprintf("(%s) && predicate", condition)
}

// allReturn reports whether all lanes that do not reach the barrier have returned, from the kernel or from a call.
func allReturn(splits []lanes.Split) bool {
	return len(splits) > 0 && !slices.ContainsFunc(splits, func(s lanes.Split) bool {
		return s.To != lanes.OutOfKernel && s.To != lanes.OutOfCall
	})
}

// leaveBranch proposes to move a barrier that only some threads reach to the place where the branch ends.
func leaveBranch(_ *lanes.Fact, v *lanes.Verdict) []Remedy {
	if v.Detail != nil {
		return nil
	}
	return []Remedy{{Kind: LeaveBranch}}
}
