package check

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The ledger has a line for each kernel: the numbers that are counted under each model with the potential rules on,
// besides the findings that the kernel's comments want. Often a slice grows, a shortcut is not taken, an invariant is
// not found, or a lane is no longer known to arrive, and yet the findings of a small kernel stay the same. Such a
// change shows in one of these numbers. They are compared exactly: none depends on the machine or on other processes,
// and a tolerance would hide the changes in the smallest kernels, which show most clearly what changed.
//
// Counts say how much changed. Digests show changes that no count shows: in the facts about the collectives (`warpcheck
// debug lanes` prints them) and about the accesses that may race, in the report with its witnesses, and in what the
// concrete machine does. If a change is intended, run `go test ./check -run TestKernels -update` and look at the counts
// that changed.
const ledgerFile = "../testdata/ledger.txt"

// ledgerHead is the beginning of the file.
const ledgerHead = `# What is counted of each kernel besides its findings (check/ledger_test.go): under the models independent, lockstep
# and strict where they differ. Written by go test ./check -run TestKernels -update.
`

// ledgerClang and ledgerZ3 are the versions of the libraries that the ledger was written with. Others give other trees
// and need other numbers of steps for a question.
const (
	ledgerClang = "version 15."
	ledgerZ3    = "4.8"
)

// isComparable reports whether the libraries have the versions that the ledger was written with.
func isComparable() bool {
	return strings.Contains(clang.Version(), ledgerClang) && smt.Version() == ledgerZ3
}

// ledgerColumns are the names of the numbers and digests.
var ledgerColumns = [...]string{"roots", "steps", "work", "exact", "found", "witnesses", "open", "unmodelled", "ran",
	"beliefs", "report", "runs"}

// ledgerModels are the models under which each kernel is counted.
var ledgerModels = [...]warp.Model{warp.Independent, warp.Lockstep, warp.Strict}

// counted has the number or digest of one run for each column.
type counted [len(ledgerColumns)]string

// hangsOnSession are the columns that change a little with the questions that Z3 was asked before, as its steps and its
// models depend on them.
var hangsOnSession = []string{"work", "report"}

// ledger has the line of each kernel.
type ledger struct {
	mutex sync.Mutex
	lines map[string]*ledgerLine
}

// ledgerLine has what is counted of a kernel under each model.
type ledgerLine [len(ledgerModels)]counted

// kept returns the ledger of the file; nil if it was written with other libraries. It is empty if there is no file.
var kept = sync.OnceValue(func() *ledger {
	if !isComparable() {
		return nil
	}
	l := &ledger{lines: map[string]*ledgerLine{}}
	text, _ := os.ReadFile(ledgerFile)
	for line := range strings.Lines(string(text)) {
		if name, rest, found := strings.Cut(line, " "); found && name != "#" {
			l.lines[name] = parsedLine(rest)
		}
	}
	return l
})

// parsedLine parses a line of the file from which the kernel's name has been removed.
func parsedLine(text string) *ledgerLine {
	var line ledgerLine
	for _, word := range strings.Fields(text) {
		name, text, _ := strings.Cut(word, "=")
		values, column := strings.Split(text, ","), slices.Index(ledgerColumns[:], name)
		for model := range line {
			if column >= 0 {
				line[model][column] = values[min(model, len(values)-1)]
			}
		}
	}
	return &line
}

// String returns the line as it is written to the file: each column for all models, or once if all have the same value.
func (line *ledgerLine) String() string {
	var words []string
	for column, title := range ledgerColumns {
		var values []string
		for _, of := range line {
			values = append(values, of[column])
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			values = values[:1]
		}
		words = append(words, title+"="+strings.Join(values, ","))
	}
	return strings.Join(words, " ")
}

// TestLedgerLine tests that a line is read as it was written, and that a change is named.
func TestLedgerLine(t *testing.T) {
	var line ledgerLine
	for model := range line {
		for column := range line[model] {
			line[model][column] = strconv.Itoa(column * (1 + model*(column%2)))
		}
	}
	read := parsedLine(line.String())
	if *read != line {
		t.Errorf("%v is read as %v", &line, read)
	}
	read[1][1] = "9"
	if got := line[1].differences(read[1]); !slices.Equal(got, []string{"the ledger has steps=9, not 2"}) {
		t.Errorf("what moved: %q", got)
	}
}

// differences returns the differences from the ledger. There are none if it is to be written, or was written with other
// libraries. If inOrder is false, Z3 has not been asked all the questions that TestKernels asks before, and the columns
// that depend on them are not compared.
func (l *ledger) differences(file string, model warp.Model, now counted, inOrder bool) []string {
	if l == nil {
		return nil
	}
	name, of := strings.TrimPrefix(file, kernelFolder), slices.Index(ledgerModels[:], model)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	line := l.lines[name]
	if line == nil {
		line = &ledgerLine{}
		l.lines[name] = line
	}
	if golden.Updates() {
		line[of] = now
		return nil
	}
	was := line[of]
	for column, title := range ledgerColumns {
		if !inOrder && slices.Contains(hangsOnSession, title) {
			was[column] = now[column]
		}
	}
	return now.differences(was)
}

// differences names the columns that have changed.
func (now counted) differences(was counted) (list []string) {
	for column, value := range now {
		if was[column] != value {
			list = append(list, fmt.Sprintf("the ledger has %s=%s, not %s", ledgerColumns[column], was[column], value))
		}
	}
	return list
}

