package bruteforce

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// A shuffle is a kernel whose last warp is not full. Some of its lanes read values of lanes that do not exist, possibly
// through several shuffles. The C++ function runs one thread, and its warp for the shuffles. Its argument is a word for
// undefined values, and its result the effects of the thread. If the effects differ for another word, the undefined
// value has an effect.
type shuffle struct {
	threads              int
	given, body, effects string
	steps                []step
}

// A step is a shuffle by a distance. The lane's value becomes the result of the shuffle, or the sum of the value and
// the result if adds is true. If distance is "", the step is the reduction of a warp.
type step struct {
	kind, distance string
	adds           bool
}

func drawShuffle(t *rapid.T) shuffle {
	d := &drawer{t: t, fixed: map[string]bool{"lane": true, "thread": true}, extra: handing}
	s := shuffle{threads: 32*d.below(4) + 1 + d.below(31)}
	if d.below(4) == 0 {
		s.threads = 100
	}
	d.variables = []string{"lane"}
	d.extra, s.given = nil, d.bounded()
	s.steps = d.steps()
	d.variables, d.extra = append(d.variables, "thread", "w"), handing
	s.body = d.statements(1, 3)
	for range 1 + d.below(2) {
		s.effects += d.effect(s)
	}
	return s
}

// steps draws one shuffle, a chain of two shuffles, or the reduction of a warp.
func (d *drawer) steps() (list []step) {
	if d.below(4) == 0 {
		return []step{{kind: d.oneOf("ahead", "across"), distance: "", adds: true}}
	}
	for range 1 + d.below(4)/3 {
		list = append(list, step{d.oneOf("ahead", "ahead", "across"), fmt.Sprint(1 << d.below(5)), d.below(3) == 0})
	}
	return list
}

// handing draws statements that copy values: copies of memory and structures, and calls.
func handing(d *drawer) string {
	if d.below(2) == 0 {
		return copying(d)
	}
	return calling(d)
}

// effect draws a store of a value, mostly with a guard as in real programs.
func (d *drawer) effect(s shuffle) string {
	d.fixed["w"] = true
	value := d.oneOf("w", "(int)"+d.oneOf(d.variables...), d.bounded())
	store := fmt.Sprintf(d.oneOf("STORE(thread, %s);\n", "ADD(%s);\n"), value)
	distance := s.steps[0].distance
	if distance == "" {
		distance = "16"
	}
	guard := d.oneOf("", "thread < n", "lane == 0", fmt.Sprintf("lane < %d", 1+d.below(31)), fmt.Sprintf("thread + %s < %d", distance, s.threads),
		"n > 5", "(int)u == 3", "w > 3", fmt.Sprintf("thread < %d", d.below(s.threads+1)), d.condition(), fmt.Sprintf("lane + %s < 32", distance),
		"thread % 16 < n && thread / 16 < (int)u", "8 * n + lane < 100", "lane < n && w > (int)u")
	if guard == "" {
		return store
	}
	return fmt.Sprintf("if (%s) {\n%s}\n", guard, store)
}

// text returns the text of a step for both sides. A reduction is a loop of five shuffles.
func (s step) text() string {
	takes := "="
	if s.adds {
		takes = "+="
	}
	if s.distance == "" {
		return fmt.Sprintf("for (int o = 16; o > 0; o /= 2) { SHUFFLE(%s, +=, o) }\n", s.kind)
	}
	return fmt.Sprintf("SHUFFLE(%s, %s, %s)\n", s.kind, takes, s.distance)
}

func (s shuffle) shuffles() string {
	var text strings.Builder
	for _, one := range s.steps {
		text.WriteString(one.text())
	}
	return text.String()
}

