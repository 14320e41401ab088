// Package house tests how warpcheck is written. One test counts the private words of comments, which only the authors
// understood, and fails if a count rises:
//
//	go test ./internal/house -update    # lower the limits to today's counts
//
// Another test checks the types of all packages. It finds selectors that pass through several embedded fields, and
// types whose methods name the receiver in two ways. A third compares the imports of lanes with the table of layers in
// docs/architecture.md.
package house
