package host_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

const containers = `#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
typedef void (*K)(int);
struct Job { K kernel; int threads; };
K picked(int);
void fill(std::vector<int> &);
`

const containedKernels = `__global__ void k(int) {}
__global__ void l(int) {}
static void with(std::function<void(int)> f) { f(48); }
static void with_reference(const std::function<void(int)> &f) { f(48); }
template <class F> void often(F &&f, int n) { for (int i = 0; i < n; i++) f(48); }
`

// TestBlocksInContainers tests launches whose kernels or blocks are in containers of the standard library.
func TestBlocksInContainers(t *testing.T) {
	const (
		each  = "static void each(const std::vector<int> &v, int n) { for (int b : v) k<<<1, b>>>(n); }"
		table = `static const std::map<std::string, std::pair<K, int>> table = {{"a", {k, 40}}, {"b", {l, 72}}, {"c", {k, 88}}};`
		split = "// what comes before"
		sizes = "struct Sizes { std::vector<int> all{32, 48}; void run(int n) { for (int b : all) k<<<1, b>>>(n); } };"
	)
	tests := []struct{ name, body, want string }{
		{"a list between braces", "for (int b : {32, 48}) k<<<1, b>>>(n);", "k 32, k 48"},
		{"pairs between braces", "for (auto [f, b] : {std::make_pair(k, 40), std::make_pair(l, 72)}) f<<<1, b>>>(n);", "k 40, l 72"},
		{"an array", "std::array<int, 2> a{32, 48}; for (int b : a) k<<<1, b>>>(n); k<<<1, a.at(1)>>>(n);", "k 32, k 48, k 48"},
		{"an array by index", "std::array<int, 2> a = {32, 48}; for (size_t i = 0; i < a.size(); i++) k<<<1, a[i]>>>(n);", "k 32, k 48"},
		{"an array of arrays", "std::array<std::array<int, 2>, 2> a{{{32, 48}, {64, 72}}}; for (auto &r : a) for (int b : r) k<<<1, b>>>(n);", "k 32, k 48, k 64, k 72"},
		{"a vector", "std::vector<int> a{32, 48}; for (int b : a) k<<<1, b>>>(n);", "k 32, k 48"},
		{"a vector by iterator", "std::vector<int> a; a = {32, 48}; for (auto it = a.begin(); it != a.end(); ++it) k<<<1, *it>>>(n);", "k 32, k 48"},
		{"a vector that grows", "std::vector<int> a; a.push_back(48); a.emplace_back(64); k<<<1, a[0]>>>(n); k<<<1, a.back()>>>(n);", "k 48, k 64"},
		{"a vector that grows in a loop", "std::vector<int> a; for (int i = 1; i < 4; i++) a.push_back(32 * i); for (int b : a) k<<<1, b>>>(n);", "k 32, k 64, k 96"},
		{"a vector that may grow", "std::vector<int> a{32}; if (n) a.push_back(48); for (int b : a) k<<<1, b>>>(n);", "k 32, k 48"},
		{"a vector that becomes less", "std::vector<int> a{32, 48, 64}; a.pop_back(); for (int b : a) k<<<1, b>>>(n); a.clear(); for (int b : a) k<<<2, b>>>(n);", "k 32, k 48"},
		{"an index that is not known", "std::vector<int> a{32, 48}; k<<<1, a[n]>>>(n);", "k 32, k 48"},
		{"so many times one", "std::vector<int> a(3, 48); std::vector<int> b(a.begin(), a.end()); k<<<1, b[n]>>>(n);", "k 48"},
		{"handed over", each + split + "each({32, 48}, n);", "k 32, k 48"},
		{"a member", sizes + split + "Sizes().run(n);", "k 32, k 48"},
		{"a deque and a list", "std::deque<dim3> d; d.emplace_back(48); std::list<dim3> e{dim3(40)}; for (auto b : d) k<<<1, b>>>(n); for (auto &b : e) k<<<1, b>>>(n);", "k 48, k 40"},
		{"a pair", "std::pair<int, int> p{32, 48}; k<<<1, p.second>>>(n); auto [x, y] = std::make_pair(40, 72); k<<<1, y>>>(n);", "k 48, k 72"},
		{"a tuple", "std::tuple<int, int> p{32, 48}; k<<<1, std::get<1>(p)>>>(n); auto [x, y] = std::make_tuple(40, 72); k<<<1, y>>>(n);", "k 48, k 72"},
		{"tied variables", "int x, y; std::tie(x, y) = std::make_pair(32, 48); k<<<1, y>>>(n);", "k 48"},
		{"exchanged variables", "int x = 32, y = 48; std::swap(x, y); k<<<1, x>>>(n);", "k 48"},
		{"the least of a list", "int x = 48; if (n) x = 40; k<<<1, std::min({x, 64, 72})>>>(n);", "k 48, k 40"},
		{"an optional", "std::optional<int> b; if (n) b = 48; k<<<1, b.value_or(32)>>>(n);", "k 32, k 48"},
		{"an array of kernels", "std::array<K, 2> f{k, l}; f[n]<<<1, 48>>>(n);", "k 48, l 48"},
		{"a vector of jobs", "std::vector<Job> v{{k, 40}}; v.push_back({l, 72}); for (const auto &j : v) j.kernel<<<1, j.threads>>>(n);", "k 40, l 72"},
		{"a map by a key that is not known", "std::map<std::string, K> f{{\"a\", k}, {\"b\", l}}; f[s]<<<1, 48>>>(n);", "k 48, l 48"},
		{"a map that grows", "std::map<std::string, K> f; f[\"a\"] = k; f[\"b\"] = l; f[\"b\"]<<<1, 48>>>(n);", "k ?, l 48"},
		{"a hashed map", "std::unordered_map<int, int> f{{1, 32}, {2, 48}}; auto it = f.find(n); if (it != f.end()) k<<<1, it->second>>>(n); else k<<<1, 64>>>(n);", "k 32, k 48, k 64"},
		{"a table of the unit", table + split + "auto [f, b] = table.at(s); f<<<1, b>>>(n);", "k 40, k 88, l 72"},
		{"a lambda in a function object", "std::function<void(int)> f = [&](int b) { k<<<1, b>>>(n); }; f(48);", "k 48"},
		{"a lambda that is handed over in a function object", "with([&](int b) { k<<<1, b>>>(n); }); with_reference([&](int b) { l<<<1, b>>>(n); });", "k 48, l 48"},
		{"a function object that is called in a loop", "often([&](int b) { k<<<1, b>>>(n); }, n);", "k 48"},

		{"so many as nobody knows", "std::vector<int> a; while (n--) a.push_back(48); for (int b : a) k<<<1, b>>>(n);", "k ?"},
		{"a vector that others fill", "std::vector<int> a{32, 48}; fill(a); for (int b : a) k<<<1, b>>>(n);", "k ?"},
		{"an element of which nobody knows which is written", "std::vector<int> a{32, 48}; a[n] = n; k<<<1, a[0]>>>(n);", "k ?"},
		{"a method that is not followed, whose argument counts up", "int i = 32; std::vector<int> a; a.insert(a.begin(), i++); k<<<1, a[0]>>>(n); k<<<1, i>>>(n);", "k ?, k 33"},
		{"a function object that others call", "std::vector<std::function<void(int)>> a; a.push_back([=](int b) { k<<<1, b>>>(n); }); a[0](48);", "k ?"},
	}
	source := containers
	for i, test := range tests {
		before, body, isParted := strings.Cut(test.body, split)
		if !isParted {
			before, body = "", test.body
		}
		source += fmt.Sprintf("namespace text%d {\n%s%s\nvoid run(int n, std::string s) { %s }\n}\n", i, containedKernels, before, body)
	}
	lists := make([][]string, len(tests))
	unit := parsetest.Text(t, source)
	for _, l := range host.Launches(unit) {
		i, name := strings.Count(sourceUpTo(source, l.Pos.Line), "namespace text")-1, "none"
		if l.Kernel != nil {
			_, name, _ = strings.Cut(l.Kernel.Qualified, "::")
			name += " " + strings.TrimSuffix(strings.TrimSuffix(shape(l), "x1"), "x1")
		}
		lists[i] = append(lists[i], name)
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(lists[i], ", "); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A loop may give a function object another lambda.
func TestBlocksOfChangedFunctionObjects(t *testing.T) {
	source := containers + containedKernels + `
static void changed(std::function<void(int)> f, std::function<void(int)> g, int n) { for (int i = 0; i < n; i++) { f(48); f = g; } }
void run(int n, std::string s) { changed([&](int b) { k<<<1, b>>>(n); }, [&](int b) { l<<<1, b>>>(n); }, n); }`
	for _, l := range host.Launches(parsetest.Text(t, source)) {
		if l.IsKnown() {
			t.Errorf("the block of %s is known", l.Kernel.Qualified)
		}
	}
}

// sourceUpTo returns the lines of a text up to the one with this number.
func sourceUpTo(text string, line int) string {
	return strings.Join(strings.Split(text, "\n")[:line], "\n")
}
