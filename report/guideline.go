package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/warpcheck/warpcheck/rules"
)

// nobody is the text for a rule of the guideline that no known tool checks.
const nobody = "-"

// ListGuideline writes the rules of the guideline, one on each line: its number, its title, and the tools that check
// it.
func ListGuideline(w io.Writer) error {
	fmt.Fprintf(w, "%s, version %s\n\n", rules.GuidelineName, rules.GuidelineVersion)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, d := range rules.Guideline() {
		fmt.Fprintf(table, "%s\t%s\t%s\n", d.ID, d.Title, deciders(d, func(key string) string { return key }))
	}
	return table.Flush()
}

// writeGuideline writes the part of docs/rules.md about the guideline.
func writeGuideline(w io.Writer) {
	fmt.Fprintf(w, "\n## The rules of the guideline\n\nWhat decides the rules of the *%s* %s (`warpcheck --list-rules --guideline`). A rule of\n"+
		"warpcheck that is on by default reports what is proved; one that is off, what some input breaks or what is only unwise. `-` stands where\n"+
		"nothing that is known decides. In SARIF they are a taxonomy, and each result names those that it breaks.\n\n"+
		"| rule | asks | decided by |\n| --- | --- | --- |\n", strings.TrimPrefix(rules.GuidelineName, "NVIDIA "), rules.GuidelineVersion)
	linked := func(key string) string { return fmt.Sprintf("[`%s`](rules/%[1]s.md)", key) }
	for _, d := range rules.Guideline() {
		fmt.Fprintf(w, "| %s | %s | %s |\n", d.ID, d.Title, deciders(d, linked))
	}
}

// deciders returns the names of the tools that check a rule of the guideline. named formats the key of a rule of
// warpcheck.
func deciders(d rules.Demand, named func(string) string) string {
	var list []string
	for _, rule := range d.DecidedBy() {
		text := named(rule.Key)
		if !rule.Default {
			text += " (off)"
		}
		list = append(list, text)
	}
	if d.Others != "" {
		list = append(list, d.Others)
	}
	return cmp.Or(strings.Join(list, ", "), nobody)
}

// guidelineID identifies the taxonomy in SARIF logs. It is a random number that must never change.
const guidelineID = "7b2f6d0e-5a1c-4c0b-9d3e-3f1d0c9a4e21"

// guidelineReference refers to the only taxonomy of a run.
func guidelineReference() *sarif.ToolComponentReference {
	return sarif.NewToolComponentReference().WithName(rules.GuidelineName).WithIndex(0).WithGuid(guidelineID)
}

// taxonomy returns the guideline as a component of a SARIF run (SARIF 2.1.0, 3.14.8): its rules are the taxa.
func taxonomy() *sarif.ToolComponent {
	component := sarif.NewVersionedDriver(rules.GuidelineName, rules.GuidelineVersion).
		WithShortDescription(sarif.NewMultiformatMessageString("Rules for CUDA C++, by number")).WithIsComprehensive(true).WithGUID(guidelineID)
	component.Rules = []*sarif.ReportingDescriptor{} // the format asks for a list
	for _, d := range rules.Guideline() {
		component.AddTaxa(sarif.NewRule(d.ID).WithShortDescription(sarif.NewMultiformatMessageString(d.Title)))
	}
	return component
}

// taxaOf returns references to the rules of the guideline that a rule decides, nil if there is none.
func taxaOf(rule *rules.Rule) (taxa []*sarif.ReportingDescriptorReference) {
	for _, i := range rule.DemandIndices() {
		taxa = append(taxa, sarif.NewReportingDescriptorReference().
			WithId(rules.Guideline()[i].ID).WithIndex(i).WithToolComponentReference(guidelineReference()))
	}
	return taxa
}