// write writes the ledger without the kernels that no longer exist.
func (l *ledger) write(t *testing.T) {
	if l == nil {
		t.Fatalf("the ledger is of clang %s and Z3 %s, not of %s and %s", ledgerClang, ledgerZ3, clang.Version(), smt.Version())
	}
	var b strings.Builder
	b.WriteString(ledgerHead)
	for _, name := range slices.Sorted(maps.Keys(l.lines)) {
		if _, err := os.Stat(kernelFolder + name); err == nil {
			fmt.Fprintln(&b, name, l.lines[name])
		}
	}
	if err := os.WriteFile(ledgerFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// counter collects the numbers and digests of one kernel under one model.
type counter struct {
	model         warp.Model
	beliefs, runs hash.Hash
	ran           int
	tried         map[*cfg.Func]bool
}

func newCounter(model warp.Model) *counter {
	return &counter{model: model, beliefs: sha256.New(), runs: sha256.New(), tried: map[*cfg.Func]bool{}}
}

// observe adds the facts of a root in one context.
func (c *counter) observe(facts []*lanes.Fact) {
	for _, f := range facts {
		context := rules.ContextOf(f)
		context.Arch, context.Model = "", "" // so that models with the same facts have the same digest
		write(c.beliefs, f.Pos, context, f.Imprecision.Reason, f.ActiveMask, f.Explain(), f.Picture())
		if root := f.Context.Root; !c.tried[root] {
			c.tried[root] = true
			for _, r := range ledgerRuns {
				c.run(root, r)
			}
		}
	}
}

// ledgerRun describes an input of the machine. The values of its arguments and memory are computed from their names.
type ledgerRun struct {
	shape warp.Shape
	// args and memory are how many different values arguments and cells of memory can have.
	args, memory uint64
	// isOther runs the other sides of branches first, other lanes together, and another block than the first.
	isOther bool
}

// ledgerRuns are two runs. The first has a block with one dimension. The second has a block with three dimensions, and its
// arguments and cells have few different values, so that many are equal or zero.
var ledgerRuns = [...]ledgerRun{
	{shape: warp.Shape{48, 1, 1}, args: 64, memory: 32},
	{shape: warp.Shape{5, 4, 2}, args: 5, memory: 3, isOther: true},
}

// input returns the input for a root.
func (r ledgerRun) input(root *cfg.Func, model warp.Model) sim.Input {
	const most = 2000 // instructions of a warp
	scalars, _ := sim.Parameters(root)
	args := map[string]uint64{}
	for _, p := range scalars {
		args[p.Name] = drawn(p.Name, 0) % r.args
	}
	in := sim.Input{Func: root, Shape: r.shape, Model: model, Args: args, Steps: most, Races: true, Backward: r.isOther,
		Memory:    func(object string, offset int64, _ int) uint64 { return drawn(object, offset) % r.memory },
		Undefined: func(_ *cfg.Instr, lane int) (uint64, bool) { return uint64(lane), lane%2 == 0 }}
	if r.isOther {
		in.Special = map[cfg.SpecialReg]uint32{cfg.CtaidX: 2, cfg.NCtaidX: 3, cfg.CtaidY: 1, cfg.NCtaidY: 2}
		in.Together = func(_ *cfg.Instr, iterations []int) (keys [warp.Size]uint8) {
			for l := range keys {
				keys[l] = uint8((l + len(iterations)) / 3 % 2)
			}
			return keys
		}
	}
	return in
}

// run runs a root on the machine.
func (c *counter) run(root *cfg.Func, r ledgerRun) {
	block := sim.RunBlock(r.input(root, c.model))
	for _, o := range block.Warps {
		c.ran += o.Steps
		write(c.runs, o.Unknown, o.Notes, o.OutOfSteps, o.Exited, o.Effects)
		if err := sim.Draw(c.runs, o); err != nil {
			panic(err) // writing to a digest cannot fail
		}
	}
	if err := sim.DrawWaits(c.runs, block); err != nil {
		panic(err)
	}
}

// drawn returns a number that is computed from the name of an object and an offset.
func drawn(object string, offset int64) uint64 {
	sum := fnv.New64a()
	sum.Write([]byte(object))
	return sum.Sum64() + uint64(offset)*0x9e3779b97f4a7c15>>40
}

// write writes plain values to a digest.
func write(to hash.Hash, values ...any) {
	if err := json.NewEncoder(to).Encode(values); err != nil {
		panic(err)
	}
}

// short writes a digest with a few characters.
func short(of hash.Hash) string {
	return strconv.FormatUint(uint64(binary.BigEndian.Uint32(of.Sum(nil))), 36)
}

// counts returns the numbers and digests of the whole run.
func (c *counter) counts(o *Outcome) counted {
	s, witnesses, report := o.Stats, 0, sha256.New()
	for i := range o.Findings {
		witnesses += min(len(o.Findings[i].Witness), 1)
	}
	write(report, o.Findings, o.Suppressed, o.Undecided, o.Likely, o.Hints, o.Notices, s.Hidden, s.Kernels, s.DeviceFunctions,
		s.Launches, s.Collectives, s.Barriers, s.NotModelled)
	n := strconv.Itoa
	exact := fmt.Sprintf("%d/%d", s.Collectives.Exact+s.Barriers.Exact, s.Collectives.Found+s.Barriers.Found)
	return counted{n(s.Roots), n(s.Steps), n(s.Work), exact, n(len(o.Findings)), n(witnesses), n(len(o.Undecided)),
		n(len(s.NotModelled)), n(c.ran), short(c.beliefs), short(report), short(c.runs)}
}
