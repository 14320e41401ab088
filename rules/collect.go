package rules

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Collect asks every rule about facts and returns the findings, sorted by file, line, column and key. If several
// verdicts have one key and one context, it reports the verdict of the first fact. A finding for which doubt gives a
// reason is not definite.
func Collect(facts []*lanes.Fact, machine Machine, doubt Doubt) []Finding {
	return collect(All(), facts, machine, doubt)
}

// Doubt holds functions that report whether the program may differ from the program that a fact assumes. A nil function
// is not called.
type Doubt struct {
	// Compiled reports whether some build may leave out the code of a fact (isInDoubt). condition is the condition of
	// the preprocessor that decides this.
	Compiled func(*lanes.Fact) (condition string, isInDoubt bool)
	// Instance is called with a fact in which one instance of an open template breaks a rule. keepsIt reports whether
	// another instance keeps the rule. The result other is the name of that other instance. If isDefinite is false, it
	// is enough that the other instance keeps the rule for some input.
	Instance func(rule *Rule, fact *lanes.Fact, isDefinite bool) (other string, keepsIt bool)
}

// InProgram returns the findings of the rules that look at the lowered program. What a rule looks for may depend on
// whether model is lockstep. The findings are sorted like those of Collect. A finding is unconfirmed if no execution is
// shown to reach its place.
func InProgram(program *cfg.Program, model warp.Model, runs Runs) []Finding {
	var claims []Claim
	for _, rule := range All() {
		look := rule.Program
		if rule.LockstepOnly && model != warp.Lockstep {
			look = rule.Independent
		}
		if look != nil && (!rule.OnRequest || slices.Contains(runs.Requested, rule.Key)) {
			claims = append(claims, look(program)...)
		}
	}
	return Merge(runs.judge(claims))
}

func collect(all []*Rule, facts []*lanes.Fact, machine Machine, doubt Doubt) []Finding {
	potential, unused := map[string]*Rule{}, map[string]*Rule{}
	for _, rule := range all {
		potential[rule.PotentialOf], unused[rule.UnusedOf] = rule, rule
	}
	var found []Finding
	readsRows := cfg.LeadingTo(readsRow)
	for _, rule := range all {
		if rule.Ask != nil {
			a := asker{rule, potential[rule.Key], unused[rule.Key], machine, doubt, readsRows, newConfirmer(rule, machine.Replay)}
			found = append(found, a.ask(facts)...)
		}
	}
	return Merge(found)
}

// asker asks one rule about facts, and chooses the rule that reports each verdict.
type asker struct {
	rule *Rule
	// potential is the potential variant of the rule, nil if it has none. unused is the variant for undefined values
	// that nothing uses, nil if it has none.
	potential, unused *Rule
	machine           Machine
	doubt             Doubt
	// readsRows reports whether a kernel uses threadIdx.y.
	readsRows func(kernel *cfg.Func) bool
	*confirmer
}

// ask returns a finding for each verdict that some rule reports. It skips the other executions of an access, in an
// unrolled loop, once a race at the access is proved or shown: their findings would be merged into the first.
func (a *asker) ask(facts []*lanes.Fact) []Finding {
	var found []Finding
	var reported []*lanes.Fact // the accesses with a race that is proved or shown
	for _, fact := range facts {
		if fact.IsOfAccess() != a.rule.OfAccesses || fact.IsBetweenWarps() != a.rule.OfWarps || slices.ContainsFunc(reported, fact.IsOfOneAccess) {
			continue
		}
		verdicts := verdictsOn(a.rule, fact)
		for i := range verdicts {
			owner := a.ownerOf(fact, &verdicts[i])
			if owner == nil {
				continue
			}
			found = append(found, owner.finding(fact, &verdicts[i], a.readsRows(fact.Context.Root)))
			if fact.IsOfAccess() && found[len(found)-1].exact() {
				reported = append(reported, fact)
			}
		}
	}
	return found
}

