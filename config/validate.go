package config

import (
	"cmp"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/warp"
)

// The values that some options may have.
var (
	Severities = []string{"note", "warning", "error"}
	Places     = []string{"automatic", "expansion", "definition"}
	// Incompletes lists the words for the units that make the exit code 3. fail is for units with a part of the project
	// that was not analysed. absent-too is also for units that lack a header of another project. ignore is for no
	// units.
	Incompletes = []string{IncompleteFails, AbsentFails, IncompleteIgnored}
	// Languages lists the languages of the guideline checker from which these options were taken. warpcheck itself
	// checks CUDA only.
	Languages = []string{"c", "c++", "cuda"}
)

// The values of [Config.Incomplete].
const (
	IncompleteFails   = "fail"
	AbsentFails       = "absent-too"
	IncompleteIgnored = "ignore"
)

// checkKeys returns an error for a key for which Config has no field, or for a value that the field cannot hold. The
// error begins with the line and column.
func checkKeys(root *yaml.Node, rules Rules) error {
	if err := onceEach(root); err != nil {
		return err
	}
	if err := knownKeys(root, reflect.TypeFor[Config](), "configuration key"); err != nil {
		return err
	}
	for key, value := range pairs(root) {
		if key.Value == "rules" {
			return nameRules(value, rules)
		}
	}
	return nil
}

// onceEach returns an error for a key that occurs twice in one mapping, or that is a list or a mapping.
func onceEach(node *yaml.Node) error {
	first := map[string]*yaml.Node{}
	for key := range pairs(node) {
		if key.Kind == yaml.MappingNode || key.Kind == yaml.SequenceNode {
			return wrong(key, "a list or a mapping stands where a key belongs")
		}
		if other := first[key.Value]; other != nil {
			return wrong(key, "the key %q stands here again, after line %d", key.Value, other.Line)
		}
		first[key.Value] = key
	}
	for _, part := range node.Content {
		if err := onceEach(part); err != nil {
			return err
		}
	}
	return nil
}

// knownKeys returns an error if a YAML value does not fit the type that it will be decoded into. keys describes the
// keys, for errors.
func knownKeys(node *yaml.Node, t reflect.Type, keys string) error {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch t.Kind() {
	case reflect.Struct:
		return knownFields(node, t, keys)
	case reflect.Map:
		for _, value := range pairs(node) {
			if err := knownKeys(value, t.Elem(), "option of a rule"); err != nil {
				return err
			}
		}
	case reflect.Slice:
		if node.Kind != yaml.SequenceNode {
			return nil
		}
		for _, element := range node.Content {
			if err := knownKeys(element, t.Elem(), elements[t]); err != nil {
				return err
			}
		}
	}
	return nil
}

// nullTag is YAML's tag of null. A null document, or a null value of a key, counts as a mapping without keys. A null
// element of a list of mappings is an error.
const nullTag = "!!null"

// elements describes, for each list of mappings, the keys of its elements.
var elements = map[reflect.Type]string{
	reflect.TypeFor[[]Launch](): "key of a launch",
	reflect.TypeFor[[]Filter](): "key of a filter",
}

// knownFields returns an error if a mapping does not fit the yaml tags of a struct. keys describes the mapping's keys,
// for errors.
func knownFields(node *yaml.Node, t reflect.Type, keys string) error {
	if node.Kind != yaml.MappingNode && !(node.ShortTag() == nullTag && elements[reflect.SliceOf(t)] == "") {
		return wrong(node, "expected \"key: value\" lines here")
	}
	fields := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		tag, is := t.Field(i).Tag.Lookup("yaml")
		if name, _, _ := strings.Cut(tag, ","); is && name != "-" {
			fields[name] = t.Field(i).Type
			names = append(names, name)
		}
	}
	for key, value := range pairs(node) {
		field, ok := fields[key.Value]
		if !ok {
			return unknownKey(key, keys, names)
		}
		if err := knownKeys(value, field, keys); err != nil {
			return err
		}
		if !fits(value, field) {
			return wrong(value, "%s takes %s%s", key.Value, expectedValue(field), besides[key.Value])
		}
	}
	return nil
}

