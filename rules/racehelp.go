package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Help for a race names one barrier and one place for it, as a person would write it:
//
//	insert __syncwarp(); before line 12
//
// The place is only advice. Package repair finds places by the syntax tree, and an analysis proves them.

// raceHelp advises which barrier to put between two accesses of one warp.
func raceHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	if fact.OnlyAdds() {
		return "add with atomicAdd()"
	}
	if help := alikeHelp(fact, v); help != "" {
		return help
	}
	if help := leftHelp(fact, v); help != "" {
		return help
	}
	switch {
	case !isSeen(v):
		return betweenHelp(fact, v, "a barrier", "all lanes that use the cell")
	case fact.SharesWithOtherWarps():
		return betweenHelp(fact, v, blockBarrier, "all threads of the block") + ofOneWarpHelp(fact)
	}
	return betweenHelp(fact, v, "__syncwarp();", "all lanes that use the cell")
}

// ofOneWarpHelp extends the advice to insert a barrier of the block: it names the case in which a barrier of the warp
// is enough. That other warps use the cell is not proved, and warps may run a loop a different number of times.
// ofOneWarpHelp returns "" if the access is in no loop.
func ofOneWarpHelp(fact *lanes.Fact) string {
	if !isInLoop(fact) {
		return ""
	}
	return "; if each warp has cells of its own, __syncwarp(); is enough"
}

// leftHelp returns a help for a race with a lane that has left the kernel, and so reaches no barrier after its access.
// It returns "" for other races.
func leftHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	race := detail.As[detail.Race](v.Detail)
	leaves := func(s lanes.Split) bool { return s.To == lanes.OutOfKernel && s.Away.Has(race.Other) }
	if race.Warps != nil || !v.Exited.Has(race.Other) && !slices.ContainsFunc(v.Splits, leaves) {
		return ""
	}
	other := warp.Lanes(1) << race.Other
	return fmt.Sprintf("%s has left the kernel before %s, and comes to no barrier: let it stay until one, or let one lane alone use the cell",
		other.Words(), named(fact, fact.Pos))
}

// alikeHelp returns a help for a race in a block that extends only along x, of a kernel that reads threadIdx.y or
// threadIdx.z and not threadIdx.x: all threads compute the same indices. It returns "" for other races.
func alikeHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	shape, root := fact.Context.Shape, fact.Context.Root
	if v.Witness != nil {
		shape = &v.Witness.Shape
	}
	if shape == nil || !shape.IsLine() || !root.LeadsTo(readsOtherAxis) || root.LeadsTo(tellsRowApart) {
		return ""
	}
	return fmt.Sprintf("%s does not read threadIdx.x, so all threads of a block of %s compute the same index: launch %s with blockDim.x = 1; if another file does, state that block",
		lexical.WithoutTemplateArguments(root.Name), shape, lexical.WithoutTemplateArguments(root.Name))
}

func readsOtherAxis(in *cfg.Instr) bool {
	return in.Op == cfg.Special && (in.Special == cfg.TidY || in.Special == cfg.TidZ)
}

// tellsRowApart reports whether the result of an instruction may differ between threads with the same threadIdx.y and
// threadIdx.z.
func tellsRowApart(in *cfg.Instr) bool {
	switch in.Op {
	case cfg.Special:
		return in.Special < cfg.TidY || in.Special > cfg.NCtaidZ
	case cfg.Atomic:
		return true
	}
	return in.Collective != nil && !in.Collective.BeyondWarp || in.IsOpen()
}

// blockRaceHelp advises where to put the missing barrier of the block.
func blockRaceHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	if fact.OnlyAdds() {
		return "add with atomicAdd()"
	}
	if help := alikeHelp(fact, v); help != "" {
		return help
	}
	if race := detail.As[detail.Race](v.Detail); !race.Copies && race.Earlier.IsAt(fact.Pos) && isOfOneStatement(fact, race) && !isReadAndWritten(fact, race) && fact.Site.Block.Loop == nil {
		return "both threads compute the same index: if that is meant, let one of them alone write the cell; else make the index differ between the threads of the block"
	}
	return betweenHelp(fact, v, blockBarrier, "all threads of the block")
}

