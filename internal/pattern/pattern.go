// Package pattern has regular expressions that are compiled when they are first used.
//
// To compile one takes longer than to match it once, and a program that compiles all of its own when it starts
// pays for those that a run does without: a run starts the program twice.
package pattern

import (
	"regexp"
	"sync"
)

// Of is a regular expression by its text, which must be one.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
