// Package nearest finds the known word that a person may have meant when they wrote an unknown one.
package nearest

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Suggest returns `, did you mean "x"?` with the closest of words, or a text that lists words if none is close.
func Suggest(word string, words []string) string {
	if best, close := Closest(word, words); close {
		return fmt.Sprintf(", did you mean %q?", best)
	}
	return ", known are " + Enumerate(words)
}

// Closest returns the word in words that differs from word by the fewest edits. It returns false if each of words
// differs by more edits than half the length of word.
func Closest(word string, words []string) (best string, close bool) {
	distance := len(word)/2 + 1
	for _, k := range words {
		if d := levenshtein.ComputeDistance(word, k); d < distance {
			best, distance = k, d
		}
	}
	return best, best != ""
}

// enumerated is the largest number of words in a list.
const enumerated = 20

// Enumerate returns words as a list for a message. If there are many, it lists the first ones and counts the others.
func Enumerate(words []string) string {
	if more := len(words) - enumerated; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:enumerated], ", "), more)
	}
	return strings.Join(words, ", ")
}
