// Package distinct appends to lists that hold each value once. The lists are short, or their order matters, so that a
// map would not be simpler.
package distinct

import "slices"

// Append appends to list each of the values that list does not have yet.
func Append[T comparable](list []T, values ...T) []T {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