// ownerOf returns the rule that reports a verdict, nil if no rule does. Runs may change the certainty of the verdict
// first. A verdict on a value that nothing uses goes to the rule for unused values. The rule itself reports other
// definite verdicts. Its potential variant reports the rest. If the rule has no variant, it reports undecided and
// unconfirmed verdicts itself, and potential ones are dropped. A race that is assumed to be ordered is dropped, too.
func (a *asker) ownerOf(fact *lanes.Fact, v *lanes.Verdict) *Rule {
	if v.IfReached() && a.machine.Reach != nil {
		a.machine.Reach(a.rule, fact, v)
	}
	switch {
	case v.Certainty == lanes.Undecided && a.potential != nil && a.show(fact, v):
		a.demote(fact, v)
		return a.potential
	case v.Certainty == lanes.Undecided:
		return cmp.Or(a.potential, a.rule)
	case a.isUnused(fact, v):
		return a.unused
	case a.isOfOneInstance(fact, v), v.Certainty == lanes.Unconfirmed:
		return cmp.Or(a.potential, a.rule)
	case v.IfReached() && a.potential == nil:
		v.Certainty = lanes.Unconfirmed
		return a.rule
	case v.Certainty == lanes.Potential:
		if !v.IsShown && a.potential != nil {
			a.confirm(fact, v)
		}
		if isTakenOrdered(v) {
			return nil
		}
		a.demote(fact, v)
		return a.potential
	case a.demote(fact, v):
		return a.potential
	case a.isKept(fact, v):
		v.Certainty = lanes.Unconfirmed
		v.Reservation = lanes.Reservation{Cause: lanes.Approximated, Text: "in no run that was tried the store changes what the other lane reads"}
		return cmp.Or(a.potential, a.rule)
	}
	return a.rule
}

// isKept reports whether a verdict is about a race that the runs contradict: the program keeps the rule.
func (a *asker) isKept(fact *lanes.Fact, v *lanes.Verdict) bool {
	return fact.IsOfAccess() && v.Certainty == lanes.Definite && a.machine.Keeps != nil && a.machine.Keeps(fact, v)
}

// isTakenOrdered reports whether a verdict is about a race that no run shows, and a wait for an mbarrier lies between
// the accesses. They are then assumed to be ordered.
func isTakenOrdered(v *lanes.Verdict) bool {
	return detail.As[detail.Race](v.Detail).IsAwaited && (v.IsUntried || v.Certainty == lanes.Unconfirmed)
}

// isUnused reports whether a verdict is about an undefined value that nothing uses. If only some inputs use the value,
// the verdict becomes potential, with such an input as its example.
func (a *asker) isUnused(fact *lanes.Fact, v *lanes.Verdict) bool {
	if a.unused == nil || a.machine.Use == nil {
		return false
	}
	use, example := a.machine.Use(fact, v)
	if use == UsedBySome && (v.Certainty == lanes.Definite || v.Certainty == lanes.Potential && a.replay != nil) {
		v.Certainty, v.Witness, v.IsShown = lanes.Potential, example, example != nil
		if example == nil {
			v.Reservation = lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried uses the value"}
		}
	}
	return use == Unused
}

// demote reports whether some build may leave out the code of a fact. A definite verdict on such code becomes
// potential.
func (a *asker) demote(fact *lanes.Fact, v *lanes.Verdict) bool {
	if a.doubt.Compiled == nil {
		return false
	}
	condition, isInDoubt := a.doubt.Compiled(fact)
	if isInDoubt {
		v.Condition = condition
		if v.Certainty == lanes.Definite {
			v.Certainty = lanes.Potential
		}
	}
	return isInDoubt
}

