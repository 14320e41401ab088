package rules

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

// bits writes a mask in binary, lane 31 first: 0b0000...1111. Messages whose wording is fixed have masks in this form.
func bits(mask uint32) string { return fmt.Sprintf("0b%032b", mask) }

// undecidedText returns the message that a question was not decided.
func undecidedText(question string) string {
	return fmt.Sprintf("Not decided whether %s%s in %s", question, asideMark, kernelsMark)
}

// undecidedAside returns a phrase that names what decides the question, such as an argument. It returns "" if this is
// not known.
func undecidedAside(v *lanes.Verdict) string {
	switch {
	case v.Open == lanes.RunsAhead:
		return " where warps may arrive again too early"
	case v.Open != lanes.NotPerLane || len(v.RestsOn) == 0:
		return ""
	}
	return fmt.Sprintf(" unless %s the same in all lanes", areListed(v.RestsOn))
}

// undecidedHelp names the inputs of the program that decide the question, and advises how a user can decide it.
func undecidedHelp(kernel string, v *lanes.Verdict) string {
	if v.Open == lanes.RunsAhead {
		return "let the warps that arrive wait in each round for those that wait for them, by a second barrier"
	}
	if v.Open == lanes.NotPerLane {
		what := "it is"
		if len(v.RestsOn) > 0 {
			what = areListed(v.RestsOn)
		}
		return fmt.Sprintf("check by hand that %s the same in all lanes", what)
	}
	help, on := "check it by hand, or state what always holds, as in __builtin_assume(n % 32 == 0); the steps of the solver ended", v.RestsOn
	if v.RestsOnBlock {
		help = "give the block, as in --block " + kernel + "=32x4, " + help
		on = append([]string{"the block's shape"}, on...)
	}
	if len(on) > 0 {
		return "it depends on " + listed(on) + ": " + help
	}
	return help
}

// maxListed is the largest number of names that a message lists.
const maxListed = 4

