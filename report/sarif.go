package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
		"sarif-schema-2.1.0.json"
	// sarifResults is the number of results of a run that GitHub keeps.
	sarifResults = 5000
	// sarifSteps is the number of steps of a flow that GitHub keeps.
	sarifSteps = 1000
	// sourceRoot is the base of relative paths: the repository.
	sourceRoot = "%SRCROOT%"
	// automationID has the form category/run. The run is empty, as in reports of GitHub's own tools.
	automationID = "warpcheck/"
	homepage     = "https://github.com/warpcheck/warpcheck"
)

// SARIF writes SARIF 2.1.0 within the limits of GitHub code scanning: one run,
// the 5,000 gravest results, regions of one line, a fingerprint for each result.
func SARIF(w io.Writer, r *Report) error {
	s := sarifWriter{r: r, files: newSources(r), index: map[string]int{}, given: map[string]int{}}
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return err
	}
	log.Schema = sarifSchema
	log.AddRun(s.run())
	if err := log.PrettyWrite(w); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

// sarifWriter builds the run of a SARIF log.
type sarifWriter struct {
	r     *Report
	files *sources
	// index maps the key of a rule to its index in the driver's list.
	index map[string]int
	// given counts the results with the same rule, file and fingerprint.
	given map[string]int
}

func (s *sarifWriter) run() *sarif.Run {
	run := sarif.NewRun(*sarif.NewTool(s.driver()))
	run.WithColumnKind("utf16CodeUnits")
	run.WithOriginalUriBaseIds(map[string]*sarif.ArtifactLocation{
		sourceRoot: sarif.NewArtifactLocation().WithDescription(sarif.NewTextMessage("The root of the repository.")),
	})
	run.WithTaxonomies([]*sarif.ToolComponent{taxonomy()})
	run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID(automationID))
	all := slices.Concat(s.r.Findings, s.r.apart())
	kept := gravest(all, sarifResults, func(f *rules.Finding) rules.Severity { return f.Severity })
	for i := range kept {
		run.AddResult(s.result(&kept[i]))
	}
	for i := range s.r.Suppressed {
		if len(kept)+i < sarifResults {
			run.AddResult(s.suppressed(&s.r.Suppressed[i]))
		}
	}
	run.AddInvocations(s.invocation(len(all) - len(kept)))
	return run
}

// gravest returns the n most severe elements of a list, in their original order.
func gravest[T any](all []T, n int, severity func(*T) rules.Severity) []T {
	if len(all) <= n {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(severity(&all[b]), severity(&all[a]))
	})
	order = order[:n]
	slices.Sort(order)
	kept := make([]T, n)
	for i, from := range order {
		kept[i] = all[from]
	}
	return kept
}

// leftOut returns the message that n results are beyond the limit.
func leftOut(n int) string {
	return fmt.Sprintf("%d results of the lowest severity were left out: code scanning keeps %d of a run", n, sarifResults)
}

// semantic matches a semantic version, with or without a v in front.
var semantic = pattern.Of(`^v?(\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?)$`)

func (s *sarifWriter) driver() *sarif.ToolComponent {
	driver := sarif.NewVersionedDriver("warpcheck", s.r.Version).WithInformationURI(homepage)
	driver.AddSupportedTaxonomie(guidelineReference())
	if version := semantic().FindStringSubmatch(s.r.Version); version != nil {
		driver.WithSemanticVersion(version[1])
	}
	for i, rule := range rules.All() {
		s.index[rule.Key] = i
		driver.AddRule(sarifRule(rule))
	}
	return driver
}

// fullDescription is the greatest length, in characters, that GitHub accepts for the full description of a rule.
const fullDescription = 1024

// rulePage returns the URL of the page that explains a rule.
func rulePage(key string) string { return homepage + "/blob/main/docs/rules/" + key + ".md" }