// betweenHelp advises where to put a barrier between the accesses of a race. who names the threads that must reach the
// barrier. The help states this condition, because nothing has proved that they all do.
func betweenHelp(fact *lanes.Fact, v *lanes.Verdict, barrier, who string) string {
	race := detail.As[detail.Race](v.Detail)
	required := fmt.Sprintf("; %s must come to it", who)
	switch {
	case race.Copies:
		return fmt.Sprintf("let each thread wait for its copies, and put %s behind that and before the other access", barrier) + required
	case race.OtherName != "":
		return overlapHelp(race, barrier)
	case isReadAndWritten(fact, race):
		return splitHelp(fact, v, barrier)
	}
	gap, isKnown := fact.Gap()
	if branch, isParted := partedBy(fact, race); isParted && isKnown && gap.Before.IsAt(fact.Site.Pos) {
		return fmt.Sprintf("the two accesses are on two sides of the branch of %s: move one of them out of it, and put %s between them", named(fact, branch), barrier) + required
	}
	if branch, isGuard := guardReading(fact, race); isGuard {
		return fmt.Sprintf("evaluate the condition of %s in all threads before: bool in = ...; %s if (in) ...", named(fact, branch), barrier) + required
	}
	switch {
	case isKnown && racesWithItself(fact, gap, race):
		return fmt.Sprintf("if threads compute the same index in %s, let one of them alone write the cell, or make the index differ between them; else put %s between the two accesses",
			named(fact, gap.Before), barrier) + required
	case !isKnown || !hasLines(gap) || !isBetween(fact, gap, race):
		return fmt.Sprintf("put %s between the two accesses", barrier) + required
	}
	before, after := startOf(fact, gap.Before), gap.After[0]
	if slices.ContainsFunc(gap.After, race.Earlier.IsAt) {
		after = race.Earlier
	}
	switch branch := partingBranch(v, gap.Before); {
	case isBeforeLoop(gap, after, branch):
		return fmt.Sprintf("insert %s before the loop of %s", barrier, named(fact, gap.Loop)) + required
	case after.Line == before.Line && len(gap.Inside) > 0:
		return fmt.Sprintf("insert %s before %s", barrier, named(fact, gap.Inside[0])) + required
	case after.Line == before.Line && isOfAnotherStatement(race, before):
		return fmt.Sprintf("put %s between the two accesses", barrier) + required
	case after.Line == before.Line:
		return splitHelp(fact, v, barrier)
	case after.Line > before.Line && !isInLoop(fact):
		return fmt.Sprintf("put %s between the two accesses", barrier) + required
	case after.Line > before.Line:
		loop, place := fact.Site.Block.Loop, "the loop around "+named(fact, before)
		if round := roundOf(fact, race); round != nil && round.Statement().File == before.File {
			loop, place = round, "the body of the loop of "+named(fact, round.Statement())
		}
		return fmt.Sprintf("insert %s at the %s of %s, as its next iteration uses the cell again", barrier, sideOfLoop(loop, race), place) + required
	case branch.Line > after.Line, branch.Line > 0 && !isLineWithin(race.Earlier, branch, fact.Pos) && isLineWithin(before, branch, fact.Pos):
		return fmt.Sprintf("insert %s before %s", barrier, named(fact, branch)) + required
	case branch.Line > 0 && isLineWithin(race.Earlier, branch, fact.Pos):
		return fmt.Sprintf("end the branch of %s between the two accesses, so that %s come to the barrier: if (...) { first part } %s if (...) { second part }",
			named(fact, branch), who, barrier)
	}
	room, hasRoom := roomBefore(gap, before)
	if !hasRoom {
		return fmt.Sprintf("put %s between the two accesses", barrier) + required
	}
	return fmt.Sprintf("insert %s before %s", barrier, named(fact, room)) + outsideHelp(fact, v, gap, barrier, race)
}

// isBeforeLoop reports whether a barrier belongs before the loop of a gap. The place `after` of the earlier access must
// be above the loop. The branch where lanes part, if there is one, must be below the first line of the loop.
func isBeforeLoop(gap lanes.Gap, after, branch source.Pos) bool {
	return gap.Loop.Line > 0 && gap.Loop.File == after.File && after.Line < gap.Loop.Line && (branch.Line == 0 || branch.Line > gap.Loop.Line)
}

