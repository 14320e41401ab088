package check

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// suppression is a comment that silences findings of a rule:
//
//	// warpcheck:ignore KEY reason        on the line, or above it
//	// warpcheck:ignore-file KEY reason   in the whole file
//	// warpcheck:ignore-begin KEY reason  up to the comment warpcheck:ignore-end KEY
//	// NOLINT(warpcheck-KEY) reason       on the line
//	// NOLINTNEXTLINE(warpcheck-KEY) reason
//	// NOLINTBEGIN(warpcheck-KEY) reason  up to the comment NOLINTEND(warpcheck-KEY)
//
// A clang-tidy comment counts only if it names a rule of warpcheck. It needs no reason, because clang-tidy asks for
// none.
type suppression struct {
	pos source.Pos
	// keys lists the rules that match name, the pattern in the comment.
	keys []string
	name string
	// from and to are the first and the last covered line. Both are 0 for the whole file.
	from, to int
	used     bool
	// reason is the reason in the comment.
	reason string
	// fault states the fault of the comment, nil if the comment is valid. A comment with a fault silences nothing.
	fault error
}

var (
	directive = pattern.Of(`^\s*warpcheck:(ignore(?:-file|-begin|-end)?)(?:[ \t]|(?m:\s*$))[ \t]*(\S*)[ \t]*(.*)`)
	// lookalike matches a comment that is meant to be a suppression but has the wrong form.
	lookalike = pattern.Of(`(?i)^\s*(warpcheck([\s:-]+)(\w[\w-]*)[:(]?)`)
	noLint    = pattern.Of(`\bNOLINT(NEXTLINE|BEGIN|END)?\(([^)]*)\)[ \t]*(.*)`)
)

// suppressionsIn returns the suppressions of a file, in order.
func suppressionsIn(file string, text []byte, options *config.Config) []*suppression {
	var all []*suppression
	blocks := &blocks{}
	found := comments(string(text))
	for i, c := range found {
		pos := source.Pos{File: file, Line: c.line, Column: c.column,
			EndLine: c.endLine, EndColumn: c.endColumn}
		if m := directive().FindStringSubmatch(c.text); m != nil {
			if m[1] == "ignore-end" {
				all = append(all, blocks.end(pos, m[2])...)
				continue
			}
			s := newSuppression(pos, m[2], m[3], options)
			switch m[1] {
			case "ignore":
				s.coverLine(coveredLine(found, i))
			case "ignore-begin":
				blocks.begin(s, m[2])
			}
			all = append(all, s)
		} else if m := lookalike().FindStringSubmatch(c.text); m != nil && meansIgnore(m[2], m[3]) {
			all = append(all, &suppression{pos: pos, fault: fmt.Errorf(
				"%q silences nothing: write warpcheck:ignore, the key of a rule and the reason", m[1])})
		}
		for _, m := range noLint().FindAllStringSubmatch(c.text, -1) {
			all = append(all, blocks.noLint(pos, m[1], m[2], m[3], options)...)
		}
	}
	blocks.close()
	return all
}

// coverLine makes the suppression cover one line.
func (s *suppression) coverLine(line int) { s.from, s.to = line, line }

// meansIgnore reports whether a comment is a misspelled suppression. Otherwise it is a sentence that begins with the
// tool's name. separator is the text between the tool's name and word.
func meansIgnore(separator, word string) bool {
	word = strings.ToLower(word)
	switch {
	case separator == ":":
		return true
	case strings.Contains(separator, ":"):
		_, close := nearest.Closest(word, []string{"ignore", "ignore-file", "ignore-begin", "ignore-end"})
		return close
	}
	return word == "ignore" || strings.HasPrefix(word, "ignore-")
}

// newSuppression returns the suppression of a warpcheck comment with these operands.
func newSuppression(pos source.Pos, pattern, reason string, c *config.Config) *suppression {
	s := &suppression{pos: pos, name: pattern, reason: strings.TrimSpace(reason)}
	if pattern == "" {
		s.fault = errors.New("the suppression names no rule: write the key, then the reason")
		return s
	}
	keys, err := rules.All().Match(pattern)
	switch {
	case strings.Contains(pattern, ","):
		s.fault = fmt.Errorf("the suppression silences nothing: %q names several rules: write a comment for each", pattern)
	case err != nil:
		s.fault = fmt.Errorf("the suppression silences nothing: %w", err)
	case strings.TrimSpace(reason) == "":
		s.fault = fmt.Errorf("the suppression of %s gives no reason: write one after the key", pattern)
	}
	if s.fault == nil {
		s.fault = unjustified(c, keys, s.reason)
	}
	s.keys = keys
	return s
}

// Justification is a suppression with its reason, as an external checker of reasons gets it.
type Justification struct {
	Keys   []string
	Reason string
	Pos    source.Pos
}

// judgedBy passes the reason of a valid suppression to judge. The error of judge becomes the fault of the suppression.
func (s *suppression) judgedBy(judge func(Justification) error) {
	if s.fault != nil {
		return
	}
	if wrong := judge(Justification{s.keys, s.reason, s.pos}); wrong != nil {
		s.fault = fmt.Errorf("the reason %q of the suppression of %s %w", s.reason, strings.Join(s.keys, ", "), wrong)
	}
}

// unjustified returns an error if the reason of a suppression is not accepted, and nil if it is. The option
// justification_checker of the rules decides this.
func unjustified(c *config.Config, keys []string, reason string) error {
	for _, key := range keys {
		if options := c.Rules[key]; !justified(options, reason) {
			return fmt.Errorf("the reason %q of the suppression of %s is not one that justification_checker accepts: it has to match %q",
				reason, key, options.JustificationChecker)
		}
	}
	return nil
}