// besides maps a key to advice that is added to the error about a value that does not fit the key.
var besides = map[string]string{
	"justification_checker": ": a pattern; a command that judges reasons is given with --justification-checker, as no configuration runs one",
}

// fits reports whether a value can be read into a field of type t. The elements of a list of mappings are not examined,
// because they were checked earlier.
func fits(value *yaml.Node, t reflect.Type) bool {
	if value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	switch {
	case value.Tag == "!!null":
		return true
	case elements[t] != "":
		return value.Kind == yaml.SequenceNode
	case t.Kind() == reflect.Map:
		return value.Kind == yaml.MappingNode
	}
	return isWritten(value, t) && value.Decode(reflect.New(t).Interface()) == nil
}

// isWritten reports whether a value is written as a value of type t should be. Package yaml reads "yes" as true, 1.5 as
// 1, and nothing between two commas as a word. The published schema does not allow these, and a person may understand
// them differently.
func isWritten(value *yaml.Node, t reflect.Type) bool {
	for _, part := range value.Content {
		if !isWritten(part, t) {
			return false
		}
	}
	if value.Kind != yaml.ScalarNode {
		return true
	}
	switch tag := value.ShortTag(); t {
	case reflect.TypeFor[bool](), reflect.TypeFor[*bool]():
		return tag == "!!bool"
	case reflect.TypeFor[int](), reflect.TypeFor[[]int]():
		return tag == "!!int"
	default:
		return strings.HasPrefix(tag, "!!") && tag != "!!null"
	}
}

// expectedValue returns words for the YAML values that a field of type t accepts, for an error.
func expectedValue(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[bool](), reflect.TypeFor[*bool]():
		return "true or false"
	case reflect.TypeFor[[]int]():
		return "a list of numbers, as in [32, 4]"
	case reflect.TypeFor[int]():
		return "a number"
	case reflect.TypeFor[[]Launch]():
		return "a list, as in [{kernel: reduce, block: [32, 4]}]"
	case reflect.TypeFor[[]Filter]():
		return "a list, as in [{path: legacy, action: exclude}]"
	case reflect.TypeFor[map[string]Rule]():
		return "\"key: value\" lines, a key for each rule"
	case reflect.TypeFor[Strings]():
		return "a word or a list of words"
	}
	return "a word"
}

// pairs yields the keys and values of a mapping.
func pairs(node *yaml.Node) func(yield func(key, value *yaml.Node) bool) {
	return func(yield func(key, value *yaml.Node) bool) {
		if node.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(node.Content); i += 2 {
			if !yield(node.Content[i], node.Content[i+1]) {
				return
			}
		}
	}
}

func unknownKey(key *yaml.Node, keys string, names []string) error {
	return wrong(key, "unknown %s %q%s", keys, key.Value,
		nearest.Suggest(key.Value, names))
}

// validate returns an error for values that no run could use.
func (c *Config) validate(rules Rules) error {
	for i, l := range c.Launch {
		if err := l.validate(); err != nil {
			return c.Wrong(Keys{"launch", i}, "%w", err)
		}
	}
	if c.Incomplete != "" && !slices.Contains(Incompletes, c.Incomplete) {
		return c.Wrong(Keys{"incomplete"}, "incomplete: %q is none of its words%s", c.Incomplete, nearest.Suggest(c.Incomplete, Incompletes))
	}
	for _, key := range sortedKeys(c.Rules) {
		if err := c.validRule(key); err != nil {
			return err
		}
	}
	return cmp.Or(c.validFilters(c.PostProcessing, "post_processing"), c.resolveKeys(rules), c.validGlobs(c.Exclude, "exclude"))
}

// forbidding is the key of the one rule whose options allow calls.
const forbidding = "collectives-forbidden"

