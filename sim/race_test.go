package sim_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// raceBodies are kernel bodies on one warp. A line that ends in "// race" is the later access of a race, and no other
// line is.
var raceBodies = map[string]string{
	"neighbours": `
  s[L] = L;
  int x = s[L ^ 1];  // race
  if (x > 40) s[0] = x;`,
	"a barrier between": `
  s[L] = L;
  __syncwarp();
  int x = s[L ^ 1];`,
	"a block barrier between": `
  s[L] = L;
  __syncthreads();
  int x = s[L ^ 1];`,
	"a shuffle orders nothing": `
  s[L] = L;
  int w = __shfl_xor_sync(FULL, L, 1) + __any_sync(FULL, L);
  int x = s[L ^ 1];  // race`,
	"a barrier that misses lanes": `
  s[L] = L;
  if (L < 16) __syncwarp(0xffff);
  int x = s[L ^ 1];  // race`,
	"barriers of the halves, and lanes that stay in them": `
  s[L] = L;
  __syncwarp(L < 16 ? 0xffff : 0xffff0000);
  int x = s[L ^ 8];`,
	"barriers of the halves, and lanes that do not": `
  s[L] = L;
  __syncwarp(L < 16 ? 0xffff : 0xffff0000);
  int x = s[L ^ 16];  // race`,
	"a chain of barriers": `
  if (L == 0) s[0] = 5;
  if (L < 2) __syncwarp(3);
  if (L == 1 || L == 2) __syncwarp(6);
  int x = L == 2 ? s[0] : 0;`,
	"a chain that begins too early": `
  if (L == 1 || L == 2) __syncwarp(6);
  if (L == 0) s[0] = 5;
  if (L < 2) __syncwarp(3);
  int x = L == 2 ? s[0] : 0;  // race`,
	"a read and a store of one statement": `
  s[L] = L;
  s[L + 32] = L;
  __syncwarp();
  s[L] += s[L + 1];  // race`,
	"a store of an iteration before, and of an iteration behind": `
  for (int i = 0; i < 2; ++i) {
    int x = s[L ^ 1];  // race
    s[L] = i + x;  // race
  }`,
	"sides of a branch in the order of the text": `
  if (L < 16) s[L] = 1;
  else s[L ^ 16] = L;  // race`,
	"a lane that has left before a barrier that names it": `
  s[L] = L;
  if (L == 0) return;
  __syncwarp();
  int x = s[L ^ 1];`,
	"the last lane has left before a barrier that names it": `
  s[L] = L;
  if (L == 31) return;
  __syncwarp();
  int x = s[L ^ 1];`,
	"a lane that has left before a barrier that does not name it": `
  s[L] = L;
  if (L == 0) return;
  __syncwarp(0xfffffffe);
  int x = s[L ^ 1];  // race`,
	"stores by one statement": `
  s[L / 2] = L;
  s[0] = L;  // race`,
	"stores of one value": `
  s[0] = 7;
  if (L > 3) s[0] = 7;
  if (L > 3) s[0] = 8;  // race`,
	"atomics among themselves": `
  atomicAdd(&s[0], 1);
  atomicMax(&s[0], L);
  s[0] = 3;  // race`,
	"two sides of a branch": `
  if (L < 16) s[L] = L;
  else s[L] = s[L - 16];  // race`,
	"two sides that meet": `
  if (L < 16) { s[L] = L; __syncwarp(); }
  else { __syncwarp(); s[L] = s[L - 16]; }`,
	"two sides that meet too early": `
  if (L < 16) { s[L] = L; __syncwarp(); }
  else { s[L] = s[L - 16]; __syncwarp(); }  // race`,
	"the next iteration": `
  for (int i = 0; i < 3; ++i) {
    s[L] = i + L;  // race
    __syncwarp();
    int x = s[L ^ 1];
  }`,
	"two barriers in an iteration": `
  for (int i = 0; i < 3; ++i) {
    s[L] = i + L;
    __syncwarp();
    int x = s[L ^ 1];
    __syncwarp();
  }`,
	"what is read again and again": `
  int x = 0;
  for (int i = 0; i < 4; ++i) x += s[L ^ 1];
  s[L] = x;  // race`,
	"what is stored again and again, one value and at last another": `
  for (int i = 0; i < 4; ++i) s[L] = 7;
  if (L > 3) s[L ^ 1] = 7;
  __syncwarp();
  for (int i = 0; i < 4; ++i) s[L] = i;
  if (L > 3) s[L ^ 1] = 3;  // race`,
	"what is stored again and again, for once another value": `
  for (int i = 0; i < 4; ++i) s[L] = i == 1 ? 5 : 7;
  if (L > 3) s[L ^ 1] = 7;  // race`,
	"two buffers": `
  for (int i = 0; i < 6; ++i) {
    s[i % 2 * 32 + L] = i + L;
    __syncwarp();
    int x = s[i % 2 * 32 + (L ^ 1)];
  }`,
	"parts of a struct": `
  pairs[L].x = L;
  int x = pairs[L ^ 1].y;
  pairs[L].y = 2;  // race`,
	"a fence and a flag": `
  volatile int *flag = s + 40;
  if (L == 0) { pairs[0].x = 5; __threadfence_block(); *flag = 1; }
  if (L == 1 && *flag) pairs[1].x = pairs[0].x;`,
	"a fence alone": `
  s[L] = L;
  __threadfence_block();
  int x = s[L ^ 1];  // race`,
	"a function's access": `
  auto put = [](int *p, int l) { p[l] = 2 * l; };
  put(s, L);
  int x = s[L ^ 1];  // race`,
}

