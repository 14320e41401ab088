package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
	"pgregory.net/rapid"
)

// kernel is a root that reads no register.
func kernel() *cfg.Func { return &cfg.Func{Decl: &types.Func{}} }

// thread returns the indices of a thread of a block from its number.
func thread(s warp.Shape, number int) [3]int {
	return [3]int{number % s[0], number / s[0] % s[1], number / (s[0] * s[1])}
}

// checkThreads compares the registers of a warp in a model with the threads of the warp in a block.
func checkThreads(t *rapid.T, l *Launch, m term.Model, s warp.Shape, w int) {
	e := term.NewEvaluator(m)
	if !e.Holds(l.Assumption) {
		t.Fatalf("%v: the assumption rules it out", s)
	}
	for lane := range warp.Size {
		number := w*warp.Size + lane
		if exists := number < s.Threads(); e.Holds(l.Alive.At(lane)) != exists {
			t.Fatalf("%v: thread %d exists: %v", s, number, !exists)
		} else if !exists {
			continue
		}
		at := thread(s, number)
		for i, d := range blockDimensions {
			if got := e.Value(l.Register(d.tid).At(lane)); got != uint64(at[i]) {
				t.Errorf("%v: thread %d has threadIdx.%s = %d, want %d", s, number, d.name, got, at[i])
			}
			if got := e.Value(l.Register(d.ntid).At(lane)); got != uint64(s[i]) {
				t.Errorf("%v: blockDim.%s = %d", s, d.name, got)
			}
		}
	}
}

func drawExtents(t *rapid.T) warp.Shape {
	s := warp.Shape{rapid.IntRange(1, 96).Draw(t, "x"), rapid.SampledFrom([]int{1, 2, 3, 4, 8, 12, 16}).Draw(t, "y"),
		rapid.IntRange(1, 4).Draw(t, "z")}
	if rapid.Bool().Draw(t, "round") {
		s[0] = rapid.SampledFrom([]int{1, 2, 4, 8, 16, 32, 64, 96}).Draw(t, "round x")
	}
	if !s.IsLaunchable() {
		t.Skip("too large")
	}
	return s
}

// TestKnownBlock checks the threads of each warp of a block of known shape, both as an arbitrary warp and as the only
// one that is analysed.
func TestKnownBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawExtents(t)
		warps := (s.Threads() + warp.Size - 1) / warp.Size
		w := rapid.IntRange(0, warps-1).Draw(t, "warp")
		m := term.Model{}
		any := New(term.NewTable(), Blocks{Shape: s}, kernel(), AnyWarp)
		if any.Warp != nil {
			m[any.Warp] = uint64(w)
		}
		checkThreads(t, any, m, s, w)
		checkThreads(t, New(term.NewTable(), Blocks{Shape: s}, kernel(), w), nil, s, w)
		if any.Warps != warps {
			t.Errorf("%d warps, want %d", any.Warps, warps)
		}
		if is := any.AsWarp(w).Rewrite(any.IsWarp(w)); !is.IsTrue() {
			t.Errorf("warp %d is itself: %v", w, is)
		}
	})
}

// TestAssumedBlock: a block of planes of whole warps is among the assumed blocks if some of its extents are unknown,
// and its threads have the right indices there.
func TestAssumedBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawExtents(t)
		known := s
		for i := range known {
			if rapid.Bool().Draw(t, "unknown") {
				known[i] = 0
			}
		}
		p := planeOf(known)
		if known.Known() || s[p.last]%p.unit != 0 || p.inner*s[p.last]%warp.Size != 0 {
			t.Skip("no planes of whole warps")
		}
		w := rapid.IntRange(0, s.Threads()/warp.Size-1).Draw(t, "warp")
		l := New(term.NewTable(), Blocks{Shape: known}, kernel(), AnyWarp)
		m := modelOf(l, s, p, w)
		checkThreads(t, l, m, s, w)
		if number := term.NewEvaluator(m).Value(l.Number); known != (warp.Shape{}) && number != uint64(w) {
			t.Errorf("%v as %v: warp %d has the number %d", s, known, w, number)
		}
	})
}

// modelOf gives the unknowns of a launch the values that they have in a warp of a block.
func modelOf(l *Launch, s warp.Shape, p plane, w int) term.Model {
	m := term.Model{}
	first := thread(s, w*warp.Size)
	inPlane := p.inner * s[p.last] / warp.Size
	roots := []*term.Term{l.Assumption, l.Number}
	for _, d := range blockDimensions {
		roots = append(roots, l.Register(d.tid).At(0), l.Register(d.ntid).At(0))
	}
	term.Any(roots, func(x *term.Term) bool {
		o, special := x.Origin.(Origin)
		for i, d := range blockDimensions {
			switch {
			case !special:
			case o.Reg == d.ntid && strings.Contains(x.Name, "/"):
				m[x] = uint64(s[i] / p.unit)
			case o.Reg == d.ntid:
				m[x] = uint64(s[i])
			case o.Reg == d.tid && strings.Contains(x.Name, "/"):
				m[x] = uint64(w % inPlane)
			case o.Reg == d.tid:
				m[x] = uint64(first[i])
			}
		}
		return false
	})
	return m
}

// TestClusters: a grid consists of whole clusters with no more blocks than a device allows, and the place of a block in
// its cluster is right.
func TestClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, m := New(term.NewTable(), Blocks{}, kernel(), AnyWarp), term.Model{}
		values := map[cfg.SpecialReg]int{}
		set := func(reg cfg.SpecialReg, v int) {
			l.Note(reg)
			values[reg], m[l.Register(reg).At(0)] = v, uint64(v)
		}
		blocks, whole := 1, true
		for i, a := range Axes {
			axis := fmt.Sprint("xyz"[i : i+1])
			extent := rapid.IntRange(1, 4).Draw(t, "cluster "+axis)
			within := rapid.IntRange(0, extent-1).Draw(t, "within "+axis)
			number := rapid.IntRange(0, 3).Draw(t, "number "+axis)
			off := rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "off "+axis)
			set(a.Cluster, extent)
			set(a.Within, within)
			set(a.Number, number)
			set(a.At, extent*number+within+off)
			set(a.Grid, 4*extent)
			m[l.t.Var("clusters."+axis, 32, 1, l.Register(a.Grid).At(0).Hi, nil)] = 4
			blocks *= extent
			whole = whole && off == 0
		}
		if got, want := term.NewEvaluator(m).Holds(l.WholeClusters()), whole && blocks <= maxCluster; got != want {
			t.Errorf("%d blocks, at their places %v: may be: %v", blocks, whole, got)
		}
		at, grid := l.PlaceInGrid(func(reg cfg.SpecialReg) int { return values[reg] })
		for i, a := range Axes {
			if want := values[a.Cluster]*values[a.Number] + values[a.Within]; at[i] != want || grid[i] != 4*values[a.Cluster] {
				t.Errorf("at %d of %d, want %d of %d", at[i], grid[i], want, 4*values[a.Cluster])
			}
		}
	})
}
