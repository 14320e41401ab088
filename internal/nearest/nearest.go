// Package nearest finds the known word that a person may have meant by an unknown one.
package nearest

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Suggest is `, did you mean "x"?` for the closest known word, or a list of
// the known words when none is close.
func Suggest(word string, known []string) string {
	if best, close := Closest(word, known); close {
		return fmt.Sprintf(", did you mean %q?", best)
	}
	return ", known are " + Enumerate(known)
}

// Closest is the known word that a person may have meant by another; false where none is close.
func Closest(word string, known []string) (best string, close bool) {
	distance := len(word)/2 + 1
	for _, k := range known {
		if d := levenshtein.ComputeDistance(word, k); d < distance {
			best, distance = k, d
		}
	}
	return best, best != ""
}

// enumerated is how many words a message lists.
const enumerated = 20

// Enumerate lists words for a message, the first of many.
func Enumerate(words []string) string {
	if more := len(words) - enumerated; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:enumerated], ", "), more)
	}
	return strings.Join(words, ", ")
}
