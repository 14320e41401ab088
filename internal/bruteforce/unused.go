package bruteforce

import (
	"fmt"

	"pgregory.net/rapid"
)

// A shuffle is a kernel whose last warp is not whole, in which some lanes read the value of lanes that do
// not exist. The function runs a thread with a word for what is not defined, and tells what the thread
// stores: where that is another for another word, the value has an effect.
type shuffle struct {
	threads, distance    int
	given, body, effects string
}

func drawShuffle(t *rapid.T) shuffle {
	d := &drawer{t: t, fixed: map[string]bool{"lane": true, "thread": true}}
	s := shuffle{threads: 32*d.below(4) + 1 + d.below(31), distance: 1 << d.below(5)}
	d.known = []string{"lane"}
	s.given = d.bounded()
	d.known = append(d.known, "thread", "w")
	s.body = d.statements(1, 3)
	for range 1 + d.below(2) {
		s.effects += d.effect(s)
	}
	return s
}

// effect stores a value, mostly behind a guard as programs have it.
func (d *drawer) effect(s shuffle) string {
	d.fixed["w"] = true
	value := d.oneOf("w", "(int)"+d.oneOf(d.known...), d.bounded())
	store := fmt.Sprintf(d.oneOf("STORE(thread, %s);\n", "ADD(%s);\n"), value)
	guard := d.oneOf("", "thread < n", "lane == 0", fmt.Sprintf("lane < %d", 1+d.below(31)), fmt.Sprintf("thread + %d < %d", s.distance, s.threads),
		"n > 5", "(int)u == 3", "w > 3", fmt.Sprintf("thread < %d", d.below(s.threads+1)), d.condition(), fmt.Sprintf("lane + %d < 32", s.distance))
	if guard == "" {
		return store
	}
	return fmt.Sprintf("if (%s) {\n%s}\n", guard, store)
}

func (s shuffle) kernel(name string) string {
	return fmt.Sprintf(`__global__ void %[1]s(int n, unsigned u, int *d) {
n &= %[2]d; u &= %[3]d;
const int thread = threadIdx.x, lane = threadIdx.x %% 32;
int w = __shfl_down_sync(~0u, %[4]s, %[5]d);
%[6]s%[7]s}
void launch_%[1]s(int n, unsigned u, int *d) { %[1]s<<<1, %[8]d>>>(n, u, d); }
`, name, valuesOfN-1, valuesOfU-1, s.given, s.distance, s.body, s.effects, s.threads)
}

// function has the effects of one thread as text of the number type: what it stores last, and what it adds in all.
func (s shuffle) function(name string) string {
	return fmt.Sprintf(`static Effects %[1]s(int n, unsigned u, const int thread, int undefined) {
const int own = thread %% 32, from = own + %[2]d < 32 ? own + %[2]d : own;
auto given = [&](int lane) -> int { return %[3]s; };
int w = thread - own + from < %[4]d ? given(from) : undefined;
Effects effects = {0, 0, 0};
const int lane = own;
%[5]s%[6]sreturn effects;
}
`, name, s.distance, s.given, s.threads, s.body, s.effects)
}

// preludeOfEffects defines what stores: on both sides.
const (
	preludeOfStores = `#define STORE(at, value) d[1 + at] = value
#define ADD(value) atomicAdd(d, value)
`
	preludeOfEffects = `struct Effects { int stored, value, added; bool operator==(const Effects &o) const { return stored == o.stored && value == o.value && added == o.added; } };
#define STORE(at, v) (effects.stored++, effects.value = 31 * effects.value + (v))
#define ADD(v) (effects.stored++, effects.added += v)
// isUsed tells whether a word that is not defined changes what some thread of a block does.
static bool isUsed(Effects (*run)(int, unsigned, int, int), int threads, int n, unsigned u) {
  static const int words[] = {100, -100, 1000, 65535, 1 << 20, -(1 << 20), 12345, 4096};
  for (int thread = 0; thread < threads; thread++) {
    Effects first = run(n, u, thread, -40);
    for (int word = -39; word < 40; word++) if (!(run(n, u, thread, word) == first)) return true;
    for (int word : words) if (!(run(n, u, thread, word) == first)) return true;
  }
  return false;
}
`
)