// isOfOneInstance reports whether another instance of the open template keeps the rule. The verdict then becomes
// unconfirmed.
func (a *asker) isOfOneInstance(fact *lanes.Fact, v *lanes.Verdict) bool {
	if a.doubt.Instance == nil {
		return false
	}
	other, keepsIt := a.doubt.Instance(a.rule, fact, v.Certainty == lanes.Definite)
	if keepsIt {
		v.Certainty, v.Reservation = lanes.Unconfirmed, lanes.Reservation{Cause: lanes.OfOneInstance, Text: other}
	}
	return keepsIt
}

// verdictsOn returns the verdicts of a rule on a fact. If a question was not decided and no verdict states that, it
// adds an undecided verdict. It adds none if the analysis of the root ran out of work, because a notice about the root
// reports that.
func verdictsOn(rule *Rule, fact *lanes.Fact) []lanes.Verdict {
	before := fact.Undecided
	fact.Undecided = false
	verdicts := rule.Ask(fact)
	if fact.Undecided && !fact.IsOfEndedRoot() && !slices.ContainsFunc(verdicts, isUndecided) {
		verdicts = append(verdicts, lanes.Verdict{Certainty: lanes.Undecided})
	}
	fact.Undecided = fact.Undecided || before
	return verdicts
}

func isUndecided(v lanes.Verdict) bool { return v.Certainty == lanes.Undecided }

// place is the key under which findings are merged. At one place, the undecided findings, the unconfirmed ones and the
// others are merged separately.
type place struct {
	key, file                string
	line, column             int
	isUndecided, isUncertain bool
}

func (f *Finding) place() place {
	return place{f.Key, f.Pos.File, f.Pos.Line, f.Pos.Column, f.IsUndecided(), f.IsUnconfirmed()}
}

// potential returns the key that the finding has if it is confirmed. definite returns the key that it has if it is
// proved.
func (p place) potential() place {
	p.isUndecided, p.isUncertain = false, false
	return p
}

func (p place) definite() place {
	p = p.potential()
	if rule := ByKey(p.key); rule != nil && rule.PotentialOf != "" {
		p.key = rule.PotentialOf
	}
	return p
}

// Merge joins the findings of one key at one place into one, and sorts the findings. It also drops findings that surer
// ones make superfluous:
//   - A finding that is not definite, if definite findings at its place cover all its paths of calls from kernels.
//   - An unconfirmed finding, if confirmed findings at its place cover all its paths.
//
// The result may be merged again, with the findings of other units, of other architectures, or of a cache.
func Merge(findings []Finding) []Finding {
	groups := map[place][]Finding{}
	var order []place
	for _, f := range findings {
		at := f.place()
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], f)
	}
	var merged []Finding
	for _, at := range order {
		left := groups[at]
		for _, surer := range []place{at.definite(), at.potential()} {
			if surer != at && (surer != at.potential() || at.isUncertain) {
				left = notCovered(groups[surer], left)
			}
		}
		if len(left) > 0 {
			merged = append(merged, mergeGroup(left))
		}
	}
	slices.SortStableFunc(merged, Compare)
	return merged
}

// notCovered returns the findings with a path of calls on which the list definite has no finding. Paths are compared
// without the template arguments and the launches of their kernels. A definite finding on one path shows nothing about
// another kernel or call that reaches the same place.
func notCovered(definite, findings []Finding) []Finding {
	covered := map[string]bool{}
	for i := range definite {
		for _, path := range definite[i].callPaths() {
			covered[path] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return len(definite) > 0 && !slices.ContainsFunc(f.callPaths(), func(path string) bool { return !covered[path] })
	})
}

// callPaths returns the path of calls to the place of a finding, for each context. A finding about the program has no
// contexts. The names of its kernels are then the paths.
func (f *Finding) callPaths() []string {
	if len(f.Contexts) == 0 {
		return f.Kernels
	}
	paths := make([]string, len(f.Contexts))
	for i := range f.Contexts {
		paths[i] = f.Contexts[i].callPath()
	}
	return paths
}

