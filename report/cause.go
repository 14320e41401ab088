package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Several findings may have one cause. If the cause is repaired, all of them disappear. The full format shows the first
// of these findings, and lists the places of the others. Formats for programs show all of them, and the last line
// counts all.

// group is the first finding of a cause. more lists the other findings with the same cause.
type group struct {
	*rules.Finding
	more []*rules.Finding
}

// groups returns the findings grouped by cause. Groups of definite findings are first. Otherwise groups are in the
// order of their first findings.
func groups(findings []rules.Finding) []group {
	var all []group
	at := map[string]int{}
	for _, f := range definiteFirst(findings) {
		cause := causeOf(f)
		i, known := at[cause]
		if known && cause != "" {
			all[i].more = append(all[i].more, f)
			continue
		}
		at[cause] = len(all)
		all = append(all, group{Finding: f})
	}
	return all
}

// definiteFirst returns pointers to the findings, the definite ones first. Otherwise it keeps their order.
func definiteFirst(findings []rules.Finding) []*rules.Finding {
	list := make([]*rules.Finding, len(findings))
	for i := range findings {
		list[i] = &findings[i]
	}
	slices.SortStableFunc(list, func(a, b *rules.Finding) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

func rank(f *rules.Finding) int {
	if f.Certainty == lanes.Definite {
		return 0
	}
	return 1
}

// causeOf returns a text that is equal for findings of one cause, or "" if the cause is not known. The cause is the
// macro in which a finding is written. Without a macro, the cause is the path from a kernel to the finding: the
// branches at which the lanes diverge, and the calls.
func causeOf(f *rules.Finding) string {
	kind := fmt.Sprintf("%s %v %v ", f.Key, f.Severity, f.Certainty)
	if f.MacroDefinition != nil {
		return kind + "macro " + placeKey(*f.MacroDefinition)
	}
	way := steps(f)
	if len(way) == 0 {
		return ""
	}
	var key strings.Builder
	key.WriteString(kind + strings.Join(f.Kernels, " "))
	for _, step := range way {
		key.WriteString(" " + placeKey(step.Pos))
	}
	return key.String()
}

// placeKey returns a text that is equal for equal places only.
func placeKey(pos source.Pos) string { return fmt.Sprintf("%d:%d:%q", pos.Line, pos.Column, pos.File) }

// shownPlaces is the largest number of places of one cause in the report. A person opens no more.
const shownPlaces = 12

// places lists the places of the other findings of a group. A place in the file of the first finding is listed by its
// line only.
func (r *Report) places(g group) string {
	var list []string
	for _, f := range g.more[:min(shownPlaces, len(g.more))] {
		if f.Pos.File == g.Pos.File {
			list = append(list, fmt.Sprintf("line %d", f.Pos.Line))
		} else {
			list = append(list, r.place(f.Pos))
		}
	}
	text := fmt.Sprintf("and %s: %s", count(len(g.more), "more place"), strings.Join(list, ", "))
	if len(g.more) > shownPlaces {
		text += " and so on (-f json lists all)"
	}
	return text
}
