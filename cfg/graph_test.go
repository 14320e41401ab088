package cfg

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
	"pgregory.net/rapid"
)

// sketch builds the graph of a function from one word list per block: the
// targets' numbers, or "falls", "early", "exit" for the ends. "sync" puts a
// collective into the block.
func sketch(lines ...string) *Func {
	f := &Func{Name: "sketch"}
	for range lines {
		f.Blocks = append(f.Blocks, &Block{})
	}
	for i, line := range lines {
		sketchBlock(f, f.Blocks[i], strings.Fields(line))
	}
	finish(f)
	setJoins(f, map[*Func]bool{})
	return f
}

func sketchBlock(f *Func, blk *Block, words []string) {
	add := func(in *Instr) *Instr {
		blk.Instrs = append(blk.Instrs, in)
		return in
	}
	name := add(&Instr{Op: Pure, Type: types.Boolean, Text: fmt.Sprint(blockNumber(f, blk))})
	for _, w := range words {
		switch w {
		case "falls", "early":
			blk.Term = Terminator{Kind: Return, Falls: w == "falls"}
		case "exit":
			blk.Term.Kind = Exit
		case "sync":
			add(&Instr{Op: Collective_, Collective: NewCollective(Class{Kind: SyncWarp}, "__syncwarp")})
		default:
			var target int
			fmt.Sscan(w, &target)
			blk.Term.Targets = append(blk.Term.Targets, f.Blocks[target])
		}
	}
	switch n := len(blk.Term.Targets); {
	case n == 2:
		blk.Term.Kind, blk.Term.Cond = If, name
	case n > 2:
		blk.Term.Kind, blk.Term.Cond = Switch, name
		for i := range n - 1 {
			blk.Term.Cases = append(blk.Term.Cases, [2]int64{int64(i), int64(i)})
		}
	}
}

func blockNumber(f *Func, blk *Block) int {
	for i, b := range f.Blocks {
		if b == blk {
			return i
		}
	}
	return -1
}

// joinsOf lists "branch>join" for each block that ends in a branch. The blocks have their numbers in the sketch.
func joinsOf(f *Func) string {
	var out []string
	for _, blk := range f.Blocks {
		if len(blk.Succs) < 2 {
			continue
		}
		join := "none"
		if blk.Join != nil {
			join = blk.Join.Instrs[0].Text
		}
		out = append(out, blockName(blk)+">"+join)
	}
	return strings.Join(out, " ")
}

// blockName is the number of the last sketched block in a merged block.
func blockName(blk *Block) string {
	name := ""
	for _, in := range blk.Instrs {
		if in.Op == Pure {
			name = in.Text
		}
	}
	return name
}

func TestJoins(t *testing.T) {
	for _, test := range []struct {
		name  string
		graph []string
		want  string
	}{
		{"if and else", []string{"1 2", "3", "3", "falls"}, "0>3"},
		{"if without else", []string{"1 2", "2", "falls"}, "0>2"},
		{"early return", []string{"1 2", "early", "falls"}, "0>2"},
		{"early return of both sides", []string{"1 2", "early", "early"}, "0>none"},
		{"exit in an arm", []string{"1 2", "exit", "falls"}, "0>2"},
		{"while", []string{"1", "2 3", "1", "falls"}, "1>3"},
		{"break", []string{"1", "2 4", "4 3", "1", "falls"}, "1>4 2>4"},
		{"break or return", []string{"1", "2 4", "5 3", "1", "falls", "early"}, "1>4 2>3"},
		{
			"both sides leave, a collective first",
			[]string{"1 5", "2 3", "4", "4", "sync early", "falls"}, "0>5 1>4",
		},
		{
			"both sides leave, nothing left to do",
			[]string{"1 5", "2 3", "4", "4", "early", "falls"}, "0>5 1>none",
		},
		{"loop left by return", []string{"1", "2 3", "early", "sync 1"}, "1>none"},
		{"loop left by return, collective after", []string{"1", "2 3", "sync early", "1"}, "1>2"},
		{"endless loop", []string{"1", "2 3", "4", "4", "sync 1"}, "1>4"},
		{"endless loop on one side", []string{"1 2", "1", "falls"}, "0>2"},
		{"switch with fallthrough", []string{"1 2 3", "2", "3", "falls"}, "0>3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := sketch(test.graph...)
			if err := Check(f); err != nil {
				t.Fatal(err)
			}
			if got := joinsOf(f); got != test.want {
				t.Errorf("joins %s, want %s", got, test.want)
			}
		})
	}
}

func TestLoops(t *testing.T) {
	// for (;;) { while (c) body; if (d) break; }
	f := sketch("1", "2", "3 4", "2", "1 5", "falls")
	if err := Check(f); err != nil {
		t.Fatal(err)
	}
	if len(f.Loops) != 2 || f.Irreducible {
		t.Fatalf("%d loops, irreducible %v; want 2, false", len(f.Loops), f.Irreducible)
	}
	outer, inner := f.Loops[0], f.Loops[1]
	if inner.Parent != outer || outer.Depth != 1 || inner.Depth != 2 {
		t.Errorf("inner loop has depth %d, outer %d", inner.Depth, outer.Depth)
	}
	if len(inner.Blocks) != 2 || len(outer.Blocks) != 4 {
		t.Errorf("%d and %d blocks, want 2 and 4", len(inner.Blocks), len(outer.Blocks))
	}
}

func TestIrreducible(t *testing.T) {
	f := sketch("1 2", "2", "1 3", "falls")
	if err := Check(f); err != nil {
		t.Fatal(err)
	}
	if !f.Irreducible || len(f.Loops) != 0 {
		t.Errorf("irreducible %v with %d loops, want true with none", f.Irreducible, len(f.Loops))
	}
}

// TestRandomGraphs runs the checker, which shares no code with what it checks,
// over arbitrary graphs.
func TestRandomGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "blocks")
		var lines []string
		for range n {
			if end := rapid.SampledFrom([]string{"falls", "early", "exit", "", "", "", ""}).
				Draw(t, "end"); end != "" {
				lines = append(lines, end)
				continue
			}
			line := rapid.SampledFrom([]string{"", "", "sync"}).Draw(t, "sync")
			for range rapid.IntRange(1, 3).Draw(t, "targets") {
				line += fmt.Sprintf(" %d", rapid.IntRange(0, n-1).Draw(t, "target"))
			}
			lines = append(lines, line)
		}
		if err := Check(sketch(lines...)); err != nil {
			t.Fatalf("%v\n%s", err, strings.Join(lines, "\n"))
		}
	})
}
