package report

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
)

// shown returns a copy of the report with all texts made safe to show. Positions keep the names of their files, because
// sources are read by these names. The method path makes the names legible.
func (r *Report) shown() *Report {
	out := *r
	out.Version = legible.Text(r.Version)
	out.Findings, out.Unconfirmed, out.Undecided = mapped(r.Findings, showFinding), mapped(r.Unconfirmed, showFinding), mapped(r.Undecided, showFinding)
	out.Suppressed = mapped(r.Suppressed, func(s rules.Suppressed) rules.Suppressed {
		s.Finding, s.Reason = showFinding(s.Finding), legible.Text(s.Reason)
		return s
	})
	out.Notices = slices.Clone(r.Notices)
	for i := range out.Notices {
		out.Notices[i].Text = legible.Text(out.Notices[i].Text)
	}
	return &out
}

// showFinding returns a finding with its texts made safe to show.
func showFinding(f rules.Finding) rules.Finding {
	f.Key, f.Provider = legible.Name(f.Key), legible.Name(f.Provider)
	f.Help = withRemark(f.Help, f.Unrepaired)
	f.Message = legible.Line(f.Message)
	f.Help, f.Unconfirmed, f.Condition = legible.Text(f.Help), legible.Text(f.Unconfirmed), legible.Text(f.Condition)
	f.Contexts, f.Kernels = mapped(f.Contexts, showContext), mapped(f.Kernels, legible.Name)
	f.Witness, f.Precondition = mapped(f.Witness, legible.Text), legible.Text(f.Precondition)
	f.Cases = mapped(f.Cases, func(c rules.Case) rules.Case {
		return rules.Case{Text: legible.Line(c.Text), Lanes: c.Lanes, Aside: legible.Line(c.Aside), Contexts: mapped(c.Contexts, showContext)}
	})
	f.Labels = mapped(f.Labels, func(l rules.Label) rules.Label {
		l.Text = legible.Text(l.Text)
		return l
	})
	f.Walk = mapped(f.Walk, func(s rules.Stage) rules.Stage {
		s.Text = legible.Text(s.Text)
		return s
	})
	f.Rows = mapped(f.Rows, func(row rules.Row) rules.Row {
		row.Name = legible.Name(row.Name)
		return row
	})
	f.Calls, f.Related = mapped(f.Calls, showRelated), mapped(f.Related, showRelated)
	return f
}

// withRemark adds to the help the reason why no repair is offered.
func withRemark(help string, reason rules.Unrepaired) string {
	parts := slices.DeleteFunc([]string{help, reason.Remark()}, func(part string) bool { return part == "" })
	return strings.Join(parts, "; ")
}

func showContext(c rules.Context) rules.Context {
	c.Root = legible.Name(c.Root)
	c.Calls = mapped(c.Calls, func(call rules.Call) rules.Call {
		call.Name = legible.Name(call.Name)
		return call
	})
	return c
}

func showRelated(r rules.Related) rules.Related {
	r.Text = legible.Text(r.Text)
	return r
}

// mapped returns a new list with change applied to each element. It returns nil if list is nil.
func mapped[T any](list []T, change func(T) T) []T {
	list = slices.Clone(list)
	for i, one := range list {
		list[i] = change(one)
	}
	return list
}