func TestRaces(t *testing.T) {
	const before = `struct pair { int x, y; };
__shared__ int s[64];
__shared__ pair pairs[32];
`
	isLater := func(t *testing.T, fn *cfg.Func) func(line int) bool {
		out := sim.Run(sim.Input{Func: fn, Shape: warp.Shape{32, 1, 1}, Races: true})
		if !out.IsComplete() || len(out.Violations) > 0 {
			t.Fatalf("unknown %q, violations %v", out.Unknown, out.Violations)
		}
		return func(line int) bool {
			return slices.ContainsFunc(out.Races(), func(r sim.Race) bool { return r.Later.Site.Pos.Line == line })
		}
	}
	checkMarks(t, before, "// race", raceBodies, isLater)
}

// checkMarks runs kernel bodies. find must report exactly the lines that end in the mark.
func checkMarks(t *testing.T, before, mark string, bodies map[string]string, find func(*testing.T, *cfg.Func) func(line int) bool) {
	t.Helper()
	names, texts := slices.Sorted(maps.Keys(bodies)), []string(nil)
	for _, name := range names {
		texts = append(texts, prologue+bodies[name]+"\n}")
	}
	for i, fn := range kernelsOf(t, before, texts) {
		t.Run(names[i], func(t *testing.T) {
			isFound := find(t, fn)
			for n, text := range strings.Split(bodies[names[i]], "\n") {
				if wanted := strings.HasSuffix(text, mark); wanted != isFound(fn.Decl.Pos.Line+1+n) {
					t.Errorf("%q: found %t", text, !wanted)
				}
			}
		})
	}
}

// TestRacesInOrder checks that, of many lanes that race for a byte, the first lane to touch it is reported first, in
// every run.
func TestRacesInOrder(t *testing.T) {
	fn := lower(t, "__shared__ int s[64];\n"+prologue+"\n  if (L) s[0] = L;\n  else s[0] = 40;\n}")
	for range 8 {
		out := sim.Run(sim.Input{Func: fn, Shape: warp.Shape{32, 1, 1}, Races: true})
		if len(out.Races()) == 0 {
			t.Fatal("no race")
		}
		for i, r := range out.Races() {
			if want := out.Races()[0].Earlier.Lane + i; r.Later.Lane == out.Races()[0].Later.Lane && r.Earlier.Lane != want {
				t.Fatalf("race %d is with lane %d, not %d", i, r.Earlier.Lane, want)
			}
		}
	}
}

// A race that may be a consequence of a broken collective is not reported: the collective has to be repaired first.
func TestNoRaceBehindABrokenCollective(t *testing.T) {
	out := runBody(t, "__shared__ int s[64];\n", `
  s[L] = L;
  if (L < 16) __syncwarp();
  int x = s[L ^ 1];`, sim.Input{Races: true})
	if len(out.Violations) == 0 || len(out.Races()) > 0 {
		t.Errorf("violations %v, races %v", out.Violations, out.Races())
	}
}