// sarifName returns the readable name of a rule, for example DivergentMask. SARIF requires that it differs from the
// key.
func sarifName(key string) string {
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(key, func(r rune) bool { return r == '_' || r == '-' }) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

func sarifRule(rule *rules.Rule) *sarif.ReportingDescriptor {
	text := []rune(rule.Text)
	if len(text) > fullDescription {
		text = append(text[:fullDescription-3], []rune("...")...)
	}
	precision := "very-high"
	if rule.PotentialOf != "" {
		precision = "medium"
	}
	tags := []string{"cuda", "correctness", rule.Group().Name}
	problem := map[rules.Severity]string{
		rules.Note: "recommendation", rules.Warning: "warning", rules.Error: "error",
	}
	configuration := sarif.NewReportingConfiguration().WithEnabled(rule.Default).
		WithLevel(rule.Severity.String())
	descriptor := sarif.NewRule(rule.Key).WithName(sarifName(rule.Key)).
		WithShortDescription(sarif.NewMultiformatMessageString(rule.Title)).
		WithFullDescription(sarif.NewMultiformatMessageString(string(text))).
		WithHelpURI(rulePage(rule.Key)).
		WithHelp(sarif.NewMultiformatMessageString(ruleText(rule)).
			WithMarkdown(ruleMarkdown(rule))).
		WithDefaultConfiguration(configuration)
	descriptor.Properties = sarif.Properties{
		"code": rule.Code, "precision": precision, "problem.severity": problem[rule.Severity], "tags": tags,
	}
	return descriptor
}

func (s *sarifWriter) result(f *rules.Finding) *sarif.Result {
	location := s.location(f.Pos)
	for _, kernel := range f.Kernels {
		location.AddLogicalLocations(sarif.NewLogicalLocation().
			WithFullyQualifiedName(kernel).WithKind("function"))
	}
	result := sarif.NewRuleResult(f.Key).WithLevel(f.Severity.String()).
		WithMessage(sarif.NewTextMessage(sarifMessage(f))).
		WithLocations([]*sarif.Location{location}).
		WithPartialFingerPrints(map[string]any{"primaryLocationLineHash": s.fingerprint(f)})
	if f.IsUndecided() { // no level, because in SARIF only failures have one
		result.WithKind("open").WithLevel("none")
	}
	if f.IsUnconfirmed() {
		result.WithKind("review").WithLevel("none")
	}
	if index, known := s.index[f.Key]; known {
		result.WithRuleIndex(index)
	}
	if rule := rules.ByKey(f.Key); rule != nil {
		result.WithTaxa(taxaOf(rule))
	}
	for i, related := range relatedTo(f) {
		result.AddRelatedLocation(s.location(related.Pos).WithId(i + 1).
			WithMessage(plainMessage(related.Text)))
	}
	if way := steps(f); len(way) > 0 {
		result.WithCodeFlows([]*sarif.CodeFlow{s.codeFlow(f, way)})
	}
	if fix := s.fix(f.Repair); fix != nil {
		result.Fixes = []*sarif.Fix{fix}
	}
	result.Properties = s.properties(f)
	if f.Repair != nil {
		result.Properties["repair"] = map[bool]string{false: "safe", true: "unsafe"}[f.Repair.Unsafe]
	}
	return result
}

// suppressed returns the result for a silenced finding.
func (s *sarifWriter) suppressed(f *rules.Suppressed) *sarif.Result {
	result := s.result(&f.Finding)
	kind, pos, reason := "external", f.Finding.Pos, cmp.Or(f.Reason, "in the baseline")
	if f.By == rules.SilencedByComment {
		kind, pos = "inSource", f.Pos
	}
	// go-sarif writes null for missing fields, which the schema refuses. So all fields are set.
	result.AddSuppression(sarif.NewSuppression(kind).WithStatus("accepted").WithLocation(s.location(pos)).
		WithJustifcation(reason).WithGuid(guidOf(kind, s.r.inRepository(pos.File), fmt.Sprint(pos.Line, pos.Column), f.Key)))
	return result
}

// guidOf returns an identifier in the form of RFC 9562 (version 5). It is computed from the words alone.
func guidOf(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// fix converts a repair. It returns nil if there is none, or if a file that the repair edits cannot be read.
func (s *sarifWriter) fix(repair *rules.Repair) *sarif.Fix {
	if repair == nil {
		return nil
	}
	fix := sarif.NewFix().WithDescription(plainMessage(repair.Text))
	changes := map[string]*sarif.ArtifactChange{}
	for _, e := range repair.Edits {
		deleted := s.files.stretch(e.File, e.Offset, e.Offset+e.Removed)
		if deleted == nil {
			return nil
		}
		if changes[e.File] == nil {
			changes[e.File] = sarif.NewArtifactChange(s.artifact(e.File))
			fix.AddArtifactChanges(changes[e.File])
		}
		changes[e.File].WithReplacement(sarif.NewReplacement(deleted).
			WithInsertedContent(sarif.NewArtifactContent().WithText(e.Text)))
	}
	return fix
}

// sarifMessage returns the message, the other cases, the help, and links to the related places, in this order. GitHub
// shows a related place only if the message links to it.
func sarifMessage(f *rules.Finding) string {
	lines := []string{noLink(f.Message)}
	for _, note := range f.Notes() {
		lines = append(lines, noLink(note))
	}
	if f.Help != "" {
		lines = append(lines, "help: "+noLink(f.Help))
	}
	for i, related := range relatedTo(f) {
		lines = append(lines, fmt.Sprintf("[%s](%d)", noLink(related.Text), i+1))
	}
	return strings.Join(lines, "\n")
}

// relatedTo returns the places of a finding that are not on the path to it.
func relatedTo(f *rules.Finding) []rules.Related {
	related := slices.Clone(f.Related)
	if f.MacroDefinition != nil {
		related = append(related, rules.Related{Pos: *f.MacroDefinition, Text: "the macro is defined here"})
	}
	return related
}

// plainMessage returns a message without links: SARIF reads [text](target) as a link.
func plainMessage(text string) *sarif.Message { return sarif.NewTextMessage(noLink(text)) }

func noLink(text string) string { return strings.ReplaceAll(text, "](", `]\u{28}`) }

// fingerprint returns the fingerprint of the finding's line. If the source cannot be read, it is a hash of the file,
// the key and the message. If several findings of one rule are on a line, all but the first get a number at the end.
func (s *sarifWriter) fingerprint(f *rules.Finding) string {
	hash, ok := s.files.fingerprint(f.Pos)
	if !ok {
		sum := sha256.Sum256([]byte(s.r.inRepository(f.Pos.File) + "\x00" + f.Key + "\x00" + f.Message))
		hash = fmt.Sprintf("%x:1", sum[:8])
	}
	same := f.Key + "\x00" + f.Pos.File + "\x00" + hash
	if s.given[same]++; s.given[same] > 1 {
		hash += fmt.Sprintf(":%d", s.given[same])
	}
	return hash
}

// codeFlow returns a flow through the steps of way. It ends at the place of the finding.
func (s *sarifWriter) codeFlow(f *rules.Finding, way []rules.Related) *sarif.CodeFlow {
	last := rules.Related{Pos: f.Pos, Text: f.Message}
	for _, label := range f.Labels {
		if label.Primary {
			last.Text = label.Text
		}
	}
	if more := len(way) + 1 - sarifSteps; more > 0 {
		way = way[more:] // the last steps are kept, because they are closest to the place
	}
	flow := sarif.NewThreadFlow()
	for _, step := range append(slices.Clone(way), last) {
		location := s.location(step.Pos).WithMessage(plainMessage(step.Text))
		flow.AddLocation(sarif.NewThreadFlowLocation().WithLocation(location))
	}
	return sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{flow})
}

func (s *sarifWriter) properties(f *rules.Finding) sarif.Properties {
	properties := sarif.Properties{"certainty": certainty(f)}
	if len(f.Contexts) > 0 {
		properties["contexts"] = s.r.contexts(f.Contexts)
	}
	if assumptions := f.Assumptions(); len(assumptions) > 0 {
		properties["assumptions"] = assumptions
	}
	if cases := s.r.jsonCases(f); cases != nil {
		properties["cases"] = cases
	}
	if sets := laneRows(f); sets != nil {
		properties["lanes"] = sets
	}
	if len(f.Witness) > 0 {
		properties["witness"] = f.Witness
	}
	if f.Provider != "" {
		properties["provider"] = f.Provider
	}
	if f.Unconfirmed != "" {
		properties["unconfirmed"] = f.Unconfirmed
	}
	if f.Condition != "" {
		properties["condition"] = f.Condition
	}
	return properties
}

// location converts a position. If it has no line, the location is the whole file.
func (s *sarifWriter) location(pos source.Pos) *sarif.Location {
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(pos.File))
	if pos.Line > 0 {
		where := s.files.region(pos)
		physical.WithRegion(sarif.NewRegion().
			WithStartLine(where.line).WithStartColumn(where.column).
			WithEndLine(where.line).WithEndColumn(where.endColumn))
	}
	return sarif.NewLocationWithPhysicalLocation(physical)
}

