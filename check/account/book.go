package account

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// BookFunctions records the functions of a program in the result of its unit.
func BookFunctions(u *result.Unit, program *cfg.Program) {
	u.Functions = map[string]bool{}
	for _, fn := range program.Funcs {
		if fn.Kernel {
			u.Kernels = append(u.Kernels, fn.Name)
		}
		if !fn.Decl.Pos.System {
			// A kernel in another file may have the same name.
			u.Functions[fn.Decl.Pos.File+fn.Decl.Key+fn.Name] = fn.Kernel
		}
	}
}

// Book records the figures of an analysed program in the result of its unit: sites, coverage, launches, and budgets
// that ran out. launches holds the block shapes that the configuration states.
func (s *Sites) Book(u *result.Unit, program *cfg.Program, done *lanes.Result, launches []config.Launch) {
	s.judge(program, done)
	u.Sites = s.list()
	u.NotModelled = append(u.NotModelled, s.notModelled()...)
	u.Covered = coveredBy(program, done)
	sortLaunched(u, program, done, launches)
	u.Roots, u.Steps, u.Work = done.Roots, done.Steps, done.AllWork
	u.Launches = launchesOf(program.Launches)
	u.Starts, u.Defined = startsOf(program.Launches, program.Funcs), definitions(program)
	stopped := map[source.Pos]int{} // stopped counts the roots whose analysis ended early, by the place of their function
	for _, note := range done.Notes {
		if note.Budget {
			stopped[note.Pos]++
		}
	}
	for _, note := range foldedCalls(done.Notes) {
		root := ""
		if note.Root != nil {
			root = note.Root.Name
		}
		if !note.Budget {
			u.NotModelled = append(u.NotModelled, result.ReasonAt(note.Pos, "", note.Reason+furtherBy(note, done.Effort)))
			if note.Hides {
				hides(u, note)
			}
			continue
		}
		u.Budgets = append(u.Budgets, result.ReasonAt(note.Pos, root, note.Reason))
		if others := stopped[note.Pos] - 1; others >= 0 {
			u.Fail(note.Pos, fmt.Sprintf("stopped analysing %s%s: %s; %s%s", root, andOthers(others), note.Reason, leftOpenBy(note), furtherBy(note, done.Effort)))
			delete(stopped, note.Pos) // only the first of several instances of a function is reported
		}
	}
}

// foldedCalls returns notes with one note for each function whose calls are not followed. That is the note of the first
// call. It states the number of other places with such calls. Instances of a template count as one function.
func foldedCalls(notes []lanes.Note) (folded []lanes.Note) {
	places := map[result.Place]map[result.Place]bool{}
	first := map[result.Place]int{}
	for _, note := range notes {
		if note.NotFollowed == nil {
			folded = append(folded, note)
			continue
		}
		fn := result.PlaceOf(note.NotFollowed.Decl.Pos)
		if places[fn] == nil {
			places[fn], first[fn] = map[result.Place]bool{}, len(folded)
			folded = append(folded, note)
		}
		places[fn][result.PlaceOf(note.Pos)] = true
		folded[first[fn]].Hides = folded[first[fn]].Hides || note.Hides
	}
	for fn, i := range first {
		if others := len(places[fn]) - 1; others > 0 {
			folded[i].Reason += fmt.Sprintf(" (and %d more)", others)
		}
	}
	return folded
}

// leftOpenBy returns a phrase that names the missing results of a root whose analysis ended early.
func leftOpenBy(note lanes.Note) string {
	switch {
	case !note.Limited:
		return "findings may be missing"
	case note.Judged:
		return "some of its collectives are not judged"
	}
	return "none of its collectives are judged"
}

// furtherBy returns advice to raise the effort, for an analysis that ended at a limit. It returns "" for other reasons,
// and if there is no higher effort.
func furtherBy(note lanes.Note, effort exec.Effort) string {
	more := min(effort.Times(moreEffort), config.MostEffort)
	if !note.Limited || int(effort) == more {
		return ""
	}
	return fmt.Sprintf("; --effort=%d looks further", more)
}

// moreEffort is the factor by which the advice raises the effort.
const moreEffort = 4

// andOthers returns a phrase for n other instantiations of a function, or "" if n is 0.
func andOthers(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " and another instantiation"
	}
	return fmt.Sprintf(" and %d more instantiations", n)
}

// hides adds a notice about a call that may execute collectives unseen, once for each place. It adds none if the parser
// has reported an error at the place. It adds none for a call of an undeclared name if a header was not found, because
// the header may declare the name.
func hides(u *result.Unit, note lanes.Note) {
	if note.Undeclared && len(u.Absent) > 0 {
		return
	}
	if slices.ContainsFunc(u.ParseErrors.Places, func(r result.Reason) bool {
		return r.Place() == result.ReasonAt(note.Pos, "", "").Place()
	}) {
		return
	}
	text := note.Reason + " may hide collectives, which are not analysed: check this place by hand"
	if note.Foreign {
		text += ", or include the body"
	}
	reported := func(n rules.Notice) bool { return n.Pos == note.Pos && n.Text == text }
	if !slices.ContainsFunc(u.Notices, reported) {
		u.Fail(note.Pos, text)
	}
}

// sortLaunched adds a kernel to u.Launched if the configuration states its block, or if it has launches and each of
// them is certain to start it. It adds a kernel without launches to u.Unlaunched. A kernel whose budget ran out is
// added to neither list.
func sortLaunched(u *result.Unit, program *cfg.Program, done *lanes.Result, launches []config.Launch) {
	configured := config.Config{Launch: launches}
	for _, root := range analysedKernels(program, done) {
		here := slices.DeleteFunc(slices.Clone(program.Launches), func(l *cfg.Launch) bool { return l.Kernel != root.Decl })
		kernel := result.FunctionOf(rules.FunctionOf(root))
		switch {
		case len(configured.Shapes(root.Name)) > 0:
			u.Launched = append(u.Launched, kernel)
		case len(here) == 0:
			u.Unlaunched = append(u.Unlaunched, result.Kernel{Name: root.Name, Function: kernel})
		case !slices.ContainsFunc(here, func(l *cfg.Launch) bool { return l.Named || l.Possible }):
			u.Launched = append(u.Launched, kernel)
		}
	}
}
