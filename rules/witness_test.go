package rules

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

func TestTogetherLinesOfALoop(t *testing.T) {
	site := &cfg.Instr{Pos: source.Pos{File: "k.cu", Line: 7}}
	var rounds []lanes.Together
	for round := range 32 {
		rounds = append(rounds, lanes.Together{Site: site, Iterations: []int{round}})
	}
	said := "__activemask() in line 7 may name any part of the lanes that come: here come "
	if got, want := togetherLines(rounds), []string{said + "all lanes together"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for round := range rounds {
		rounds[round].Keys[round] = 1
	}
	want := []string{
		said + "lane 0 together, and lanes 1-31", said + "lanes 0, 2-31 together, and lane 1",
		said + "lanes 0-1, 3-31 together, and lane 2", said + "lanes 0-2, 4-31 together, and lane 3",
		"28 more such groups of lanes come to __activemask()",
	}
	if got := togetherLines(rounds); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