// listed writes names in running text: "a, b and 3 more".
func listed(names []string) string {
	text := strings.Join(names[:min(maxListed, len(names))], ", ")
	if more := len(names) - maxListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// areListed writes names in running text, followed by "is" or "are": "a is", "a, b and 3 more are".
func areListed(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return listed(names) + " are"
}

// maxRanges is the largest number of ranges of lanes that a message lists. The drawing shows all ranges.
const maxRanges = 3

// brieflyIn writes word and the numbers of the threads of the lanes in set, in the plural if needed: "lanes 0, 5, 7 and
// more", "thread 40". index is the index of their warp in the block.
func brieflyIn(word string, set warp.Lanes, index int) string {
	if set.Count() > 1 {
		word += "s"
	}
	return word + " " + numbers(set, index)
}

// numbers lists the numbers of the threads of the lanes in set, at most maxRanges ranges: "0, 5, 7 and more". index is
// the index of their warp in the block.
func numbers(set warp.Lanes, index int) string {
	ranges, more := set.Ranges(), ""
	if len(ranges) > maxRanges {
		ranges, more = ranges[:maxRanges], " and more"
	}
	var texts []string
	for _, r := range ranges {
		texts = append(texts, warp.Range{First: r.First + index*warp.Size, Last: r.Last + index*warp.Size}.String())
	}
	return strings.Join(texts, ", ") + more
}

// count writes a number of things: "1 thread", "16 threads".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// verb returns the verb in the form that agrees with the words for the lanes in set: "lanes 1-2 skip", "lane 1 skips",
// "no lane skips".
func verb(set warp.Lanes, plural string) string {
	if set.Count() > 1 {
		return plural
	}
	if strings.HasSuffix(plural, "o") || strings.HasSuffix(plural, "s") {
		return plural + "es"
	}
	return plural + "s"
}

// ways holds a verb and an object for each kind of path that lanes take at a branch.
var ways = [...]struct{ verb, where string }{
	lanes.PastBranch:  {"skip", "this branch"},
	lanes.OtherBranch: {"take", "the other branch"},
	lanes.OtherCase:   {"take", "other cases"},
	lanes.OutOfLoop:   {"leave", "the loop here"},
	lanes.OutOfKernel: {"return", "here"},
	lanes.OutOfCall:   {"return", "here"},

	lanes.OutBehindCollective: {"take", "the other branch"},
}

// splitText returns a sentence about the lanes that take the other side of a branch. threads are words for their
// threads.
func splitText(split lanes.Split, threads string) string {
	switch {
	case split.Away == 0:
		return "lanes may part here"
	case split.Earlier:
		return split.Away.Words() + " may have left the loop here before"
	}
	way := ways[split.To]
	return fmt.Sprintf("%s%s %s %s", split.Away.Words(), threads, verb(split.Away, way.verb), way.where)
}

// threadWords returns the numbers of the threads of the lanes in set, in parentheses. It returns "" if the warp or the
// block is not known, if the block is not one-dimensional, or if the threads are not one range.
func threadWords(c *lanes.Context, v *lanes.Verdict, set warp.Lanes) string {
	if v.InWarp == nil || c.Shape == nil || !c.Shape.IsLine() || set == 0 {
		return ""
	}
	first, last := set.First()+*v.InWarp*warp.Size, set.Last()+*v.InWarp*warp.Size
	switch {
	case first == last:
		return fmt.Sprintf(" (threadIdx.x %d)", first)
	case last-first+1 == set.Count():
		return fmt.Sprintf(" (threadIdx.x %d to %d)", first, last)
	}
	return ""
}

// exampleMark is the end of a text about the lanes of one execution if other executions may have other lanes.
const exampleMark = " in the example"

// nonexistent returns the lanes of a verdict's warp for which the block has no thread. It returns none if the block or
// the warp is not known.
func nonexistent(c *lanes.Context, v *lanes.Verdict) warp.Lanes {
	threads, index := threadsOf(c, v), 0
	switch {
	case v.Witness != nil:
		index = v.Witness.Warp
	case v.InWarp != nil:
		index = *v.InWarp
	case threads > warp.Size:
		return 0
	}
	if left := threads - index*warp.Size; threads > 0 && left > 0 && left < warp.Size {
		return warp.All << left & v.Exited
	}
	return 0
}

// threadsOf returns the number of threads in the block of a verdict, 0 if it is not known.
func threadsOf(c *lanes.Context, v *lanes.Verdict) int {
	switch {
	case v.Witness != nil:
		return v.Witness.Shape.Threads()
	case c.Shape != nil && c.Shape.Known():
		return c.Shape.Threads()
	}
	return 0
}

// rows returns the sets of lanes to draw for the lanes that meet at a collective. It leaves out the row "elsewhere" if
// all lanes that do not arrive are elsewhere. It returns none if the verdict has no lanes.
func rows(fact *lanes.Fact, v *lanes.Verdict) []Row {
	if v.Arrives|v.Elsewhere|v.Exited == 0 {
		return nil
	}
	drawn := append(maskRows(fact, v), Row{"arrives", v.Arrives})
	if v.Elsewhere != 0 && v.Elsewhere != ^v.Arrives {
		drawn = append(drawn, Row{"elsewhere", v.Elsewhere})
	}
	absent := nonexistent(&fact.Context, v)
	if exited := v.Exited &^ absent; exited != 0 {
		drawn = append(drawn, Row{"exited", exited})
	}
	if absent != 0 {
		drawn = append(drawn, Row{"no thread", absent})
	}
	return drawn
}

// maskRows returns the row of the mask, even if the mask is empty, and the rows of another mask that overlaps with it.
// It returns none for an instruction without a mask.
func maskRows(fact *lanes.Fact, v *lanes.Verdict) []Row {
	c := fact.Site.Collective
	if v.Mask == 0 && (c == nil || c.Mask < 0 || c.Warpgroup) {
		return nil
	}
	drawn := []Row{{"mask", warp.Lanes(v.Mask)}}
	switch masks := detail.As[detail.OverlappingMasks](v.Detail); {
	case masks.Other != 0:
		drawn = append(drawn, Row{"other mask", warp.Lanes(masks.Other)},
			Row{"in both", warp.Lanes(v.Mask & masks.Other)})
	case masks.Union != 0:
		drawn = append(drawn, Row{"union", warp.Lanes(masks.Union)})
	}
	return drawn
}
