package grid

import (
	"reflect"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// TestContexts: the blocks of a kernel are those that the configuration lists, or else those of its launches. All
// blocks of unknown width share one context. A kernel without a known launch has one unknown block.
func TestContexts(t *testing.T) {
	root, other := kernel(), &types.Func{}
	counts := treetest.Program(t, `__device__ void wait() { __barrier_sync_count(1, 64); } __global__ void k() { wait(); }`).Roots[0]
	bounded := &cfg.Func{Decl: &types.Func{MaxThreads: 48}}
	of := func(f *cfg.Func, x, y, z int) *cfg.Launch {
		return &cfg.Launch{Kernel: f.Decl, Block: &[3]int{x, y, z}}
	}
	with := func(l *cfg.Launch, e warp.Extent) *cfg.Launch { l.Extents[0] = e; return l }
	for _, c := range []struct {
		name     string
		root     *cfg.Func
		launches []*cfg.Launch
		given    []warp.Shape
		want     []Blocks
	}{
		{"none", root, nil, nil, []Blocks{{}}},
		{"another kernel's", root, []*cfg.Launch{{Kernel: other, Block: &[3]int{64, 1, 1}}}, nil, []Blocks{{}}},
		{"given", root, []*cfg.Launch{of(root, 64, 1, 1)}, []warp.Shape{{32, 1, 1}, {32, 1, 1}}, []Blocks{{Shape: warp.Shape{32, 1, 1}}}},
		{"known", root, []*cfg.Launch{of(root, 64, 1, 1), of(root, 16, 16, 1), of(root, 64, 1, 1)}, nil,
			[]Blocks{{Shape: warp.Shape{64, 1, 1}}, {Shape: warp.Shape{16, 16, 1}}}},
		{"too large", root, []*cfg.Launch{of(root, 2048, 1, 1)}, nil, []Blocks{{}}},
		{"unknown width", root, []*cfg.Launch{of(root, 0, 1, 1), of(root, 0, 2, 1)}, nil, []Blocks{{Shape: warp.Shape{0, 0, 1}}}},
		{"computed", root, []*cfg.Launch{with(of(root, 0, 1, 1), warp.Extent{Least: 8, Most: 64, Multiple: 8})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 1, 1}, Size: warp.Extent{Least: 8, Most: 64, Multiple: 8}}}},
		{"computed, of two launches", root, []*cfg.Launch{with(of(root, 0, 1, 1), warp.Extent{Least: 8, Most: 64, Multiple: 8}),
			with(of(root, 0, 1, 1), warp.Extent{Least: 4, Most: 32, Multiple: 4})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 1, 1}, Size: warp.Extent{Least: 4, Most: 64, Multiple: 4}}}},
		{"computed, within the launch bounds", bounded, []*cfg.Launch{with(of(bounded, 0, 1, 1), warp.Extent{Least: 8, Most: 640, Multiple: 8})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 1, 1}, Size: warp.Extent{Least: 8, Most: 48, Multiple: 8}}}},
		{"whole warps", root, []*cfg.Launch{with(of(root, 0, 1, 1), warp.Extent{Least: 32, Most: 256, Multiple: 32})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 1, 1}}}},
		{"whole warps, of which a number is awaited", counts, []*cfg.Launch{with(of(counts, 0, 1, 1), warp.Extent{Least: 32, Most: 256, Multiple: 32}),
			with(of(counts, 0, 1, 1), warp.Extent{Least: 1, Most: 512, Multiple: 64}), with(of(counts, 0, 1, 1), warp.Extent{Least: 1, Most: 64, Multiple: 1})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 1, 1}, Size: warp.Extent{Least: 1, Most: 512, Multiple: 32}}, {Shape: warp.Shape{0, 1, 1}, Size: warp.Extent{Least: 1, Most: 64, Multiple: 1}}}},
		{"rows, of which a number is awaited", counts, []*cfg.Launch{{Kernel: counts.Decl, Block: &[3]int{32, 0, 1},
			Extents: [3]warp.Extent{1: {Least: 1, Most: 2, Multiple: 1}}}}, nil, []Blocks{{Shape: warp.Shape{32, 1, 1}, IsPossible: true}, {Shape: warp.Shape{32, 2, 1}, IsPossible: true}}},
		{"several dimensions", root, []*cfg.Launch{with(of(root, 0, 2, 1), warp.Extent{Least: 1, Most: 1024, Multiple: 1})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 2, 1}, Samples: [mostSamples]warp.Shape{{1, 2, 1}, {17, 2, 1}}}}},
		{"possible", root, []*cfg.Launch{{Kernel: root.Decl, Block: &[3]int{12, 1, 1}, Possible: true}, {Kernel: root.Decl, Block: &[3]int{4, 2, 1}, Possible: true}}, nil,
			[]Blocks{{Samples: [mostSamples]warp.Shape{{4, 2, 1}, {12, 1, 1}}}}},
		{"possible, and not known", root, []*cfg.Launch{{Kernel: root.Decl, Possible: true}}, nil, []Blocks{{}}},
		{"several dimensions, whole warps", root, []*cfg.Launch{with(of(root, 0, 2, 1), warp.Extent{Least: 1, Most: 1024, Multiple: 16})}, nil,
			[]Blocks{{Shape: warp.Shape{0, 2, 1}}}},
		{"several dimensions, few threads", bounded, []*cfg.Launch{with(of(bounded, 0, 8, 1), warp.Extent{Least: 2, Most: 1024, Multiple: 2})}, nil,
			[]Blocks{{Shape: warp.Shape{2, 8, 1}, IsPossible: true}, {Shape: warp.Shape{4, 8, 1}, IsPossible: true}, {Shape: warp.Shape{6, 8, 1}, IsPossible: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var shapes func(*cfg.Func) []warp.Shape
			if c.given != nil {
				shapes = func(*cfg.Func) []warp.Shape { return c.given }
			}
			if got := Contexts(&cfg.Program{Launches: c.launches}, c.root, shapes); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestOtherShapes: a kernel may be launched with several rows if it, or a function that it calls, reads the row of a
// thread. A kernel may be launched with the threads of its launch bound if the bound is no multiple of a warp.
func TestOtherShapes(t *testing.T) {
	flat := treetest.Program(t, `__global__ void k(int *d) { d[threadIdx.x] = blockDim.x; }`).Roots[0]
	rows := treetest.Program(t, `
__device__ int row() { return threadIdx.y; }
__global__ void k(int *d) { d[row()] = 1; }`).Roots[0]
	masks := treetest.Program(t, `__global__ void k() { __syncwarp(0xffu << (threadIdx.y * 8)); }`).Roots[0]
	numbers := treetest.Program(t, `__global__ void k() { if (threadIdx.y) __syncwarp(0xff); }`).Roots[0]
	of := func(shapes ...warp.Shape) []warp.Shape { return append(shapes, rowsOfOneWarp()...) }
	for _, c := range []struct {
		root  *cfg.Func
		bound int
		want  []warp.Shape
	}{
		{flat, 0, nil},
		{flat, 48, []warp.Shape{{48, 1, 1}}},
		{rows, 64, []warp.Shape{{8, 8, 1}, {1, 32, 1}}},
		{numbers, 64, []warp.Shape{{8, 8, 1}, {1, 32, 1}}},
		{masks, 0, of(warp.Shape{16, 16, 1}, warp.Shape{8, 8, 1}, warp.Shape{4, 64, 1}, warp.Shape{1, 32, 1})},
		{masks, 40, of(warp.Shape{40, 1, 1}, warp.Shape{1, 32, 1}, warp.Shape{2, 20, 1}, warp.Shape{1, 40, 1})},
		{masks, 64, of(warp.Shape{8, 8, 1}, warp.Shape{1, 32, 1})},
	} {
		c.root.Decl.MaxThreads = c.bound
		if got := OtherShapes(c.root); len(got)+len(c.want) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("bound %d: %v, want %v", c.bound, got, c.want)
		}
	}
}

// TestCommon: the extents in which two shapes agree remain.
func TestCommon(t *testing.T) {
	if got := Common(warp.Shape{32, 4, 1}, warp.Shape{32, 2, 1}); got != (warp.Shape{32, 0, 1}) {
		t.Errorf("%v", got)
	}
}

// TestComputedBlock: in a block with a computed extent, the threads beyond its end do not exist, for each extent that
// it may have.
func TestComputedBlock(t *testing.T) {
	size := warp.Extent{Least: 8, Most: 72, Multiple: 8}
	l := New(term.NewTable(), Blocks{Shape: warp.Shape{0, 1, 1}, Size: size}, kernel(), AnyWarp)
	extent, w := l.Register(cfg.NTidX).At(0), l.Number
	for _, n := range size.Sizes(100) {
		for index := range 3 {
			m := term.Model{w: uint64(index)}
			term.Any([]*term.Term{extent}, func(x *term.Term) bool {
				if x.Op == term.Var {
					m[x] = uint64(n / size.Multiple)
				}
				return false
			})
			e := term.NewEvaluator(m)
			if e.Value(extent) != uint64(n) {
				t.Fatalf("blockDim.x = %d, not %d", e.Value(extent), n)
			}
			if exists := index*warp.Size < n; e.Holds(l.Assumption) && !exists {
				t.Errorf("of %d threads warp %d is there", n, index)
			}
			for lane := range warp.Size {
				if number := index*warp.Size + lane; e.Holds(l.Alive.At(lane)) != (number < n) {
					t.Errorf("of %d threads thread %d exists: %v", n, number, number >= n)
				}
			}
		}
	}
}

// TestViews: a formula of an arbitrary warp is rewritten for a given warp by the warp's number, and for the last warp
// by the number of warps.
func TestViews(t *testing.T) {
	l := New(term.NewTable(), Blocks{Shape: warp.Shape{96, 1, 1}}, kernel(), AnyWarp)
	first := l.Register(cfg.TidX).At(5)
	for w := range 3 {
		if got := l.AsWarp(w).Rewrite(first); !got.IsConst() || got.K != uint64(32*w+5) {
			t.Errorf("lane 5 of warp %d is thread %v", w, got)
		}
		if is := l.AsWarp(w).Rewrite(l.IsWarp(1)); is.IsTrue() != (w == 1) || !is.IsConst() {
			t.Errorf("warp %d is warp 1: %v", w, is)
		}
	}
	if l.AsWarp(AnyWarp).Rewrite(first) != first || l.AsLastWarp().Rewrite(first).K != 69 {
		t.Error("any warp is another one, or the last is not the last")
	}
	if all := l.WarpsOfEveryLaunch(); !reflect.DeepEqual(all, []int{0, 1, 2}) || l.Named(AnyWarp) != nil || *l.Named(2) != 2 {
		t.Errorf("warps %v", all)
	}
	if !DiffersBetweenWarps(l.Warp) || DiffersBetweenBlocks(l.Warp) || !DiffersBetweenBlocks(l.Register(cfg.CtaidX).At(0)) || DiffersBetweenWarps(l.Register(cfg.CtaidX).At(0)) {
		t.Error("which registers tell warps and blocks apart")
	}
	only := New(term.NewTable(), Blocks{Shape: warp.Shape{96, 1, 1}}, kernel(), 2)
	if x := only.Register(cfg.TidX).At(5); !x.IsConst() || x.K != 69 || *only.Named(AnyWarp) != 2 {
		t.Errorf("lane 5 of the one warp is thread %v", x)
	}
}

// TestReads: the launch registers that questions read are recorded.
func TestReads(t *testing.T) {
	l := New(term.NewTable(), Blocks{Shape: warp.Shape{32, 1, 1}}, kernel(), AnyWarp)
	if l.HasClusters() {
		t.Error("clusters matter that nobody reads")
	}
	if threads := l.Threads(); !threads.IsConst() || threads.K != 32 {
		t.Errorf("%v threads", threads)
	}
	if at := func(reg cfg.SpecialReg) int {
		return map[cfg.SpecialReg]int{cfg.TidX: 4, cfg.TidY: 3, cfg.NTidX: 16, cfg.NTidY: 8, cfg.TidZ: 1}[reg]
	}; WarpOf(at) != (4+16*(3+8))/32 {
		t.Errorf("warp %d", WarpOf(at))
	}
}
