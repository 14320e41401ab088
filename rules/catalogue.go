package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/lanes"
)

// A rule has a key and a code, and belongs to a group. Users may write any of them:
//
//	divergent_mask   the key, which findings show
//	divergent-mask   the key in the other spelling
//	WC103            the code
//	masks            the group, for all its rules

// Group is a set of rules about one subject. Their codes begin with its digit.
type Group struct {
	Name  string
	Digit byte
	// Title is a phrase that names the subject.
	Title string
}

// Groups lists all groups, by digit.
func Groups() []Group {
	return []Group{
		{"masks", '1', "masks of warp collectives"},
		{"barriers", '2', "barriers of a block, a cluster or the grid"},
		{"races", '3', "races for shared memory"},
		{"async", '4', "asynchronous engines and launches (races of copies are `missing-syncwarp` and `missing-syncthreads`)"},
		{"legacy", '5', "code for GPUs before sm_70 or CUDA before 9"},
		{"memory", '6', "what shared memory is and holds"},
		{"launches", '7', "blocks of launches, and the bounds that kernels name"},
		{"policy", '8', "what a project may forbid"},
	}
}

// codePrefix is the text with which each code of a rule begins.
const codePrefix = "WC"

// Group returns the group of the rule, which the digit of its code decides. It returns the zero value if there is none.
func (r *Rule) Group() Group {
	for _, g := range Groups() {
		if strings.HasPrefix(r.Code, codePrefix+string(g.Digit)) {
			return g
		}
	}
	return Group{}
}

// Catalogue is a list of rules that can be named by key, code or group.
type Catalogue []*Rule

// ByKey returns the rule with that key, or nil if there is none. The key must be in the spelling that findings show,
// with _.
func (c Catalogue) ByKey(key string) *Rule {
	for _, rule := range c {
		if rule.Key == key {
			return rule
		}
	}
	return nil
}

// Keys lists the keys in the order of the catalogue.
func (c Catalogue) Keys() []string {
	var keys []string
	for _, rule := range c {
		keys = append(keys, rule.Key)
	}
	return keys
}

// Words lists the keys, and the names of the groups to which a rule of the catalogue belongs.
func (c Catalogue) Words() []string {
	words := c.Keys()
	for _, g := range Groups() {
		if slices.ContainsFunc(c, func(r *Rule) bool { return r.Group() == g }) {
			words = append(words, g.Name)
		}
	}
	return words
}

// Codes lists the codes in the order of the catalogue.
func (c Catalogue) Codes() []string {
	var codes []string
	for _, rule := range c {
		codes = append(codes, rule.Code)
	}
	return codes
}

// Spellings lists all words that name a rule or a group. These are the words of Words, the keys in the other spelling
// (- instead of _), and the codes.
func (c Catalogue) Spellings() []string {
	all := c.Words()
	for _, key := range c.Keys() {
		for _, other := range []string{dashed(key), underscored(key)} {
			if other != key {
				all = append(all, other)
			}
		}
	}
	return append(all, c.Codes()...)
}

// dashed returns a key in the spelling with -.
func dashed(key string) string { return strings.ReplaceAll(key, "_", "-") }

// underscored returns a key in the spelling with _.
func underscored(key string) string { return strings.ReplaceAll(key, "-", "_") }

// Named returns the keys that a word names. A key in either spelling, or a code, names one key. A group names the keys
// of its rules. Any other word names none.
func (c Catalogue) Named(word string) []string {
	var keys []string
	for _, rule := range c {
		switch word {
		case rule.Code:
			return []string{rule.Key}
		case rule.Group().Name:
			keys = append(keys, rule.Key)
		default:
			if dashed(word) == dashed(rule.Key) {
				return []string{rule.Key}
			}
		}
	}
	return keys
}

// Match returns the keys of the rules that a pattern selects. If the pattern names rules (Named), these are the rules.
// Otherwise they are all rules whose key or code begins with the pattern or matches it as a glob. Match returns an
// error if there are none.
func (c Catalogue) Match(pattern string) ([]string, error) {
	if keys := c.Named(pattern); keys != nil {
		return keys, nil
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("bad rule pattern %q: %w", pattern, err)
	}
	var keys []string
	for _, rule := range c {
		if rule.matches(pattern) {
			keys = append(keys, rule.Key)
		}
	}
	if keys == nil {
		return nil, fmt.Errorf("no rule matches %q%s", pattern, c.Suggest(pattern))
	}
	return keys, nil
}

// matches reports whether the key or the code of the rule begins with a pattern or matches it as a glob.
func (r *Rule) matches(pattern string) bool {
	if pattern == "" {
		return false
	}
	isGlobOf := func(name string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	}
	return slices.ContainsFunc([]string{r.Key, dashed(r.Key), underscored(r.Key), r.Code}, isGlobOf) ||
		strings.HasPrefix(dashed(r.Key), dashed(pattern)) || strings.HasPrefix(r.Code, pattern)
}

// Suggest returns the code or word that is most similar to an unknown pattern, in a phrase for users. It returns "" if
// none is similar.
func (c Catalogue) Suggest(pattern string) string {
	if strings.HasPrefix(pattern, codePrefix) {
		return nearest.Suggest(pattern, c.Codes())
	}
	return nearest.Suggest(pattern, c.Words())
}

// Collect asks the rules of the catalogue about facts and returns the findings, sorted by file, line, column and key.
// The function [Collect] asks all rules.
func (c Catalogue) Collect(facts []*lanes.Fact, machine Machine, doubt Doubt) []Finding {
	return collect(c, facts, machine, doubt)
}
