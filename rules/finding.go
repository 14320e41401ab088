package rules

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Finding is one rule broken at one place, or a question about it that was not decided. It holds plain
// values only, so that a cache may store it.
type Finding struct {
	Key       string
	Severity  Severity
	Certainty lanes.Certainty
	// OfMask reports a finding that goes when the call's mask names the lanes that arrive.
	OfMask bool
	// Provider is who stands for the finding where the configuration says so, "" for warpcheck.
	Provider string
	// Pos is where to report, with the end of the construct.
	Pos source.Pos
	// Statement is where the statement begins whose expression the construct is part of, in the same function; its Line
	// is 0 where there is none.
	Statement source.Pos
	// MacroDefinition is the place inside a macro's definition when Pos is its
	// expansion, nil outside macros.
	MacroDefinition *source.Pos
	// Uses are those of the macro in whose definition Pos is, where the finding is of all of them.
	Uses []source.Pos
	// Message is complete alone: that of Cases[0].
	Message string
	// Contexts in which the rule is broken, of all cases, sorted.
	Contexts []Context
	// Kernels are the roots of these contexts, sorted.
	Kernels []string
	// Alone are the roots when of all of them it is not known who runs them; nil when
	// some kernel breaks the rule.
	Alone []Function
	// Cases are the different things that hold in different contexts.
	Cases []Case
	// Labels mark the source: the branches that part the lanes, outermost
	// first, then the call.
	Labels []Label
	// Walk is the way of the warp to the place, a stage for each of Labels; nil where it is not known.
	Walk []Stage
	// Rows picture the lanes.
	Rows []Row
	// Help is the remedy, in a phrase.
	Help string
	// Witness describes an input that breaks the rule, a line each; empty for a
	// definite finding whose masks are the same for every input.
	Witness []string
	// Unconfirmed is why no run has shown a finding that is not definite, "" where one did. Condition is what decides
	// whether the code is compiled at all, "" for nothing.
	Unconfirmed, Condition string
	// Calls are those from the root to the place, outermost first.
	Calls []Related
	// Related are other places that take part.
	Related []Related
	// Remedies are what may repair it, the best first.
	Remedies []Remedy
	// Repair is the one of them, in the text, that an analysis of the edited text has proved
	// right; nil for none, and Unrepaired says why.
	Repair     *Repair
	Unrepaired Unrepaired
}

// ofProgram is the finding of a rule about the program at a place, marked there with a word or two,
// in a function that is named.
func ofProgram(key string, severity Severity, function *cfg.Func, at source.Pos, text, mark string) Finding {
	return Finding{
		Key: key, Severity: severity, Certainty: lanes.Definite,
		Pos: at, MacroDefinition: at.Macro,
		Message: text,
		Kernels: []string{function.Name},
		Cases:   []Case{{Text: text}},
		Labels:  []Label{{Pos: at, Text: mark, Primary: true}},
	}
}

// IsUndecided reports a question that has no answer, and is no finding.
func (f *Finding) IsUndecided() bool { return f.Certainty == lanes.Undecided }

// IsUnconfirmed reports what may be a finding and no run has shown.
func (f *Finding) IsUnconfirmed() bool { return f.Certainty == lanes.Unconfirmed }

// IsOpen reports what is no finding: an open question, or what no run has shown.
func (f *Finding) IsOpen() bool { return f.IsUndecided() || f.IsUnconfirmed() }

// Function is a function by its declaration.
type Function struct {
	Pos source.Pos
	// Instance is the name with its template arguments; "" for a template.
	Instance string
}

// Case is what holds at a place in some of its contexts.
type Case struct {
	// Text is the message; contextsMark or kernelsMark stands for them, lanesMark for Lanes and asideMark for Aside.
	Text  string
	Lanes warp.Lanes
	// Aside is what a message says besides, "" for nothing: the help says it too.
	Aside    string
	Contexts []Context
}