// roomBefore returns the statement before which a barrier can be inserted, so that it comes before the statement at a
// place. hasRoom is false if there is none behind the earlier accesses:
//
//	if (s[0] > 0) o[t] = 1;        the earlier access
//	else if (s[t] > 0) o[t] = 2;   nothing can stand before this if
func roomBefore(gap lanes.Gap, before source.Pos) (room source.Pos, hasRoom bool) {
	if gap.Listed.Line == 0 || gap.Listed.File != before.File {
		return before, true
	}
	isInside := func(after source.Pos) bool { return isLineWithin(after, gap.Listed, before) }
	return gap.Listed, gap.Listed.IsAt(before) || !slices.ContainsFunc(gap.After, isInside)
}

// outsideHelp returns an addition to a help: what the code around the barrier must be like, so that all threads for
// which the barrier waits reach it. It returns "" if there is nothing to add.
func outsideHelp(fact *lanes.Fact, v *lanes.Verdict, gap lanes.Gap, barrier string, race detail.Race) (help string) {
	branch, isAroundBoth := staticBranch(fact, race)
	switch {
	case isAroundBoth:
		help = fmt.Sprintf("; if only some %s take the branch of %s, end it there: if (...) { first part } %s if (...) { second part }", sharersOf(barrier), named(fact, branch), barrier)
	case isUnderBranch(fact), slices.ContainsFunc(v.Splits, isAround), barrier == blockBarrier && (isUnderCondition(fact.Site) || !gap.Before.IsAt(fact.Pos)):
		help = fmt.Sprintf(", outside any branch that only some %s take", sharersOf(barrier))
	}
	if gap.IsInLoop && barrier == blockBarrier {
		help += "; all threads of the block must run the same rounds of the loop"
	}
	return help
}

// blocksOf returns the blocks of the later and of the earlier access of a race. isKnown is false if they are not blocks of
// one function.
func blocksOf(fact *lanes.Fact, race detail.Race) (at, by *cfg.Block, isKnown bool) {
	if fact.Site.Block == nil || race.By == nil || race.By.Block == nil {
		return nil, nil, false
	}
	at, by = fact.Site.Block, race.By.Block
	return at, by, isOfFunctionOf(race.By, at)
}

// staticBranch returns the outermost branch that has both accesses of a race on one side. It looks only in the
// innermost loop around the later access. isAroundBoth is false if there is no such branch.
func staticBranch(fact *lanes.Fact, race detail.Race) (branch source.Pos, isAroundBoth bool) {
	at, by, isKnown := blocksOf(fact, race)
	if !isKnown {
		return branch, false
	}
	for b := at.Idom; b != nil; b = b.Idom {
		if b.Loop != at.Loop || b.Term.Kind != cfg.If || isExit(b) {
			continue
		}
		if side := sideTo(b, at); side != nil && side.Dominates(by) && side.Dominates(at) {
			branch, isAroundBoth = b.Term.Pos, true
		}
	}
	return branch, isAroundBoth
}

// partedBy returns the branch that has the two accesses of a race on two sides, so that no barrier can stand between
// them. isParted reports whether there is one. A branch in a loop does not part them: the loop may execute both sides, in
// two iterations or one before it ends, and a barrier can stand between these.
func partedBy(fact *lanes.Fact, race detail.Race) (branch source.Pos, isParted bool) {
	at, by, isKnown := blocksOf(fact, race)
	if !isKnown {
		return branch, false
	}
	b := at
	for b != nil && !b.Dominates(by) {
		b = b.Idom
	}
	if b == nil || b == at || b == by || b.Loop != nil || b.Term.Kind != cfg.If {
		return branch, false
	}
	one, other := sideTo(b, at), sideTo(b, by)
	return b.Term.Pos, one != nil && other != nil && one != other
}

