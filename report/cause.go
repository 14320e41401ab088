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

// Several findings may have one cause, and mending it mends all of them. The full format shows the first and lists the
// places of the others. Formats for programs, and the last line, have them all.

// group is a finding with the others of its cause.
type group struct {
	*rules.Finding
	more []*rules.Finding
}

// groups returns the findings grouped by their causes. Groups of definite findings are first; otherwise the groups are
// in the order of their first findings.
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

// definiteFirst returns the findings, the definite ones first. Otherwise it keeps their order.
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

// causeOf names what findings of one cause have in common, "" if nothing is known of the cause: the macro that all of
// them are written in, or the branches that part the lanes of a kernel, or the call of a function that has a race.
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

// placeKey is equal for equal places alone.
func placeKey(pos source.Pos) string { return fmt.Sprintf("%d:%d:%q", pos.Line, pos.Column, pos.File) }

// shownPlaces is how many places of one cause are listed: a person opens no more.
const shownPlaces = 12

// places lists where the others of a group are: by their lines in the file of the first.
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