// Compare orders findings by file, line, column and key.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Key, b.Key),
	)
}

// mergeGroup joins findings of one key at one place. The text is that of the first finding that is proved or confirmed.
// If there is none, it is that of the first finding.
func mergeGroup(group []Finding) Finding {
	representative := slices.IndexFunc(group, func(f Finding) bool { return f.exact() })
	if representative < 0 {
		representative = 0
	}
	merged := group[representative]
	merged.Cases = mergeCases(append([]Finding{merged}, group...))
	merged.Contexts, merged.Kernels, merged.Uses = nil, nil, nil
	merged.Alone = alone(group)
	merged.OfMask = !slices.ContainsFunc(group, func(f Finding) bool { return !f.OfMask })
	for _, f := range group {
		merged.Contexts = append(merged.Contexts, f.Contexts...)
		merged.Kernels = append(merged.Kernels, f.Kernels...)
		merged.Uses = distinct.Append(merged.Uses, f.Uses...)
		merged.Remedies = agreed(merged.Remedies, f.Remedies)
	}
	merged.helpAll(group)
	merged.Contexts = sortedContexts(merged.Contexts)
	merged.Kernels = sortedSet(merged.Kernels)
	merged.Message = merged.Cases[0].Message()
	return merged
}

// alone returns the union of the field Alone of all findings, or nil if one of them has none.
func alone(group []Finding) []Function {
	var all []Function
	for _, f := range group {
		if f.Alone == nil {
			return nil
		}
		for _, root := range f.Alone {
			all = distinct.Append(all, root)
		}
	}
	return all
}

func (f *Finding) exact() bool {
	return f.Certainty == lanes.Definite || f.Certainty == lanes.Potential && f.Unconfirmed == "" && len(f.Witness) > 0
}

// mergeCases joins cases with the same text. A context that occurs in several cases is kept only in the first.
func mergeCases(group []Finding) []Case {
	var cases []Case
	reported := map[string]bool{}
	for _, f := range group {
		for _, c := range f.Cases {
			var fresh []Context
			for _, context := range c.Contexts {
				if id := context.String(); !reported[id] {
					reported[id] = true
					fresh = append(fresh, context)
				}
			}
			cases = addCase(cases, c, fresh)
		}
	}
	for i := range cases {
		slices.SortFunc(cases[i].Contexts, compareContexts)
	}
	return cases
}

// addCase adds contexts to the case that has the same text as the case other. If there is no such case, it appends
// `other` with these contexts. It does not do this if contexts is empty, because earlier cases have all contexts of
// `other`. A case that never had a context belongs to a rule about the program, and is never dropped.
func addCase(cases []Case, other Case, contexts []Context) []Case {
	for i := range cases {
		if cases[i].says() == other.says() {
			cases[i].Contexts = append(cases[i].Contexts, contexts...)
			return cases
		}
	}
	if len(contexts) == 0 && len(other.Contexts) > 0 && len(cases) > 0 {
		return cases
	}
	other.Contexts = slices.Clone(contexts)
	return append(cases, other)
}

func sortedSet(items []string) []string {
	slices.Sort(items)
	return slices.Compact(items)
}