// guardReading returns the branch around the later access whose condition makes the earlier one, so that no barrier can
// stand between them as they are written:
//
//	if (s[t] < n) s[t + 1] = 0;
//
// isGuard reports whether there is one.
func guardReading(fact *lanes.Fact, race detail.Race) (branch source.Pos, isGuard bool) {
	at, by, isKnown := blocksOf(fact, race)
	if !isKnown || race.Round != nil || by.Loop != at.Loop || isBackward(fact, race) {
		return branch, false
	}
	return by.Term.Pos, by.Term.Kind == cfg.If && isComputedFrom(by.Term.Cond, race.By) && sideTo(by, at) != nil
}

// isComputedFrom reports whether a value is computed from the result of an earlier instruction, by instructions of the same
// block.
func isComputedFrom(value, earlier *cfg.Instr) bool {
	seen := map[*cfg.Instr]bool{}
	var isFrom func(*cfg.Instr) bool
	isFrom = func(in *cfg.Instr) bool {
		if in == earlier || in.Block != earlier.Block || seen[in] {
			return in == earlier
		}
		seen[in] = true
		return slices.ContainsFunc(in.Args, isFrom)
	}
	return isFrom(value)
}

func isOfFunctionOf(in *cfg.Instr, at *cfg.Block) bool { return entryOf(in.Block) == entryOf(at) }

func entryOf(b *cfg.Block) *cfg.Block {
	for b.Idom != nil {
		b = b.Idom
	}
	return b
}

// isExit reports whether one side of a branch leaves the function or the loop of the branch at once. A side that enters
// another loop counts, too.
func isExit(b *cfg.Block) bool {
	return slices.ContainsFunc(b.Succs, func(s *cfg.Block) bool { return s.Loop != b.Loop || s.Term.Kind == cfg.Return && !s.Term.Falls })
}

// sideTo returns the side of a branch through which every path to a block goes, nil if there is none. The block behind the
// branch is no side of it.
func sideTo(b, to *cfg.Block) *cfg.Block {
	for _, s := range b.Succs {
		if s.Dominates(to) && s.IsOneWay() {
			return s
		}
	}
	return nil
}

// sharersOf returns a phrase for the threads for which a barrier waits.
func sharersOf(barrier string) string {
	if barrier == blockBarrier {
		return "threads of the block"
	}
	return "lanes of the warp"
}

// racesWithItself reports whether the later access also races with the same access by another thread, and the gap
// belongs to that race alone. A barrier elsewhere does not order these two.
func racesWithItself(fact *lanes.Fact, gap lanes.Gap, race detail.Race) bool {
	return fact.Site.Access() != cfg.Reads && !isInLoop(fact) && gap.Before.IsAt(fact.Site.Pos) &&
		slices.ContainsFunc(gap.After, gap.Before.IsAt) && !slices.ContainsFunc(gap.After, race.Earlier.IsAt)
}

// isOfAnotherStatement reports whether the earlier access is on the line on which the given statement begins, and
// belongs to another statement of this line.
func isOfAnotherStatement(race detail.Race, statement source.Pos) bool {
	if race.By == nil || race.By.Statement == nil {
		return false
	}
	s := *race.By.Statement
	return s.File == statement.File && s.Line == statement.Line && !s.IsAt(statement)
}

// isLineWithin reports whether a place is on a line between two others of its file.
func isLineWithin(at, from, to source.Pos) bool {
	return at.File == from.File && at.Line >= from.Line && at.Line <= to.Line
}

// blockBarrier is the barrier that all threads of the block have to reach.
const blockBarrier = "__syncthreads();"

// isUnderCondition reports whether a thread may return from the function of an instruction without executing it.
func isUnderCondition(site *cfg.Instr) bool {
	return mayMiss(site, func(*cfg.Block) bool { return false })
}

// mayMiss reports whether a thread may return from the function of an instruction without executing the instruction.
// Only paths without the blocks of isLeftOut count.
func mayMiss(site *cfg.Instr, isLeftOut func(*cfg.Block) bool) bool {
	if site.Block == nil {
		return false
	}
	isPassed := func(b *cfg.Block) bool { return b != site.Block && !isLeftOut(b) }
	entry := entryOf(site.Block)
	for b := range entry.Reachable(func(from, _ *cfg.Block) bool { return isPassed(from) }) {
		if isPassed(b) && b.Term.Kind == cfg.Return {
			return true
		}
	}
	return false
}

