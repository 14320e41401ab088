package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Finding is one rule that is broken at one place, or a question about a rule that was not decided. It holds plain
// values only, so that a cache can store it.
type Finding struct {
	Key       string
	Severity  Severity
	Certainty lanes.Certainty
	// OfMask reports whether the finding would disappear if the call's mask named exactly the lanes that arrive.
	OfMask bool
	// Provider names whoever is responsible for the finding according to the configuration. It is "" if the
	// configuration names nobody; then it is warpcheck.
	Provider string
	// Pos is the place to report, with the end of the construct.
	Pos source.Pos
	// Statement is the beginning of the statement that contains the construct, in the same function. Its Line is 0 if
	// there is none.
	Statement source.Pos
	// MacroDefinition is the place in a macro's definition if Pos is in a use of the macro, nil outside macros.
	MacroDefinition *source.Pos
	// Uses lists the uses of the macro, if Pos is in the definition of a macro and the finding is about its uses.
	Uses []source.Pos
	// Message is the message of Cases[0]. It is complete without the other cases.
	Message string
	// Contexts lists the contexts of all cases, sorted.
	Contexts []Context
	// Kernels lists the names of the roots of these contexts, sorted.
	Kernels []string
	// Alone lists the roots of the contexts, if none of these roots has a known caller (cfg.Func.HasNoCaller).
	// Otherwise it is nil.
	Alone []Function
	// Cases lists the different messages, each with the contexts in which it is true.
	Cases []Case
	// Labels lists the places to mark in the source: first the branches where the lanes diverge, outermost first, then
	// the call.
	Labels []Label
	// Walk is the path of the warp to the place, with one stage per label. It is nil if the path is not known.
	Walk []Stage
	// Rows lists the sets of lanes to draw, such as the mask and the lanes that arrive.
	Rows []Row
	// Help is a phrase that advises how to repair the finding. Advice is that phrase with placeholders, if it has any.
	Help   string
	Advice Advice
	// Witness describes an input that breaks the rule, line by line. It is empty if no input is known, and for a
	// definite finding whose masks are the same for every input.
	Witness []string
	// Run is an input that breaks the rule, in a form that can be run. It may be set although Witness is empty. It is
	// nil if no launch of a kernel shows the finding.
	Run *Run
	// Forbidden is the call that collectives-forbidden reports, nil for findings of other rules.
	Forbidden *ForbiddenCall
	// Precondition advises how to state in the code that the input of Witness cannot occur. It is "" if no condition in
	// the code can state that.
	Precondition string
	// Unconfirmed is the reason why no run has shown the finding. It is "" if a run has shown it, or if it is definite.
	// Condition is the condition of the preprocessor that decides whether the code is compiled, or "" if it always is.
	Unconfirmed, Condition string
	// Calls lists the calls from the root to the place, outermost first.
	Calls []Related
	// Related lists other places that the finding is about.
	Related []Related
	// Remedies lists the changes that may repair the finding, the best first.
	Remedies []Remedy
	// Repair is the remedy that an analysis of the edited text has proved, with its edits. If it is nil, Unrepaired is
	// the reason.
	Repair     *Repair
	Unrepaired Unrepaired
}

// ofProgram returns a finding about the program, at pos. function is the name of the function or kernel that the
// finding is about. text is the message. mark is the text of the label at pos.
func ofProgram(key string, severity Severity, function string, pos source.Pos, text, mark string) Finding {
	return Finding{
		Key: key, Severity: severity, Certainty: lanes.Definite,
		Pos: pos, MacroDefinition: pos.Macro,
		Message: text,
		Kernels: []string{function},
		Cases:   []Case{{Text: text}},
		Labels:  []Label{{Pos: pos, Text: mark, Primary: true}},
	}
}

// IsUndecided reports whether the finding is only a question without an answer.
func (f *Finding) IsUndecided() bool { return f.Certainty == lanes.Undecided }

// IsUnconfirmed reports whether no run has shown the finding. Such a finding may be false.
func (f *Finding) IsUnconfirmed() bool { return f.Certainty == lanes.Unconfirmed }

// IsOpen reports whether the finding is undecided or unconfirmed.
func (f *Finding) IsOpen() bool { return f.IsUndecided() || f.IsUnconfirmed() }

// Function identifies a function by the place of its declaration, and by its instance.
type Function struct {
	Pos source.Pos
	// Instance is the name with its template arguments, or "" for an uninstantiated template.
	Instance string
}

// Case is a message with the contexts in which it is true.
type Case struct {
	// Text is the message with placeholders: contextsMark or kernelsMark for the contexts, lanesMark for the lanes, and
	// asideMark for the remark.
	Text  string
	Lanes warp.Lanes
	// Aside is a remark in the message, or "" if there is none. A shortened message may omit it, because the
	// help or the labels of the finding repeat it.
	Aside    string
	Contexts []Context
}

// Label marks a stretch of source.
type Label struct {
	Pos  source.Pos
	Text string
	// Primary reports whether the label marks the call itself.
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
	// IsEarlier reports whether the text describes the earlier access of a race.
	IsEarlier bool
}

// Notes returns the messages of the cases after the first.
func (f *Finding) Notes() []string {
	var notes []string
	for _, c := range f.Cases[min(1, len(f.Cases)):] {
		notes = append(notes, c.Message())
	}
	return notes
}

// Message returns the text with folded contexts (Fold).
func (c Case) Message() string {
	folded := Fold(c.Contexts)
	return c.worded(c.Aside, c.Lanes.String(), folded, folded)
}

// withoutContexts returns the message of a race without its kernels.
func (c Case) withoutContexts() string {
	c.Text = strings.Replace(c.Text, inKernels, "", 1)
	return c.worded(c.Aside, c.Lanes.String(), "", "")
}

// says returns the message with placeholders for its contexts.
func (c Case) says() string { return c.worded(c.Aside, c.Lanes.String(), contextsMark, kernelsMark) }

// worded returns the text with the parameters in place of the placeholders.
func (c Case) worded(note, lanes, contexts, kernels string) string {
	return strings.NewReplacer(asideMark, note, lanesMark, lanes, contextsMark, contexts, kernelsMark, kernels).Replace(c.Text)
}

// Within returns the message, shortened if it has more than room characters. A shortened message lists only the first
// of many lanes. It leaves out Aside. If this does not suffice, it leaves out the launches of the kernels instead or,
// in the last step, both. short reports whether text lacks launches. A message with contextsMark keeps the launch of a
// single context, because it is too long in any case.
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
	for _, text = range []string{c.worded("", lanes, folded, folded), c.worded(c.Aside, lanes, contexts, names), c.worded("", lanes, contexts, names)} {
		if utf8.RuneCountInString(text) <= room {
			break
		}
	}
	return text, text != c.worded(c.Aside, lanes, folded, folded) && text != c.worded("", lanes, folded, folded)
}

// fewLanes lists the first ranges of lanes. It lists all ranges if that text is not longer.
func fewLanes(set warp.Lanes) string {
	all, few := set.String(), numbers(set, 0)
	if len(few) < len(all) {
		return few
	}
	return all
}

// The placeholders in a message. contextsMark is for the folded contexts, in messages whose wording is fixed.
// kernelsMark is for the folded contexts in all other messages, or for the kernels alone in a short message. lanesMark
// is for the lanes, and asideMark for the remark Aside.
const (
	lanesMark    = "{lanes}"
	contextsMark = "{contexts}"
	kernelsMark  = "{kernels}"
	asideMark    = "{aside}"
	inKernels    = " in " + kernelsMark
)
