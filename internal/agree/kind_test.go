package agree

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/rules/spin"
	"github.com/warpcheck/warpcheck/rules/together"
	"pgregory.net/rapid"
)

// kind is a kind of random programs, with the comparison that is made on them.
type kind struct {
	name string
	draw func(*rapid.T) subject
	// fixed is how many programs TestAgree tries, the same in every run.
	fixed int
}

var kinds = []kind{
	{"warps", drawWarps, 150},
	{"values", drawValues, 100},
	{"counts", drawCounts, 100},
	{"races", drawRaces, 60},
	{"spins", drawSpins, 40},
	{"active", drawActive, 100},
	{"stored", drawStored, 50},
	{"unwritten", drawUnwritten, 60},
}

// subject is one program: a text with one kernel, or a tree.
type subject struct {
	text string
	unit *ast.Unit
	// check compares the engines on the program's kernel.
	check func(lowered) error
}

// lowered is a lowered program. All programs of a unit share the session of the solver: to open one takes longer than
// most analyses.
type lowered struct {
	*cfg.Program
	kernel  *cfg.Func
	session *smt.Session
	// spins and uses return the spin loops and the uses of running lanes in all programs of the unit. They compute them
	// once.
	spins func() []spin.Wait
	uses  func() []together.Use
}

// perUnit is how many programs are parsed as one unit, each in its own namespace: to parse the declarations of CUDA
// takes as long as to parse all of these.
const perUnit = 64

// TestMain lets the heap grow as the command does: there are many small terms, which live long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestAgree tries the same programs of each kind in every run, so that only a change of the code changes its result;
// TestFuzz tries new ones. With -rapid.seed it tries only the program of that seed, and shrinks it if it fails.
func TestAgree(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			if flag.Lookup("rapid.seed").Value.String() != "0" {
				setDefault(t, "rapid.checks", "100", "1")
				rapid.Check(t, func(rt *rapid.T) { k.try(t, rt) })
				return
			}
			for _, s := range k.disagreements(t, 1, k.fixed) {
				t.Error(s)
			}
		})
	}
}

// setDefault changes a flag that the command line left at its default.
func setDefault(t *testing.T, name, standard, value string) {
	if f := flag.Lookup(name); f.Value.String() == standard {
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Value.Set(standard) })
	}
}

// mostTold is how many disagreements end the search in one kind: they mostly have the same cause.
const mostTold = 5

// TestFuzz tries new programs of each kind for FUZZTIME (a Go duration), from the seed FUZZSEED on if that is set.
// `make fuzz` runs it.
func TestFuzz(t *testing.T) {
	given := os.Getenv("FUZZTIME")
	if given == "" {
		t.Skip("FUZZTIME is not set")
	}
	limit, err := time.ParseDuration(given)
	if err != nil {
		t.Fatal(err)
	}
	first := rand.Uint64() >> 16
	if s := os.Getenv("FUZZSEED"); s != "" {
		if first, err = strconv.ParseUint(s, 10, 48); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			seed, told := first, 0
			for end := time.Now().Add(limit); time.Now().Before(end) && told < mostTold; seed += perUnit {
				for _, s := range k.disagreements(t, seed, perUnit) {
					t.Log(s)
					told++
				}
			}
			if t.Logf("%d programs, seeds %d to %d", seed-first, first, seed-1); told > 0 {
				t.Errorf("%d disagreements", told) // not before: a test that has failed parses nothing more
			}
		})
	}
}

// disagreements tries the programs of consecutive seeds, and describes each program on which the engines disagree.
func (k kind) disagreements(t *testing.T, first uint64, count int) []string {
	t.Helper()
	var all []string
	for count > 0 {
		n := min(count, perUnit)
		subjects := make([]subject, n)
		for i := range subjects {
			subjects[i] = k.example(first + uint64(i))
		}
		for i, err := range checkAll(t, subjects) {
			if err != nil {
				all = append(all, fmt.Sprintf("seed %d: %v in\n%s\nTo see it alone and smaller: go test ./internal/agree -run TestAgree/%s -rapid.seed=%[1]d",
					first+uint64(i), err, subjects[i], k.name))
			}
		}
		first, count = first+uint64(n), count-n
	}
	return all
}

// example draws the program of a seed, the same that rapid draws for it.
func (k kind) example(seed uint64) subject { return rapid.Custom(k.draw).Example(int(seed)) }

// try checks one program.
func (k kind) try(t *testing.T, rt *rapid.T) {
	s := rapid.Custom(k.draw).Draw(rt, "program")
	if err := checkAll(t, []subject{s})[0]; err != nil {
		rt.Fatalf("%v in\n%s", err, s)
	}
}

// checkAll checks programs. Those that are texts are parsed as one unit.
func checkAll(t *testing.T, subjects []subject) []error {
	t.Helper()
	program, kernels := parsedTogether(t, subjects)
	session := smt.NewSession()
	spins := sync.OnceValue(func() []spin.Wait { return spin.Find(program) })
	uses := sync.OnceValue(func() []together.Use { return together.Find(program) })
	errors := make([]error, len(subjects))
	for i, s := range subjects {
		if s.unit != nil {
			alone := lower.Build(s.unit, host.Launches(s.unit))
			errors[i] = s.safely(lowered{Program: alone, kernel: alone.Roots[0], session: session})
			continue
		}
		errors[i] = s.safely(lowered{program, kernels[space(i)], session, spins, uses})
	}
	return errors
}

// parsedTogether parses the programs that are texts as one unit, and returns their kernels by namespace.
func parsedTogether(t *testing.T, subjects []subject) (p *cfg.Program, kernels map[string]*cfg.Func) {
	t.Helper()
	var text strings.Builder
	for i, s := range subjects {
		if s.unit == nil {
			fmt.Fprintf(&text, "namespace %s {\n%s}\n", space(i), s.text)
		}
	}
	kernels = map[string]*cfg.Func{}
	if text.Len() == 0 {
		return nil, kernels
	}
	p = parsetest.Program(t, text.String())
	for _, f := range p.Roots {
		if name, _, inSpace := strings.Cut(f.Name, "::"); inSpace && f.Kernel {
			kernels[name] = f
		}
	}
	return p, kernels
}

// space is the name of a program's namespace.
func space(i int) string { return fmt.Sprint("p", i) }

// safely is check with a panic returned as an error.
func (s subject) safely(p lowered) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return s.check(p)
}

// String is the program's text.
func (s subject) String() string { return s.text }