// isBetween reports whether the race that a message describes may be in a gap. The gap is in the innermost function
// with a race. The message may be about an access of a caller of this function, and the caller often is below the
// function in the text.
func isBetween(fact *lanes.Fact, gap lanes.Gap, race detail.Race) bool {
	isBelow := race.Earlier.File == gap.Before.File && race.Earlier.Line > gap.Before.Line
	return slices.ContainsFunc(gap.After, race.Earlier.IsAt) || !isBelow || isInLoop(fact)
}

// isInLoop reports whether the later access is in a loop.
func isInLoop(fact *lanes.Fact) bool { return fact.Site.Block != nil && fact.Site.Block.Loop != nil }

// hasLines reports whether the places of a gap are in one file.
func hasLines(gap lanes.Gap) bool { return len(gap.After) > 0 && gap.After[0].File == gap.Before.File }

// startOf returns where the statement at a place begins.
func startOf(fact *lanes.Fact, pos source.Pos) source.Pos {
	if s := fact.Site.Statement; s != nil && pos.IsAt(fact.Site.Pos) {
		return *s
	}
	return pos
}

// named returns a phrase for the line of a place. It adds the file if that is not the file of fact.
func named(fact *lanes.Fact, pos source.Pos) string {
	if pos.File == fact.Pos.File {
		return linetext.Of(pos)
	}
	return linetext.Of(pos) + " of " + legible.Name(filepath.Base(pos.File))
}

// partingBranch returns the outermost branch above the line of a place at which lanes part and after which they meet
// again. Its line is 0 if there is none.
func partingBranch(v *lanes.Verdict, before source.Pos) source.Pos {
	for _, s := range v.Splits {
		if isAround(s) && s.Pos.File == before.File && s.Pos.Line < before.Line {
			return s.Pos
		}
	}
	return source.Pos{}
}

// isAround reports whether lanes part at a branch and meet again after it.
func isAround(s lanes.Split) bool {
	return slices.Contains([]lanes.Destination{lanes.PastBranch, lanes.OtherBranch, lanes.OtherCase}, s.To) && !s.Earlier
}

// splitHelp advises how to put a barrier between the read and the write of one statement. In a loop the next iteration
// reads again, so a barrier of the loop must come after the write as well.
func splitHelp(fact *lanes.Fact, v *lanes.Verdict, barrier string) string {
	race := detail.As[detail.Race](v.Detail)
	if race.By != nil && fact.Site.Access() == cfg.Writes && race.By.Access() == cfg.Writes {
		return fmt.Sprintf("make the index differ between the %s, or let one of them alone write the cell; if they are to write one after the other, put %s between the writes", sharersOf(barrier), barrier)
	}
	if !isInLoop(fact) && fact.Site.Access() == cfg.Reads && race.By != nil && race.By.Access() == cfg.Writes {
		return fmt.Sprintf("split %s into the write and the read, with %s between them", named(fact, startOf(fact, fact.Pos)), barrier)
	}
	only, last := "", ""
	if !isOfAllLanes(fact, v, barrier) && (slices.ContainsFunc(v.Splits, isAround) || isUnderBranch(fact)) {
		only = "if (...) "
	}
	if isInLoop(fact) && !hasBarrier(fact.Site.Block.Loop, barrier) {
		last = " " + barrier
	}
	help := fmt.Sprintf("split %s, so that all threads read before one writes: %snew_value = ...; %s %s... = new_value;%s",
		named(fact, startOf(fact, fact.Pos)), only, barrier, only, last)
	switch {
	case only != "":
		help += " with the barrier outside the branch"
	case last != "":
		help += " all " + sharersOf(barrier) + " must come to both barriers"
	}
	return help
}

// isOfAllLanes reports whether all lanes for which a barrier of the warp waits make the later access, whichever branch is
// around it.
func isOfAllLanes(fact *lanes.Fact, v *lanes.Verdict, barrier string) bool {
	return barrier != blockBarrier && v.Arrives == warp.All && !v.IsExample() && !isInLoop(fact) && !differsByWarp(fact, v)
}

