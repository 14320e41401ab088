package treetest

import (
	"math/rand/v2"
	"strings"
)

// Draw draws random program texts.
type Draw struct{ Rand *rand.Rand }

// NewDraw returns a Draw that draws the same texts for the same seed and kind.
func NewDraw(seed, kind uint64) Draw { return Draw{rand.New(rand.NewPCG(seed, kind))} }

// Of returns a random element of list.
func (d Draw) Of(list ...string) string { return list[d.Rand.IntN(len(list))] }

// Lines returns from least to least+2 random lines.
func (d Draw) Lines(least int, line func() string) string {
	var all strings.Builder
	for range least + d.Rand.IntN(3) {
		all.WriteString(line() + "\n")
	}
	return all.String()
}