// coveredLine returns the line to which comment i applies. That is its own line if code precedes it. Otherwise it is
// the line below it and below the comments that directly follow.
func coveredLine(all []comment, i int) int {
	if !all[i].alone {
		return all[i].line
	}
	next := all[i].endLine + 1
	for _, c := range all[i+1:] {
		if c.line != next || !c.alone {
			break
		}
		next = c.endLine + 1
	}
	return next
}

// covers reports whether the suppression silences the finding f.
func (s *suppression) covers(f *rules.Finding) bool {
	if s.fault != nil || f.Pos.File != s.pos.File || !slices.Contains(s.keys, f.Key) {
		return false
	}
	return s.from == 0 || f.Pos.Line <= s.to && s.from <= max(f.Pos.Line, f.Pos.EndLine)
}

// configsOf maps the identity of each file to the configuration that governs it. For an input, that is its own
// configuration. For another file, it is that of the first unit that reads it.
func (c *checker) configsOf(inputs []load.Input, units []*unit) map[string]*config.Config {
	configs := map[string]*config.Config{}
	add := func(file string, settings *config.Config) {
		if id := c.loader.Identity(file); configs[id] == nil {
			configs[id] = settings
		}
	}
	for _, in := range inputs {
		add(in.Path, in.Config)
	}
	for _, u := range units {
		for _, file := range u.Files {
			add(file, u.Input.Config)
		}
	}
	return configs
}

// suppressor holds the suppressions of the files that were asked for so far.
type suppressor struct {
	files map[string][]*suppression
	// configs holds the configuration of each file, by the identity of the file.
	configs map[string]*config.Config
	// texts caches the contents of files.
	texts map[string][]byte
	read  func(file string) ([]byte, error)
	// judge returns an error if a reason is not accepted, and nil if it is. If judge is nil, all reasons are accepted.
	judge func(Justification) error
}

// suppressionsIn returns the suppressions of a file, from a cache. A file that cannot be read has none.
func (s *suppressor) suppressionsIn(file string) []*suppression {
	if all, ok := s.files[file]; ok {
		return all
	}
	c := s.configs[load.Identity(file)]
	if c == nil {
		c = &config.Config{}
	}
	for _, text := range load.CodeOf(file, s.text(file)) {
		s.files[file] = append(s.files[file], suppressionsIn(file, text, c)...)
	}
	if s.judge != nil {
		for _, one := range s.files[file] {
			one.judgedBy(s.judge)
		}
	}
	return s.files[file]
}

// text returns the content of a file, from a cache. It is empty if the file cannot be read.
func (s *suppressor) text(file string) []byte {
	if text, ok := s.texts[file]; ok {
		return text
	}
	s.texts[file], _ = s.read(file)
	return s.texts[file]
}

// markUsed marks the suppressions that cover a finding. One without a mark silences nothing.
func (s *suppressor) markUsed(all *sortedOut) {
	for _, findings := range [][]rules.Finding{all.shown, all.hidden, all.open, all.listed} {
		s.filter(findings)
	}
}

// filter divides findings into findings that no comment covers, and findings that a comment suppresses.
func (s *suppressor) filter(findings []rules.Finding) (kept []rules.Finding, dropped []rules.Suppressed) {
	for i := range findings {
		var first *suppression
		for _, sup := range s.suppressionsIn(findings[i].Pos.File) {
			if sup.covers(&findings[i]) {
				sup.used = true
				if first == nil {
					first = sup
				}
			}
		}
		if first == nil {
			kept = append(kept, findings[i])
			continue
		}
		dropped = append(dropped, rules.Suppressed{Finding: findings[i], By: rules.SilencedByComment, Pos: first.pos, Reason: first.reason})
	}
	return kept, dropped
}

// notices returns notices about suppressions in a file that are faulty or that silenced nothing. enabled is the set of
// rules of this run. A suppression of another rule may be used in another run, so it is not reported. A suppression is
// not reported either if isAmong is false for its comment and for all lines that it covers. A nil isAmong counts as
// true for all lines.
func (s *suppressor) notices(file string, enabled map[string]bool, isAmong among) (found []rules.Notice, err error) {
	for _, sup := range s.suppressionsIn(file) {
		fault := sup.fault
		if fault == nil && !sup.used && sup.lookedFor(enabled) {
			fault = fmt.Errorf("the suppression of %s silences nothing: remove it", sup.name)
		}
		if fault == nil {
			continue
		}
		is, failed := sup.touches(isAmong)
		err = cmp.Or(err, failed)
		if is {
			found = append(found, rules.Notice{Severity: rules.Warning, Pos: sup.pos, Text: fault.Error()})
		}
	}
	return found, err
}

// touches reports whether isAmong is true for the comment or for a line that the suppression covers. It returns true if
// isAmong is nil.
func (s *suppression) touches(isAmong among) (bool, error) {
	if isAmong == nil {
		return true, nil
	}
	first, last := min(s.pos.Line, s.from), max(s.pos.EndLine, s.to)
	if s.from == 0 {
		first, last = 1, math.MaxInt
	}
	return isAmong(s.pos.File, first, last)
}

// lookedFor reports whether one of the suppression's rules is in enabled.
func (s *suppression) lookedFor(enabled map[string]bool) bool {
	return slices.ContainsFunc(s.keys, func(key string) bool { return enabled[key] })
}
