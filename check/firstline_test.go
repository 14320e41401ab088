package check

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// The bounds of a first line in characters, without the file's place and the kernels' names. A line of at most 160
// characters is easy to read, and freeWords leaves room for the place and the names. fixedWords is for the rules whose
// words docs/semantics.md fixes. These words have up to 125 characters. The line also has lanes and one launch, while
// masks and the key are not counted.
const (
	freeWords  = 140
	fixedWords = 200
)

// hasFixedWords are the rules whose words docs/semantics.md fixes.
var hasFixedWords = map[string]bool{
	"divergent_mask": true, "potentially_divergent_mask": true,
	"not_participating_lane_in_mask": true, "potentially_not_participating_lane_in_mask": true,
	"participating_lane_not_in_mask": true, "participating_lane_potentially_not_in_mask": true,
	"width_is_not_power_of_two": true,
}

// placeOfFinding matches the place of the finding at the beginning of a first line.
var placeOfFinding = regexp.MustCompile(`^\S+:\d+:\d+: `)

// masksAndKey matches the parts of a first line that cannot be made shorter.
var masksAndKey = regexp.MustCompile(`0b[01]{32}| \[[a-z_-]+\]$`)

// tooLong returns a complaint for each first line that is longer than its bound.
func tooLong(found []rules.Finding) (complaints []string) {
	for _, f := range found {
		var text bytes.Buffer
		if err := report.Full(&text, &report.Report{Findings: []rules.Finding{f}}); err != nil {
			return []string{err.Error()}
		}
		line, _, _ := strings.Cut(text.String(), "\n")
		words := placeOfFinding.ReplaceAllString(line, "")
		for _, c := range f.Contexts {
			words = strings.Replace(words, c.Root, "", 1)
		}
		bound := freeWords
		if hasFixedWords[f.Key] {
			words, bound = masksAndKey.ReplaceAllString(words, ""), fixedWords
		}
		if n := utf8.RuneCountInString(words); n > bound {
			complaints = append(complaints, fmt.Sprintf("a first line of %d characters beside its place, kernels, fixed masks and key, %d at most: %s", n, bound, line))
		}
	}
	return complaints
}
