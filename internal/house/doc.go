// Package house holds tests of how the program is written. Its words test counts the private words of
// comments, those that only its authors understood, and keeps the counts from rising:
//
//	go test ./internal/house -update    # lower the limits to today's counts
//
// Another test checks the types of all packages and finds selectors that go through several embedded fields, and
// types whose methods name the receiver in two ways. A third holds the imports of lanes against the table of
// layers in docs/architecture.md.
package house
