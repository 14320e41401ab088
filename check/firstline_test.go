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

// A first line reads alone where it stays under 160 characters. The path of the file and the name of the kernel are
// as long as they are; freeWords leaves room for them. Where docs/semantics.md fixes the words, these are up to 125 characters
// long, with masks of 32 digits and the key beside them: fixedWords is for these words, the lanes and one launch.
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

// placeOfFinding is where a first line says that the finding is.
var placeOfFinding = regexp.MustCompile(`^\S+:\d+:\d+: `)

// masksAndKey are what nothing makes shorter in a first line.
var masksAndKey = regexp.MustCompile(`0b[01]{32}| \[[a-z_-]+\]$`)

// tooLong are the first lines that have grown beyond what is said of them above.
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