// artifact converts a path to a URI, relative to the repository if the file is in one, otherwise absolute.
func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	path := s.r.inRepository(file)
	if filepath.IsAbs(path) {
		absolute := url.URL{Scheme: "file", Path: path}
		return sarif.NewSimpleArtifactLocation(absolute.String())
	}
	relative := url.URL{Path: path}
	return sarif.NewSimpleArtifactLocation(relative.String()).WithUriBaseId(sourceRoot)
}

// invocation returns the notices of the run. dropped is how many results were left out.
func (s *sarifWriter) invocation(dropped int) *sarif.Invocation {
	var notifications []*sarif.Notification
	add := func(severity rules.Severity, text string) *sarif.Notification {
		n := sarif.NewNotification().WithLevel(severity.String()).
			WithMessage(plainMessage(text))
		notifications = append(notifications, n)
		return n
	}
	for _, notice := range s.r.Notices {
		n := add(notice.Severity, notice.Text)
		if notice.Pos.File != "" {
			n.AddLocation(s.location(notice.Pos))
		}
	}
	for _, h := range s.r.Absent {
		add(rules.Note, "cannot find "+h.Name+", a header of another project").AddLocation(s.location(h.Pos))
	}
	if dropped > 0 {
		add(rules.Warning, leftOut(dropped))
	}
	return sarif.NewInvocation().WithExecutionSuccess(!s.r.incomplete()).
		WithToolExecutionNotifications(notifications)
}

// stretch returns the region of the bytes [from, to) of a file. The region may be empty. It returns nil if the file
// cannot be read.
func (s *sources) stretch(name string, from, to int) *sarif.Region {
	f := s.file(name)
	if f == nil || to > len(f.text) {
		return nil
	}
	line, column := f.at(from)
	endLine, endColumn := f.at(to)
	return sarif.NewRegion().WithStartLine(line).WithStartColumn(column).
		WithEndLine(endLine).WithEndColumn(endColumn)
}

// at returns the line and the column of an offset in bytes. Both count from 1, and columns count UTF-16 code units.
func (f *file) at(offset int) (line, column int) {
	before := f.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), utf16Column(before[start:], offset-start)
}