// finding makes a finding of one verdict on a fact. readsRows is true if the kernel uses threadIdx.y.
func (r *Rule) finding(fact *lanes.Fact, verdict *lanes.Verdict, readsRows bool) Finding {
	context := contextOf(&fact.Context, verdict, fact.Site.Pos)
	context.ReadsRows = readsRows
	said, help := r.words(fact, verdict)
	said.Contexts = []Context{context}
	f := Finding{
		Key: r.Key, Severity: r.Severity, Certainty: verdict.Certainty,
		Pos: fact.Pos, MacroDefinition: fact.Pos.Macro,
		Contexts: []Context{context}, Kernels: []string{fact.Context.Root.Name},
		Cases:        []Case{said},
		Labels:       labels(fact, verdict),
		Rows:         rows(fact, verdict),
		Witness:      witnessLines(verdict),
		Run:          runOfVerdict(fact, verdict),
		Precondition: precondition(fact.Context.Root, verdict),
		Unconfirmed:  verdict.Reservation.String(),
		Condition:    verdict.Condition,
		Calls:        calls(context),
	}
	if site := fact.Site; site.Statement != nil && site.Pos.IsAt(fact.Pos) {
		f.Statement = *site.Statement
	}
	f.advise(help, r, fact, verdict)
	f.OfMask = r.OfMask != nil && r.OfMask(verdict)
	if f.IsOpen() {
		f.Severity = Note
	}
	if root := fact.Context.Root; root.HasNoCaller() {
		f.Alone = []Function{FunctionOf(root)}
	}
	if r.Remedies != nil && !f.IsOpen() {
		f.Remedies = r.Remedies(fact, verdict)
	}
	if r.Rows != nil {
		f.Rows = append(f.Rows, r.Rows(verdict)...)
	}
	f.Labels[len(f.Labels)-1].Text += absentLabel(r, fact, verdict)
	if r.Here != "" && !f.IsOpen() {
		f.Labels[len(f.Labels)-1].Text = r.Here
	}
	f.Walk = walk(fact, verdict, f.Labels)
	race := detail.As[detail.Race](verdict.Detail)
	for _, pos := range verdict.Related {
		f.Related = append(f.Related, Related{Pos: pos, Text: earlierLabel(r, fact, race, pos), IsEarlier: isOfEarlier(race, pos)})
	}
	for _, one := range race.Beside {
		f.Related = append(f.Related, Related{Pos: one.Pos, Text: besideWords[one.Where]})
	}
	f.Message = f.Cases[0].Message()
	return f
}

// words returns the message and the help for a verdict.
func (r *Rule) words(fact *lanes.Fact, verdict *lanes.Verdict) (message Case, help string) {
	if isUndecided(*verdict) {
		return Case{Text: undecidedText(r.Question), Aside: undecidedAside(verdict)},
			undecidedHelp(lexical.WithoutTemplateArguments(fact.Context.Root.Name), verdict)
	}
	return Case{Text: r.Message(fact, verdict), Lanes: verdict.Lanes, Aside: accessesAside(fact, detail.As[detail.Race](verdict.Detail))},
		r.Help(fact, verdict)
}

// FunctionOf returns the place of a function and the name of its instance, which is "" for a template.
func FunctionOf(f *cfg.Func) Function {
	if f.Decl.Pattern {
		return Function{Pos: f.Decl.Pos}
	}
	return Function{Pos: f.Decl.Pos, Instance: f.Name}
}

// calls lists the calls of a context, as places with a text.
func calls(c Context) []Related {
	var steps []Related
	for _, call := range c.Calls {
		steps = append(steps, Related{Pos: call.Pos, Text: "calls " + call.Name})
	}
	return steps
}

// labels returns the labels of a finding: first the branches where the lanes diverge, then the call.
func labels(fact *lanes.Fact, verdict *lanes.Verdict) []Label {
	var marks []Label
	example := ""
	if verdict.IsExample() && !isUndecided(*verdict) {
		example = exampleMark
	}
	seen := map[source.Pos]bool{}
	for _, split := range verdict.Splits {
		if split.Pos.Line == 0 || seen[split.Pos] {
			continue
		}
		seen[split.Pos] = true
		marks = append(marks, Label{Pos: split.Pos, Text: splitText(split, threadWords(&fact.Context, verdict, split.Away)) + example})
	}
	text := "here"
	if verdict.Arrives != 0 {
		text = "reached by " + verdict.Arrives.Words() + example
	}
	return append(marks, Label{Pos: fact.Pos, Text: laterLabel(fact, verdict) + masksLabel(verdict) + text, Primary: true})
}
