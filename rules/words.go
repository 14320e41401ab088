package rules

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// bits writes a mask as the fixed messages do, lane 31 first: 0b0000...1111.
func bits(mask uint32) string { return fmt.Sprintf("0b%032b", mask) }

// undecidedText says what was not decided, and which inputs of the program decide it.
func undecidedText(question string, v *lanes.Verdict) string {
	on := ""
	switch {
	case len(v.RestsOn) == 0:
	case v.Open == lanes.NotPerLane:
		on = fmt.Sprintf(" unless %s the same in all lanes", areListed(v.RestsOn))
	default:
		on = fmt.Sprintf(", which depends on %s,", listed(v.RestsOn))
	}
	return fmt.Sprintf("Not decided whether %s%s in context(s) %s", question, on, contextsMark)
}

// undecidedHelp is what a person can do who knows more than the analysis.
func undecidedHelp(why lanes.Openness) string {
	if why == lanes.NotPerLane {
		return "check by hand that it is the same in all lanes"
	}
	return "check it by hand, or tell what always holds: __builtin_assume(n % 32 == 0)"
}

// maxListed is how many names a message lists.
const maxListed = 4

// listed writes names in running text: "a, b and 3 more".
func listed(names []string) string {
	text := strings.Join(names[:min(maxListed, len(names))], ", ")
	if more := len(names) - maxListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// areListed is listed with its verb.
func areListed(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return listed(names) + " are"
}

// hex writes a mask as code does: 0x0000ffff.
func hex(mask warp.Lanes) string { return fmt.Sprintf("0x%08x", uint32(mask)) }

// laneWords names a set in running text: "lane 5", "lanes 0-15", "no lane".
func laneWords(set warp.Lanes) string {
	switch set.Count() {
	case 0:
		return "no lane"
	case 1:
		return "lane " + set.String()
	case warp.Size:
		return "all lanes"
	}
	return "lanes " + set.String()
}

// verb agrees a verb with the words for the lanes: "lanes 1-2 go", "lane 1 goes", "no
// lane goes".
func verb(set warp.Lanes, plural string) string {
	if set.Count() > 1 {
		return plural
	}
	if plural == "go" {
		return "goes"
	}
	return plural + "s"
}

func splitText(split lanes.Split) string {
	switch {
	case split.Away == 0:
		return "lanes may part here"
	case split.Earlier:
		return laneWords(split.Away) + " may have left the loop here before"
	}
	return fmt.Sprintf("%s %s the other way", laneWords(split.Away), verb(split.Away, "go"))
}

// rows picture the phase. Lanes that are elsewhere have a row only where they
// are not simply the ones that do not arrive.
func rows(v *lanes.Verdict) []Row {
	if v.Arrives|v.Elsewhere|v.Exited == 0 {
		return nil
	}
	var drawn []Row
	if v.Mask != 0 {
		drawn = append(drawn, Row{"mask", warp.Lanes(v.Mask)})
	}
	if v.Union != 0 {
		drawn = append(drawn, Row{"union", warp.Lanes(v.Union)})
	}
	drawn = append(drawn, Row{"arrives", v.Arrives})
	if v.Elsewhere != 0 && v.Elsewhere != ^v.Arrives {
		drawn = append(drawn, Row{"elsewhere", v.Elsewhere})
	}
	if v.Exited != 0 {
		drawn = append(drawn, Row{"exited", v.Exited})
	}
	return drawn
}
