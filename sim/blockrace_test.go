package sim_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// blockBodies are kernel bodies on three warps. A line that ends in "// race" is the later access of a race between
// threads of two warps, and no other line is.
var blockBodies = map[string]string{
	"the other end of the array": `
  s[T] = T;
  int x = s[95 - T];  // race`,
	"a barrier of the block": `
  s[T] = T;
  __syncthreads();
  int x = s[95 - T];`,
	"a barrier of the warp": `
  s[T] = T;
  __syncwarp();
  int x = s[95 - T];  // race`,
	"lanes of one warp": `
  s[T] = T;
  int x = s[T ^ 1];`,
	"slices": `
  int *mine = s + T / 32 * 32;
  mine[L] = T;
  int x = mine[31 - L];`,
	"a cell that one thread writes": `
  if (T == 0) s[0] = 5;
  int x = s[0];  // race`,
	"a cell that one thread writes before a barrier": `
  if (T == 0) s[0] = 5;
  __syncthreads();
  int x = s[0];
  if (T == 0) s[0] = 6;  // race`,
	"one value": `
  s[0] = 7;
  __syncthreads();
  s[0] = 7;
  int x = s[0];`,
	"one value, over another": `
  s[0] = 5;
  __syncthreads();
  s[0] = 7;
  int x = s[0];`,
	"one value, over another, of some threads": `
  s[0] = 5;
  __syncthreads();
  if (T % 2 == 0) s[0] = 7;
  int x = s[0];  // race`,
	"one value, over another, read by who stored a third": `
  s[0] = 5;
  __syncthreads();
  s[0] = 7;
  if (T == 0) s[0] = 8;  // race
  int x = s[0];  // race`,
	"stores of each thread": `
  s[0] = T;  // race`,
	"atomics among themselves": `
  atomicAdd(&s[0], 1);
  int x = s[0];  // race`,
	"a reduction without the barrier of its iteration": `
  s[T] = T;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2)
    if (T < d) s[T] += s[T + d];`,
	"a reduction of more than a warp without it": `
  s[T] = T;
  __syncthreads();
  for (int d = 48; d > 2; d /= 2)
    if (T < d) s[T] += s[T + d];  // race`,
	"a reduction": `
  s[T] = T;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (T < d && T + d < 96) s[T] += s[T + d];
    __syncthreads();
  }`,
	"a buffer that is used again": `
  for (int i = 0; i < 3; ++i) {
    s[T] = i + T;  // race
    __syncthreads();
    int x = s[95 - T];
  }`,
	"two buffers in turn": `
  for (int i = 0; i < 3; ++i) {
    s[i % 2 * 96 + T] = i + T;
    __syncthreads();
    int x = s[i % 2 * 96 + 95 - T];
  }`,
	"threads that leave early": `
  s[T] = T;
  if (T >= 64) return;
  __syncthreads();
  int x = s[95 - T];`,
	"a numbered barrier of two warps": `
  s[T] = T;
  if (T < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    int x = s[63 - T];
    int y = s[95 - T];  // race
  }`,
	"who arrives and who waits": `
  if (T < 32) {
    s[T] = T;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (T < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    int x = s[T - 32];
  }`,
	"who arrives knows nothing": `
  if (T < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    s[T] = T;
  } else if (T < 64) {
    s[T - 32] = 2 * T;  // race
    asm volatile("bar.sync 1, 64;" ::: "memory");
    int x = s[T - 32];  // race
  }`,
	"a ring of two": `
  for (int i = 0; i < 4; ++i) {
    if (T < 32) {
      if (i > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      s[T] = i + T;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (T < 64) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      int x = s[T - 32];
      if (i < 3) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }`,
	"a chain of a warp's barrier and one of the block": `
  if (T == 3) s[0] = 5;
  __syncwarp();
  if (T == 0) s[1] = s[0];
  __syncthreads();
  int x = s[0] + s[1];`,
}

func TestRacesOfABlock(t *testing.T) {
	const before = "#define T threadIdx.x\n__shared__ int s[192];\n"
	isLater := func(t *testing.T, fn *cfg.Func) func(line int) bool {
		block := sim.RunBlock(sim.Input{Func: fn, Shape: warp.Shape{96, 1, 1}, Races: true})
		if !block.IsComplete() || len(block.Waits)+len(block.Deserted) > 0 {
			t.Fatalf("not to be trusted, or broken: %v, %v", block.Waits, block.Deserted)
		}
		return func(line int) bool {
			return slices.ContainsFunc(block.Races(), func(r sim.Race) bool {
				return r.Later.Warp != r.Earlier.Warp && r.Later.Site.Pos.Line == line
			})
		}
	}
	checkMarks(t, before, "// race", blockBodies, isLater)
}
