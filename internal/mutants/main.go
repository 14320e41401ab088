// Mutants finds changes of warpcheck that no test notices.
//
//	mutants -tests ./lanes -serve ./check [-n 100] [-seed 1] PACKAGE...
//
// A mutant is warpcheck with one condition changed: a comparison reversed or its bound moved, one side of && or ||
// left out, a branch never taken, true for false. One build has all mutants: each condition reads a switch (package
// mutantswitch), which is set to one mutant or to none. So a mutant needs a run of some tests, but no compilation. The
// files of the tree do not change: the compiler gets the changed files as an overlay.
//
// A first run without a mutant records which mutants each test reaches, because no other test can notice them. Then a
// sample of the reached mutants is tried, from each package in proportion. The sample is the same for the same seed. A
// mutant is killed if a test fails, or takes ten times as long as without it and at least 20 seconds. Three kinds of
// tests run one after the other:
//
//   - those of -tests, each package in its own process, and only the tests that reach the mutant;
//   - -serve, a test (check/mutants_test.go) that parses all kernels once and tries them on one mutant after the other,
//     until a kernel has other findings than it must have, or a number of the ledger (check/ledger_test.go) differs;
//   - -last, tests that take long.
//
// The command lists the mutants that survive. A person must judge whether such a mutant behaves differently at all.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

func main() {
	b := &build{spoilt: map[int]bool{}}
	first, last := []*suite{}, []*suite{}
	adds := func(list *[]*suite) func(string) error {
		return func(text string) error {
			words, about, _ := strings.Cut(text, "@")
			*list = append(*list, &suite{words: strings.Fields(words), about: strings.TrimPrefix(about, "./")})
			return nil
		}
	}
	flag.Func("tests", "arguments of go test: a package and which of its tests, and behind an @ the package whose mutants alone are tried; several are tried in turn", adds(&first))
	flag.Func("last", "the same, tried where nothing else noticed", adds(&last))
	serve := flag.String("serve", "", "the package whose TestServeMutants tries kernels")
	count := flag.Int("n", 100, "how many mutants are tried")
	seed := flag.Uint64("seed", 1, "which ones")
	only := flag.String("only", "", "mutants of this file alone, or of this file:line")
	flag.StringVar(&b.tags, "tags", "", "build tags")
	flag.StringVar(&b.folder, "keep", "", "a folder for what is built and found out, and used again by the next run over the same tree")
	flag.Parse()
	if len(first)+len(last) == 0 || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants -tests 'PACKAGE -run PATTERN' PACKAGE...")
		os.Exit(2)
	}
	for _, s := range first {
		b.checks = append(b.checks, s)
	}
	if *serve != "" {
		b.checks = append(b.checks, &server{folder: *serve})
	}
	for _, s := range last {
		b.checks = append(b.checks, s)
	}
	if err := b.inFolder(func() error { return b.run(flag.Args(), *count, *seed, *only) }); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// inFolder calls do with a folder for the build. It removes the folder afterwards, unless the user named it.
func (b *build) inFolder(do func() error) error {
	if b.folder != "" {
		if err := os.MkdirAll(b.folder, 0o700); err != nil {
			return err
		}
		return do()
	}
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b.folder = folder
	return do()
}

func (b *build) run(packages []string, count int, seed uint64, folder string) error {
	if err := b.compileOrLoad(packages); err != nil {
		return err
	}
	defer b.close()
	reached, err := b.record()
	if err != nil {
		return err
	}
	made := slices.DeleteFunc(slices.Clone(b.mutants), func(m mutant) bool { return m.Spoilt })
	fmt.Printf("%d mutants, %d of them reached\n", len(made), len(reached))
	counts := map[string]*tally{}
	for _, n := range b.sample(reached, count, seed, folder) {
		m := b.mutants[n]
		if counts[m.inPackage()] == nil {
			counts[m.inPackage()] = &tally{}
		}
		counts[m.inPackage()].tried++
		by, err := b.killer(n)
		if err != nil {
			return err
		}
		if by != "" {
			counts[m.inPackage()].killed++
			fmt.Printf("killed: %v -- by %s\n", m, by)
		} else {
			fmt.Printf("survives: %v\n", m)
		}
	}
	show(counts)
	return nil
}

// sample chooses some of the reached mutants at random, from each package in proportion. folder limits them to one
// file, or to one line of a file, unless it is "".
func (b *build) sample(reached []int, count int, seed uint64, folder string) []int {
	of := map[string][]int{}
	total := 0
	for _, n := range reached {
		m := b.mutants[n]
		if folder == "" || m.File == folder || fmt.Sprintf("%s:%d", m.File, m.Line) == folder {
			of[m.inPackage()] = append(of[m.inPackage()], n)
			total++
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var sample []int
	for _, name := range sorted(of) {
		all := of[name]
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		share := (len(all)*count + total - 1) / total
		sample = append(sample, all[:min(share, len(all))]...)
	}
	random.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] }) // so that a run that is stopped early has tried a sample, too
	return sample
}

// tally counts the mutants that were tried and killed.
type tally struct{ tried, killed int }

func (t tally) String() string {
	return fmt.Sprintf("%d of %d killed, %d %%", t.killed, t.tried, 100*t.killed/max(t.tried, 1))
}

func show(counts map[string]*tally) {
	all := tally{}
	for _, name := range sorted(counts) {
		fmt.Printf("%s: %v\n", name, counts[name])
		all.tried += counts[name].tried
		all.killed += counts[name].killed
	}
	fmt.Println(all)
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
