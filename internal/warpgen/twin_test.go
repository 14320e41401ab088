package warpgen

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
)

// sample draws programs from fixed seeds, so that a failure can be repeated.
func sample(gen *rapid.Generator[*Prog], count int) []*Prog {
	var progs []*Prog
	for seed := range count {
		progs = append(progs, gen.Example(seed))
	}
	return progs
}

// The text of a program parses and lowers to the same graph as its tree.
func TestTwins(t *testing.T) {
	for i, p := range sample(Program(), 40) {
		want := listing(lower.Build(p.AST(), nil))
		got := listing(parsetest.Program(t, p.CUDA()))
		if got != want {
			t.Errorf("program %d:\n%s\n%s", i, p, firstDifference(got, want))
		}
	}
}

// firstDifference shows the first line in which two listings differ.
func firstDifference(got, want string) string {
	gots, wants := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(gots), len(wants)) {
		if gots[i] != wants[i] {
			return fmt.Sprintf("line %d of the listing: the text gives\n%s\nthe tree\n%s",
				i+1, gots[i], wants[i])
		}
	}
	return "one listing is longer"
}

func listing(prog *cfg.Program) string {
	var b strings.Builder
	for _, f := range prog.Funcs {
		cfg.Print(&b, f)
	}
	return b.String()
}

// The program for a GPU parses, with one kernel for each program.
func TestHarnessParses(t *testing.T) {
	progs := sample(Plain(), 20)
	kernels := 0
	for _, f := range parsetest.Text(t, GPUHarness(progs)).Functions {
		if f.Kernel {
			kernels++
		}
	}
	if kernels != len(progs) {
		t.Errorf("%d kernels for %d programs", kernels, len(progs))
	}
}

// recorder replaces the harness's record. It makes its operand visible to the machine.
const recorder = `
__device__ unsigned record(unsigned site) {
  __shfl_sync(1u << (threadIdx.x & 31u), site, threadIdx.x & 31u);
  return 0;
}
`

// If the collectives of a plain program are replaced by records, each lane keeps its path: the recording form, parsed
// and run on the machine, visits the same sites.
func TestRecordingForm(t *testing.T) {
	for i, p := range sample(Plain(), 15) {
		fn := p.Kernel(parsetest.Program(t, recorder+p.RecordingCUDA("recording")))
		var got, want strings.Builder
		if err := Records(&want, []*Prog{p}); err != nil {
			t.Fatal(err)
		}
		for k, in := range p.Inputs() {
			in.Func = fn
			writeVisits(&got, k, in, sim.Run(in))
		}
		if got.String() != want.String() {
			t.Fatalf("program %d:\n%s\nrecording form:\n%s\nprogram:\n%s", i, p, got.String(), want.String())
		}
	}
}

// writeVisits writes the operands of record lane by lane, in the format of Records.
func writeVisits(w io.Writer, input int, in sim.Input, out *sim.Outcome) {
	for l := range min(in.Shape.Threads()-in.Warp*32, 32) {
		fmt.Fprintf(w, "0 %d %d:", input, l)
		for _, ph := range out.Rendezvous {
			if ph.Converged.Has(l) {
				fmt.Fprintf(w, " %d", ph.Values[l])
			}
		}
		fmt.Fprintln(w)
	}
}
