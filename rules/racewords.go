package rules

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// accessVerbs holds the verb for each kind of access to memory.
var accessVerbs = [...]string{cfg.NoAccess: "uses", cfg.Reads: "reads", cfg.Writes: "writes", cfg.Modifies: "atomically changes"}

// accessVerb returns the verb for the access of an instruction to memory. It returns "uses" if the instruction is nil,
// or if its access is not known.
func accessVerb(by *cfg.Instr) string {
	if by == nil {
		return accessVerbs[cfg.NoAccess]
	}
	return accessVerbs[by.Access()]
}

// threadOf returns the number of a lane's thread in the block.
func threadOf(index, lane int) int { return index*warp.Size + lane }

// racers returns the names of the two threads of a race, as its message has them: "lane 0" and "lane 16", or "thread 0"
// and "thread 32" if they are of two warps.
func racers(race detail.Race) (later, earlier string) {
	if race.Warps == nil {
		return fmt.Sprintf("lane %d", race.Lane), fmt.Sprintf("lane %d", race.Other)
	}
	return fmt.Sprintf("thread %d", threadOf(race.Warps.Own, race.Lane)), fmt.Sprintf("thread %d", threadOf(race.Warps.Other, race.Other))
}

// accessesAside returns the remark in the message of a race about which thread reads and which writes. It returns ""
// for other verdicts.
func accessesAside(fact *lanes.Fact, race detail.Race) string {
	if race.By == nil {
		return ""
	}
	later, earlier := racers(race)
	one, other := accessVerb(fact.Site), accessVerb(race.By)
	if fact.Site.Access() == cfg.Writes && race.By.Access() == cfg.Writes {
		return ": both write"
	}
	return fmt.Sprintf(": %s %s, %s %s", later, one, earlier, other)
}

// laterLabel returns the words for the label at the later access of a race, followed by "; ". It returns "" for verdicts
// that are not about a race.
func laterLabel(fact *lanes.Fact, v *lanes.Verdict) string {
	race := detail.As[detail.Race](v.Detail)
	if race.By == nil {
		return ""
	}
	later, _ := racers(race)
	return touchText(later, fact.Site, race.Element) + "; "
}

// earlierMark begins the text about the earlier access of a race, for people.
const earlierMark = "before, "

// earlierLabel returns the words for the label at pos, one of the related places of a race.
func earlierLabel(r *Rule, fact *lanes.Fact, race detail.Race, pos source.Pos) string {
	if !isOfEarlier(race, pos) {
		return r.Related
	}
	_, earlier := racers(race)
	text := touchText(earlier, race.By, race.Element)
	if race.OtherName != "" {
		text = fmt.Sprintf("%s %s %s, the same memory as %s", earlier, accessVerb(race.By), race.OtherName, race.Element)
	}
	if round := roundOf(fact, race); round != nil && round.Statement().Line > 0 {
		text = fmt.Sprintf("in an earlier round of the loop of %s, %s", named(fact, round.Statement()), text)
	} else if isOfEarlierCall(fact, race) {
		text = "in an earlier call, " + text
	}
	text = earlierMark + text
	if race.Copies {
		text += " by an asynchronous copy"
	}
	return text
}

// isOfEarlier reports whether pos is the place of the earlier access of a race, and the access is known.
func isOfEarlier(race detail.Race, pos source.Pos) bool {
	return race.By != nil && race.Earlier.IsAt(pos)
}

// touchText returns a phrase such as "lane 3 reads s[4]". If the element is named after an array and the code accesses
// it through a pointer, the phrase names the pointer too.
func touchText(who string, by *cfg.Instr, element string) string {
	text := fmt.Sprintf("%s %s %s", who, accessVerb(by), element)
	if by.Pos.System {
		return text
	}
	if pointer := by.Through(); pointer != nil && !strings.HasPrefix(element, pointer.Name()) {
		text += " through " + pointer.Name()
	}
	return text
}

// isOfOneStatement reports whether both accesses of a race are in one statement of the user's code. Code that is not the
// user's, such as the copy of a class, may be reached from two statements.
func isOfOneStatement(fact *lanes.Fact, race detail.Race) bool {
	isOwn := fact.Pos.IsAt(fact.Site.Pos) || fact.Pos.IsAt(race.Earlier)
	return isOwn && race.By != nil && fact.Site.Statement != nil && race.By.Statement != nil && *fact.Site.Statement == *race.By.Statement
}

// isReadAndWritten reports whether one statement makes both accesses of a race, and exactly one of them is a plain
// read.
func isReadAndWritten(fact *lanes.Fact, race detail.Race) bool {
	return isOfOneStatement(fact, race) && (fact.Site.Access() == cfg.Reads) != (race.By.Access() == cfg.Reads)
}