// Label marks a stretch of source.
type Label struct {
	Pos  source.Pos
	Text string
	// Primary marks the call itself.
	Primary bool
}

// Row is one line of the drawing of lanes.
type Row struct {
	Name  string // "mask", "arrives", "elsewhere", "exited", ...
	Lanes warp.Lanes
}

// Related is another place that belongs to a finding.
type Related struct {
	Pos  source.Pos
	Text string
}

// Notes are the messages of the cases after the first.
func (f *Finding) Notes() []string {
	var notes []string
	for _, c := range f.Cases[min(1, len(f.Cases)):] {
		notes = append(notes, c.Message())
	}
	return notes
}

// Assumptions are what the finding takes for granted where a launch is not known.
func (f *Finding) Assumptions() []string {
	var unlaunched, unsized, uncalled []string
	launch := source.Pos{}
	for _, c := range f.Contexts {
		name := withoutArguments(c.Root)
		switch {
		case !c.IsKernel:
			uncalled = append(uncalled, name)
		case c.Block == "" && c.Launch.Line > 0:
			unsized, launch = append(unsized, name), c.Launch
		case c.Block == "":
			unlaunched = append(unlaunched, name)
		}
	}
	const taken = "its blocks are taken to be of whole warps along x; give the block with --block"
	var all []string
	if unlaunched = sortedSet(unlaunched); len(unlaunched) > 0 {
		all = append(all, fmt.Sprintf("no launch of %s is known: %s %s=256", listed(unlaunched), taken, unlaunched[0]))
	}
	if unsized = sortedSet(unsized); len(unsized) > 0 {
		all = append(all, fmt.Sprintf("the block of %s is not constant where it is launched, as in line %d of %s: %s %s=256",
			listed(unsized), launch.Line, legible.Name(filepath.Base(launch.File)), taken, unsized[0]))
	}
	if uncalled = sortedSet(uncalled); len(uncalled) > 0 {
		all = append(all, fmt.Sprintf("no kernel of this run calls %s: all lanes are taken to enter together, with any arguments",
			listed(uncalled)))
	}
	return all
}

// Message is the text with the contexts folded.
func (c Case) Message() string {
	folded := Fold(c.Contexts)
	return c.worded(c.Aside, c.Lanes.String(), folded, folded)
}

// says is what the message says of each context.
func (c Case) says() string { return c.worded(c.Aside, c.Lanes.String(), contextsMark, kernelsMark) }

// worded is the text with words for its marks.
func (c Case) worded(aside, lanes, contexts, kernels string) string {
	return strings.NewReplacer(asideMark, aside, lanesMark, lanes, contextsMark, contexts, kernelsMark, kernels).Replace(c.Text)
}

// Within is the message where it fits into so many characters; else, and short reports that, one that
// names the kernels without their launches. A message whose words are fixed is too long in any case: it does
// so where there are several launches, and names the first of many lanes.
func (c Case) Within(room int) (text string, short bool) {
	full := c.Message()
	if utf8.RuneCountInString(full) <= room {
		return full, false
	}
	lanes, folded, names := fewLanes(c.Lanes), Fold(c.Contexts), foldNames(c.Contexts)
	contexts := names
	if len(c.Contexts) < 2 {
		contexts = folded
	}
	if text = c.worded(c.Aside, lanes, contexts, names); utf8.RuneCountInString(text) > room {
		text = c.worded("", lanes, contexts, names)
	}
	return text, text != c.worded(c.Aside, lanes, folded, folded)
}

// fewLanes are the first of many ranges of lanes, where that is shorter than all.
func fewLanes(set warp.Lanes) string {
	all, few := set.String(), numbers(set, 0)
	if len(few) < len(all) {
		return few
	}
	return all
}

// The folded contexts in a message: in one whose words are fixed, and in one that may name the kernels
// alone; which lanes it is about, and what it says besides.
const (
	lanesMark    = "{lanes}"
	contextsMark = "{contexts}"
	kernelsMark  = "{kernels}"
	asideMark    = "{aside}"
)
