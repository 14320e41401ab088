// Mutants finds faults that no test notices.
//
//	mutants -tests './lanes -run TestFirst' [-n 100] [-seed 1] PACKAGE...
//
// A mutant is the program with one condition changed: a comparison turned round or its bound moved,
// one side of && or || left out, a branch never taken, true for false. All mutants are in one build:
// each condition asks a switch (rewrite.go), which the environment sets to one of them, or to none. So
// a mutant costs a run of the tests and no compilation, and the tree stays as it is: what is changed
// is given to the compiler as an overlay.
//
// A run without a mutant notes which ones it reaches, since no test can notice the others. Of those a
// sample is tried, the same for a seed. A mutant is killed when a test fails or takes ten times as
// long as without it; -tests may be given several times, each is tried until one kills. What survives
// is listed: a person has to judge whether it is another program at all.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	var suites []*suite
	flag.Func("tests", "arguments of go test: a package and which of its tests; several are tried in turn", func(text string) error {
		words := strings.Fields(text)
		if len(words) == 0 {
			return errors.New("name a package")
		}
		suites = append(suites, &suite{words: words})
		return nil
	})
	count := flag.Int("n", 100, "how many mutants are tried")
	seed := flag.Uint64("seed", 1, "which ones")
	tags := flag.String("tags", "", "build tags")
	flag.Parse()
	if len(suites) == 0 || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants -tests 'PACKAGE -run PATTERN' PACKAGE...")
		os.Exit(2)
	}
	folder, err := os.MkdirTemp("", "mutants")
	if err == nil {
		defer os.RemoveAll(folder)
		b := &build{folder: folder, tags: *tags, suites: suites, spoilt: map[int]bool{}}
		err = b.run(flag.Args(), *count, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// suite is a test binary with what is run of it.
type suite struct {
	words []string
	// binary and folder are where it is and runs; took is how long that takes.
	binary, folder string
	took           time.Duration
	// reached are the mutants that it comes to.
	reached map[int]bool
}

// build is the program with all mutants.
type build struct {
	folder, tags string
	suites       []*suite
	mutants      []mutant
	// spoilt are mutants that do not compile: their places are left as they are.
	spoilt map[int]bool
}

func (b *build) run(packages []string, count int, seed uint64) error {
	if err := b.compile(packages); err != nil {
		return err
	}
	reached, err := b.record()
	if err != nil {
		return err
	}
	fmt.Printf("%d mutants, %d of them reached\n", len(b.mutants)-len(b.spoilt), len(reached))
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(reached), func(i, j int) { reached[i], reached[j] = reached[j], reached[i] })
	tried, killed := 0, 0
	for _, n := range reached[:min(count, len(reached))] {
		tried++
		if b.isKilled(n) {
			killed++
		} else {
			fmt.Printf("survives: %v\n", b.mutants[n])
		}
	}
	fmt.Printf("%d of %d killed, %d %%\n", killed, tried, 100*killed/max(tried, 1))
	return nil
}

// compile writes the overlay and builds the tests. Where the compiler refuses a mutant (a condition of
// a named type, one that is constant) it is left out, and all is tried again.
func (b *build) compile(packages []string) error {
	for {
		if err := b.write(packages); err != nil {
			return err
		}
		var refused []byte
		for i, s := range b.suites {
			s.binary = filepath.Join(b.folder, fmt.Sprint("tests", i))
			s.folder = s.words[0]
			out, err := b.command("go", "test", "-c", "-vet=off", "-tags", b.tags, "-overlay", b.overlay(), "-o", s.binary, s.words[0]).CombinedOutput()
			if err != nil {
				refused = append(refused, out...)
			}
		}
		if refused == nil {
			return nil
		}
		if !b.spoil(refused) {
			return fmt.Errorf("does not build: %s", refused)
		}
	}
}

func (b *build) overlay() string { return filepath.Join(b.folder, "overlay.json") }

func (b *build) command(name string, args ...string) *exec.Cmd {
	return exec.Command(name, args...)
}

// write writes the changed files of the packages, the switch, and the overlay of both.
func (b *build) write(packages []string) error {
	replace := map[string]string{}
	b.mutants = nil
	for _, name := range packages {
		files, err := filepath.Glob(filepath.Join(name, "*.go"))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("%s: no package's folder: %w", name, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := b.rewrite(file)
			if err != nil {
				return err
			}
			full, err := filepath.Abs(file)
			if err != nil {
				return err
			}
			changed := filepath.Join(b.folder, strings.ReplaceAll(file, "/", "_"))
			if err := os.WriteFile(changed, text, 0o600); err != nil {
				return err
			}
			replace[full] = changed
		}
	}
	source := filepath.Join(b.folder, "switch.go")
	place, err := filepath.Abs("internal/mutants/" + switchName + "/switch.go")
	if err != nil {
		return err
	}
	replace[place] = source
	if err := os.WriteFile(source, []byte(switchSource), 0o600); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(b.overlay(), text, 0o600)
}

// complaint is the compiler's, with the place as the file itself has it (rewrite.go keeps the lines).
var complaint = regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go):(\d+):\d+: `)

// spoil leaves out the mutants of the lines that the compiler complains of.
func (b *build) spoil(output []byte) (any bool) {
	for _, m := range complaint.FindAllStringSubmatch(string(output), -1) {
		line, _ := strconv.Atoi(m[2])
		for i, one := range b.mutants {
			if one.line == line && filepath.Base(one.file) == filepath.Base(m[1]) && !b.spoilt[i] {
				b.spoilt[i], any = true, true
			}
		}
	}
	return any
}

// record runs the tests without a mutant, and lists those that they reach.
func (b *build) record() ([]int, error) {
	reached := map[int]bool{}
	for i, s := range b.suites {
		list := filepath.Join(b.folder, fmt.Sprint("reached", i))
		began := time.Now()
		if out, err := b.test(context.Background(), s, "record="+list); err != nil {
			return nil, fmt.Errorf("the tests fail without a mutant: %w\n%s", err, out)
		}
		s.took = time.Since(began)
		text, err := os.ReadFile(list)
		if err != nil {
			return nil, err
		}
		s.reached = map[int]bool{}
		for _, word := range strings.Fields(string(text)) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, err
			}
			reached[n], s.reached[n] = true, true
		}
	}
	all := make([]int, 0, len(reached))
	for n := range reached {
		all = append(all, n)
	}
	slices.SortFunc(all, cmp.Compare)
	return all, nil
}

// isKilled runs the suites that reach a mutant until one fails.
func (b *build) isKilled(n int) bool {
	const patience, least = 10, 20 * time.Second
	for _, s := range b.suites {
		if !s.reached[n] {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), max(least, patience*s.took))
		_, err := b.test(ctx, s, strconv.Itoa(n))
		cancel()
		if err != nil {
			return true
		}
	}
	return false
}

// test runs a suite with the switch set.
func (b *build) test(ctx context.Context, s *suite, mutant string) ([]byte, error) {
	args := []string{"-test.failfast"}
	for _, word := range s.words[1:] {
		if flag, is := strings.CutPrefix(word, "-"); is {
			word = "-test." + flag
		}
		args = append(args, word)
	}
	run := exec.CommandContext(ctx, s.binary, args...)
	run.Dir = s.folder
	run.Env = append(os.Environ(), switchVariable+"="+mutant)
	return run.CombinedOutput()
}