// roundOf returns the loop that makes the earlier access of a race in an earlier iteration. It returns nil if both
// accesses may be made in one iteration, or if this is not known.
func roundOf(fact *lanes.Fact, race detail.Race) *cfg.Loop {
	if race.Round != nil || !isBackward(fact, race) {
		return race.Round
	}
	at, by, _ := blocksOf(fact, race)
	loop := at.Loop
	for loop != nil && !by.Loop.Within(loop) {
		loop = loop.Parent
	}
	return loop
}

// isOfEarlierCall reports whether both accesses are of one called function, and the earlier one was made in an earlier
// call: the earlier one is reached from the later one, outside of loops around both.
func isOfEarlierCall(fact *lanes.Fact, race detail.Race) bool {
	at, by, _ := blocksOf(fact, race)
	isCalled := len(fact.Context.Path) > 0
	return isCalled && isBackward(fact, race) && roundOf(fact, race) == nil && (by == at || reachesForward(at, by))
}

// isBackward reports whether both accesses are of one function, and the earlier one does not reach the later one in one
// iteration of one call.
func isBackward(fact *lanes.Fact, race detail.Race) bool {
	at, by, isKnown := blocksOf(fact, race)
	if by == at {
		return isKnown && race.By.ID > fact.Site.ID
	}
	return isKnown && !reachesForward(by, at)
}

// reachesForward reports whether a block is reachable from another without a further iteration of a loop around it.
func reachesForward(from, to *cfg.Block) bool {
	isNext := func(b, header *cfg.Block) bool { return header.Dominates(b) && to.Loop.Within(header.Loop) }
	return from.Reaches(to, func(b, s *cfg.Block) bool { return !isNext(b, s) })
}

// sideOfLoop returns which side of a loop's body a barrier between two iterations belongs to. It is the beginning if an
// iteration may go on without the end of the body: by continue, or because the condition of a do-while loop makes the
// earlier access.
func sideOfLoop(loop *cfg.Loop, race detail.Race) string {
	isBehindBody := func(latch *cfg.Block) bool {
		return race.By != nil && latch == race.By.Block && len(latch.Succs) > 1 || latch != loop.Header && len(latch.Preds) > 1
	}
	if slices.ContainsFunc(loop.Latches, isBehindBody) {
		return "beginning"
	}
	return "end"
}

// isUnderBranch reports whether a thread may pass by the later access: in an iteration of the loop around it, or if there
// is no loop, in a call of its function.
func isUnderBranch(fact *lanes.Fact) bool {
	if !isInLoop(fact) {
		return isUnderCondition(fact.Site)
	}
	at := fact.Site.Block
	return slices.ContainsFunc(at.Loop.Latches, func(latch *cfg.Block) bool { return !at.Dominates(latch) })
}

// hasBarrier reports whether a loop has a barrier of all threads of the block or, if another barrier is asked for, of the
// lanes of a warp.
func hasBarrier(loop *cfg.Loop, barrier string) bool {
	return loop.LeadsTo(isBarrierOf(barrier))
}

// isBarrierOf returns a function that reports whether an instruction is a barrier of all threads of the block. If another
// barrier is asked for, it also accepts a barrier of the lanes of a warp.
func isBarrierOf(barrier string) func(*cfg.Instr) bool {
	return func(in *cfg.Instr) bool {
		c := in.Collective
		return c != nil && c.IsSynchronizing() && (c.HoldsBlock() || barrier != blockBarrier)
	}
}

// overlapHelp advises what to do if two arrays have a cell in common.
func overlapHelp(race detail.Race, barrier string) string {
	later, earlier := arrayOf(race.Element), arrayOf(race.OtherName)
	first, second, distance := earlier, later, race.Distance
	if distance < 0 {
		first, second, distance = later, earlier, -distance
	}
	return fmt.Sprintf("%s and %s overlap here: %s begins %d bytes behind %s. If they are meant to be separate, a barrier does not help: keep the threads within %s "+
		"(if (thread < its size) ...), or make it longer; if they are meant to share memory, put %s between the accesses", first, second, second, distance, first, first, barrier)
}

// arrayOf returns the name of the array in the text of an element.
func arrayOf(element string) string {
	name, _, _ := strings.Cut(element, "[")
	return name
}
