package agree

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/internal/warpgen"
)

// TestMain lets the heap grow as the command does: terms are small, many and long-lived.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// agree checks one random program.
func agree(rt *rapid.T) {
	p := warpgen.Program().Draw(rt, "program")
	lowered := lower.Build(p.AST())
	if err := Check(lowered, p.Kernel(lowered), p.Inputs()); err != nil {
		rt.Fatalf("%v", err)
	}
}

// TestEnginesAgree runs the same programs every time, so that a change is
// judged by itself; new programs are TestFuzzEngines's business.
func TestEnginesAgree(t *testing.T) {
	setDefault(t, "rapid.seed", "0", "1")
	setDefault(t, "rapid.checks", "100", "40")
	rapid.Check(t, agree)
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

// TestFuzzEngines tries new programs for FUZZTIME (a Go duration); `make fuzz`
// runs it. A failing program is shrunk and kept under testdata/rapid.
func TestFuzzEngines(t *testing.T) {
	given := os.Getenv("FUZZTIME")
	if given == "" {
		t.Skip("FUZZTIME is not set")
	}
	limit, err := time.ParseDuration(given)
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(limit); time.Now().Before(end) && !t.Failed(); {
		rapid.Check(t, agree)
		rapid.Check(t, func(rt *rapid.T) { agreeOnValues(t, rt) })
	}
}
