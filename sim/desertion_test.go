package sim_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// desertions are kernel bodies on two warps. A line that ends in "// left" has a barrier at which one warp waits and
// which the other never reaches, and no other line has one.
var desertions = map[string]string{
	"both come": `
  __syncthreads();`,
	"one comes": `
  if (threadIdx.x < 32)
    __syncthreads();  // left`,
	"one comes once more": `
  for (int i = 0; i <= threadIdx.x / 32; ++i)
    __syncthreads();  // left`,
	"the other has left the kernel": `
  if (threadIdx.x < 32) return;
  __syncthreads();`,
	"the other leaves behind a barrier": `
  __syncthreads();
  if (threadIdx.x < 32) return;
  __syncthreads();`,
	"lanes of the other have left the kernel": `
  if (threadIdx.x < 32 && L < 16) return;
  if (threadIdx.x >= 32)
    __syncthreads();  // left`,
	"each at another barrier": `
  if (threadIdx.x < 32)
    __syncthreads();  // left
  else
    __syncthreads();  // left`,
	"two barriers in two orders": `
  for (int i = 0; i < 2; ++i)
    if (i == threadIdx.x / 32)
      __syncthreads();  // left
    else
      __syncthreads_or(0);  // left`,
	"two barriers in one order": `
  for (int i = 0; i < 2; ++i)
    if (i == n)
      __syncthreads();
    else
      __syncthreads_or(0);`,
	"a tile of both warps, of which one comes": `
  __shared__ cooperative_groups::block_tile_memory<64> m;
  auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block(m));
  if (threadIdx.x < 32)
    tile.sync();  // left`,
	"a tile of both warps in two branches": `
  __shared__ cooperative_groups::block_tile_memory<64> m;
  auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block(m));
  if (threadIdx.x < 32)
    tile.sync();  // left
  else
    tile.sync();  // left`,
	"a tile of one warp, of which one comes": `
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  if (threadIdx.x < 32)
    tile.sync();`,
}

func TestDesertions(t *testing.T) {
	isLeft := func(t *testing.T, fn *cfg.Func) func(line int) bool {
		b := sim.RunBlock(sim.Input{Func: fn, Shape: warp.Shape{64, 1, 1}})
		if !b.IsComplete() {
			t.Fatal("the machine does not come to an end")
		}
		return func(line int) bool {
			return slices.ContainsFunc(b.Deserted, func(d sim.Desertion) bool { return lineOf(d.Rendezvous) == line })
		}
	}
	checkMarks(t, "#include <cooperative_groups.h>\n", "// left", desertions, isLeft)
}

// lineOf is the line of the kernel in which a rendezvous is.
func lineOf(p *sim.Rendezvous) int {
	if len(p.Path) > 0 {
		return p.Path[0].Line
	}
	return p.Site.Pos.Line
}
