package treetest

import (
	"math/rand/v2"
	"strings"
)

// Draw draws the text of programs.
type Draw struct{ Rand *rand.Rand }

// NewDraw draws the same texts for the same seed and kind.
func NewDraw(seed, kind uint64) Draw { return Draw{rand.New(rand.NewPCG(seed, kind))} }

// Of is one of a list.
func (d Draw) Of(list ...string) string { return list[d.Rand.IntN(len(list))] }

// Lines are from least to two more, drawn one after the other.
func (d Draw) Lines(least int, line func() string) string {
	var all strings.Builder
	for range least + d.Rand.IntN(3) {
		all.WriteString(line() + "\n")
	}
	return all.String()
}