func (s shuffle) kernel(name string) string {
	return fmt.Sprintf(`__global__ void %[1]s(int n, unsigned u, int *d) {
n &= %[2]d; u &= %[3]d;
const int thread = threadIdx.x, lane = threadIdx.x %% 32;
int w = %[4]s;
%[5]s%[6]s%[7]s}
void launch_%[1]s(int n, unsigned u, int *d) { %[1]s<<<1, %[8]d>>>(n, u, d); }
`, name, valuesOfN-1, valuesOfU-1, s.given, s.shuffles(), s.body, s.effects, s.threads)
}

// function returns the C++ function that computes the effects of one thread: the number of stores, a digest of their
// values, and the sum of the added values.
func (s shuffle) function(name string) string {
	return fmt.Sprintf(`static Effects %[1]s(int n, unsigned u, const int thread, int undefined) {
const int own = thread %% 32, threads = %[2]d;
auto given = [&](int lane) -> int { return %[3]s; };
Warp warp{thread - own, threads, undefined, {}, 0};
for (int i = 0; i < 32; i++) warp.words[i] = given(i);
%[4]sint w = warp.words[own];
Effects effects = {0, 0, 0};
const int lane = own;
%[5]s%[6]sreturn effects;
}
`, name, s.threads, s.given, s.shuffles(), s.body, s.effects)
}

// preludeOfStores and preludeOfEffects define the shuffles and the stores, for warpcheck and for the C++ compiler.
const (
	preludeOfStores = `#define STORE(at, value) d[1 + at] = value
#define ADD(value) atomicAdd(d, value)
#define SHUFFLE(kind, takes, distance) w takes kind(distance);
#define ahead(distance) __shfl_down_sync(~0u, w, distance)
#define across(distance) __shfl_xor_sync(~0u, w, distance)
`
	preludeOfEffects = `#include <climits>
// From OWN on, a number stands for words of which each is its own; from ONE on for a word that the first read yields,
// where others yield 0.
enum { OWN = 1 << 24, ONE = 1 << 25, WIDEST = 1 << 10, END = ONE + 2 * WIDEST };
static int mixed(unsigned x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return (x ^ x >> 16) % 4096; }
struct Effects { int stored, value, added; bool operator==(const Effects &o) const { return stored == o.stored && value == o.value && added == o.added; } };
#define STORE(at, v) (effects.stored++, effects.value = 31 * effects.value + (v))
#define ADD(v) (effects.stored++, effects.added += v)
#define SHUFFLE(kind, takes, distance) { Warp read = warp.kind(distance); for (int i = 0; i < 32; i++) warp.words[i] takes read.words[i]; warp.reads = read.reads; }
struct Warp {
  int first, threads, undefined, words[32], reads;
  int of(int lane) {
    if (first + lane < threads) return words[lane];
    if (undefined < OWN || undefined >= END) return undefined;
    ++reads;
    return undefined >= ONE ? (reads == 1) * (undefined - ONE - WIDEST) : mixed(reads * 32 + lane + undefined * 65536);
  }
  Warp ahead(int by) { Warp r = *this; for (int i = 0; i < 32; i++) r.words[i] = i + by < 32 ? of(i + by) : words[i]; r.reads = reads; return r; }
  Warp across(int by) { Warp r = *this; for (int i = 0; i < 32; i++) r.words[i] = of(i ^ by); r.reads = reads; return r; }
};
// isUsed tells whether a word that is not defined changes what some thread of a block does.
static bool isUsed(Effects (*run)(int, unsigned, int, int), int threads, int n, unsigned u, bool thorough) {
  static const int words[] = {100, -100, 1000, 65535, 1 << 20, -(1 << 20), 12345, 4096, 1 << 30, INT_MAX, INT_MIN, OWN, OWN + 1, OWN + 2, OWN + 3};
  for (int thread = 0; thread < threads; thread++) {
    Effects first = run(n, u, thread, -40);
    for (int word = -39; word < 40; word++) if (!(run(n, u, thread, word) == first)) return true;
    for (int word : words) if (!(run(n, u, thread, word) == first)) return true;
    for (int word = 0; thorough && ONE + word < END; word++) if (!(run(n, u, thread, ONE + word) == first)) return true;
  }
  return false;
}
`
)
