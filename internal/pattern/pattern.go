// Package pattern has regular expressions that are compiled at their first use.
//
// To compile an expression takes longer than to match it once. A program that compiled all of its expressions at the
// start would spend time on those that a run does not use, and a run starts the program twice.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles a regular expression once. text must be a valid expression.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