// validRule returns an error for options of a rule that have no meaning.
func (c *Config) validRule(key string) error {
	r := c.Rules[key]
	for _, one := range []struct {
		option, what, word string
		known              []string
	}{
		{"severity", "severity", r.Severity, Severities},
		{"report_at", "place", r.ReportAt, Places},
	} {
		if one.word != "" && !slices.Contains(one.known, one.word) {
			return c.Wrong(Keys{"rules", key, one.option}, "unknown %s %q of %s%s", one.what, one.word, key,
				nearest.Suggest(one.word, one.known))
		}
	}
	for i, language := range r.Languages {
		if !slices.Contains(Languages, language) {
			return c.Wrong(Keys{"rules", key, "languages", i}, "unknown language %q of %s%s", language, key,
				nearest.Suggest(language, Languages))
		}
	}
	for _, one := range []struct {
		option string
		isSet  bool
	}{{"allowed_calls", r.AllowedCalls != nil}, {"allowed_functions", r.AllowedFunctions != nil}, {"only_reachable_calls", r.ReachableOnly}} {
		if one.isSet && key != forbidding {
			return c.Wrong(Keys{"rules", key, one.option}, "%s has no option %s: %s has it", key, one.option, forbidding)
		}
	}
	if _, err := regexp.Compile(r.JustificationChecker); err != nil {
		return c.Wrong(Keys{"rules", key, "justification_checker"}, "justification_checker: %w", err)
	}
	return cmp.Or(c.validGlobs(r.Includes, "rules", key, "includes"), c.validGlobs(r.Excludes, "rules", key, "excludes"),
		c.validFilters(r.PostProcessing, "rules", key, "post_processing"))
}

func (l Launch) validate() error {
	if l.Kernel == "" {
		return fmt.Errorf("a launch needs a kernel: a name or a glob")
	}
	if _, err := path.Match(l.Kernel, ""); err != nil {
		return fmt.Errorf("bad glob %q of a launch: %w", l.Kernel, err)
	}
	if len(l.Block) < 1 || len(l.Block) > 3 {
		return fmt.Errorf("the launch of %q needs a block of one to three extents, as in [32, 4]",
			l.Kernel)
	}
	for _, n := range l.Block {
		if n < 1 {
			return fmt.Errorf("the launch of %q has the block extent %d, the least is 1", l.Kernel, n)
		}
		if n > warp.MaxThreads {
			return fmt.Errorf("the launch of %q has the block extent %d, the most is %d", l.Kernel, n, warp.MaxThreads)
		}
	}
	shape := l.Shape()
	if n := shape.Threads(); n > warp.MaxThreads {
		return fmt.Errorf("the launch of %q has %d threads in a block, the most is %d", l.Kernel, n, warp.MaxThreads)
	}
	if shape[2] > warp.MaxDepth {
		return fmt.Errorf("the launch of %q has the block extent %d along z, the most is %d", l.Kernel, shape[2], warp.MaxDepth)
	}
	return nil
}

// validGlobs returns an error for globs that are malformed, or that would take forever to match. keys is the list of the
// keys and indices from the top of the file to their list.
func (c *Config) validGlobs(globs []string, keys ...any) error {
	for i, g := range globs {
		place := Keys(keys).and(i)
		if !doublestar.ValidatePattern(g) {
			return c.Wrong(place, "bad glob %q", g)
		}
		if alternatives(g) > maxAlternatives {
			return c.Wrong(place, "the braces of the glob %q stand for more than %d globs: give several globs", g, maxAlternatives)
		}
	}
	return nil
}

// maxAlternatives limits the globs to which one glob with braces expands. A match tries each of them, and would not end
// for twenty-two times {a,aa,*}.
const maxAlternatives = 1000

// alternatives returns the number of globs that a glob with braces expands to, at most maxAlternatives+1.
func alternatives(glob string) int {
	// complete and sofar have one element for the whole glob, and one for each brace that is open at i. For an open
	// brace, complete counts the globs that its finished alternatives expand to. sofar counts those of its last
	// alternative up to i.
	complete, sofar := []int{0}, []int{1}
	for i := 0; i < len(glob); i++ {
		last := len(sofar) - 1
		switch c := glob[i]; {
		case c == '\\':
			i++
		case c == '{':
			complete, sofar = append(complete, 0), append(sofar, 1)
		case last > 0 && (c == ',' || c == '}'):
			complete[last] = min(complete[last]+sofar[last], maxAlternatives+1)
			sofar[last] = 1
			if c == '}' {
				sofar[last-1] = min(sofar[last-1]*complete[last], maxAlternatives+1)
				complete, sofar = complete[:last], sofar[:last]
			}
		}
	}
	return sofar[0]
}

func sortedKeys(m map[string]Rule) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
