package exec

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/warp"
)

// TestAccesses: if races are looked for, each access to shared memory that may conflict is recorded with the byte at
// which it begins in each lane, in program order among the barriers.
func TestAccesses(t *testing.T) {
	in := interpretText(t, body(`
  __shared__ int s[64], own[32];
  s[lane] = n;
  __syncwarp(~0u);
  if (lane < 16) d[lane] = s[lane + 1];
  own[lane] = 3;
  s[63 - lane] = d[lane];
  d[lane] = own[lane];`), oneWarp, func(s *Setting) {
		s.Racing = true
		s.Sliced, _ = slice.OfShared(s.Root, s.Functions.Policy())
	})
	want := []struct {
		op    cfg.Op
		at    func(l uint64) uint64
		lanes warp.Lanes
		after int
	}{
		{cfg.Store, func(l uint64) uint64 { return 4 * l }, warp.All, 0},
		{cfg.Load, func(l uint64) uint64 { return 4 * (l + 1) }, 0xffff, 1},
		{cfg.Store, func(l uint64) uint64 { return 4 * (63 - l) }, warp.All, 1},
	}
	n := 0
	for _, a := range in.log.Accesses {
		if a.Object.Name != "s" {
			continue
		}
		if n == len(want) {
			t.Fatalf("%d accesses", len(in.log.Accesses))
		}
		w := want[n]
		n++
		set, known := lanesOn(in, input{}, a.Guard)
		if a.Instr.Op != w.op || !known || set != w.lanes || a.After != w.after || a.Size != 4 {
			t.Errorf("access %d: %v by lanes %v, %d bytes, after %d events", n, a.Instr, set, a.Size, a.After)
		}
		for l := range uint64(warp.Size) {
			if x := a.At.At(int(l)); !x.IsConst() || x.K != w.at(l) {
				t.Errorf("access %d: lane %d is at %v, want %d", n, l, x, w.at(l))
			}
		}
	}
	if n != len(want) {
		t.Errorf("%d accesses, want %d", n, len(want))
	}
	if first, later := in.log.Accesses[0], in.log.Accesses[1]; !first.MayConflict(later) || later.MayConflict(later) || len(in.log.Links) != 0 {
		t.Error("which accesses may conflict is not told")
	}
}
