package warpgen

import (
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// logLimit is the largest number of recorded visits for each lane.
const logLimit = 1024

// RecordingCUDA returns the program with its kernel called name, and record(site) in place of each collective. Sites
// are numbered in the order of the text. Only a [Plain] program takes the same paths in this form.
func (p *Prog) RecordingCUDA(name string) string {
	index := map[*ast.Node]int{}
	for i, s := range p.sites {
		index[s] = i
	}
	rename := func(f *ast.Function) string {
		if f.Kernel {
			return name
		}
		return name + "_" + f.Name
	}
	out := &printer{call: func(out *printer, n *ast.Node) bool {
		if i, ok := index[n]; ok {
			out.write("record(%d)", i)
			return true
		}
		if n.Func.Body != nil {
			out.write("%s(", rename(n.Func))
			out.arguments(n)
			return true
		}
		return false
	}}
	for _, f := range p.unit.Functions {
		out.function(f, rename(f))
	}
	return out.text.String()
}

// GPUHarness returns a CUDA program that runs the recording form of each program on all of its inputs. For each lane it
// prints the visited sites, in order, in the format of [Records].
func GPUHarness(progs []*Prog) string {
	var b strings.Builder
	fmt.Fprintf(&b, harnessHead, logLimit)
	for i, p := range progs {
		b.WriteString(p.RecordingCUDA(fmt.Sprint("kernel", i)))
	}
	b.WriteString(harnessTables())
	b.WriteString(harnessRun)
	b.WriteString("int main() {\n")
	for i, p := range progs {
		ns, ds := p.ranges()
		fmt.Fprintf(&b, "  run(%d, kernel%d, %d, %d);\n", i, i, len(ns), len(ds))
	}
	b.WriteString("  return 0;\n}\n")
	return b.String()
}

const harnessHead = `#include <cstdio>
#include <cstdlib>

constexpr unsigned log_limit = %d;
__device__ unsigned visits[64];
__device__ unsigned visit_log[64 * log_limit];

__device__ unsigned record(unsigned site) {
  unsigned t = threadIdx.x + threadIdx.y * blockDim.x;
  unsigned k = visits[t]++;
  if (k < log_limit) visit_log[t * log_limit + k] = site;
  return 0;
}

`

const harnessRun = `
static void must(cudaError_t e) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
  std::exit(1);
}

static unsigned host_visits[64];
static unsigned host_log[64 * log_limit];

typedef void (*kernel_type)(int, const int *, unsigned *);

static void run(int program, kernel_type kernel, int scalars, int patterns) {
  int *d;
  unsigned *out;
  must(cudaMalloc(&d, 32 * sizeof(int)));
  must(cudaMalloc(&out, 64 * sizeof(unsigned)));
  int input = 0;
  for (const launch &at : launches)
    for (int n = 0; n < scalars; ++n)
      for (int p = 0; p < patterns; ++p, ++input) {
        for (unsigned &v : host_visits) v = 0;
        must(cudaMemcpyToSymbol(visits, host_visits, sizeof host_visits));
        must(cudaMemcpy(d, pattern[p], 32 * sizeof(int), cudaMemcpyHostToDevice));
        kernel<<<1, dim3(at.x, at.y)>>>(scalar[n], d, out);
        must(cudaDeviceSynchronize());
        must(cudaMemcpyFromSymbol(host_visits, visits, sizeof host_visits));
        must(cudaMemcpyFromSymbol(host_log, visit_log, sizeof host_log));
        for (int t = at.warp * 32; t < at.x * at.y && t < at.warp * 32 + 32; ++t) {
          std::printf("%d %d %d:", program, input, t % 32);
          for (unsigned k = 0; k < host_visits[t] && k < log_limit; ++k)
            std::printf(" %u", host_log[t * log_limit + k]);
          std::printf("\n");
        }
      }
  cudaFree(d);
  cudaFree(out);
}

`

// harnessTables returns the inputs as C++ tables.
func harnessTables() string {
	var b strings.Builder
	b.WriteString("\nstruct launch { int x, y, warp; };\nstatic const launch launches[] = {")
	for _, at := range launches {
		fmt.Fprintf(&b, "{%d, %d, %d}, ", at.shape[0], at.shape[1], at.warp)
	}
	b.WriteString("};\nstatic const int scalar[] = {")
	for _, n := range scalars {
		fmt.Fprintf(&b, "%d, ", n)
	}
	b.WriteString("};\nstatic const int pattern[][32] = {\n")
	for _, value := range patterns {
		b.WriteString("  {")
		for l := range warp.Size {
			fmt.Fprintf(&b, "%d, ", value(l))
		}
		b.WriteString("},\n")
	}
	b.WriteString("};\n")
	return b.String()
}

// Records runs the programs on the concrete machine and writes the text that GPUHarness prints on a GPU: for each lane
// "program input lane: site site ...".
func Records(w io.Writer, progs []*Prog) error {
	for i, p := range progs {
		fn := p.Kernel(lower.Build(p.unit, nil))
		for k, in := range p.Inputs() {
			in.Func = fn
			out := sim.Run(in)
			if out.Unknown != "" || out.OutOfSteps {
				return fmt.Errorf("program %d, input %d: the run is not exact: %q", i, k, out.Unknown)
			}
			if err := p.record(w, i, k, in, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// record writes the lines of one run. program and input are the numbers of the program and of the input.
func (p *Prog) record(w io.Writer, program, input int, in sim.Input, out *sim.Outcome) error {
	index := map[source.Pos]int{}
	for i, s := range p.sites {
		index[s.Pos] = i
	}
	for l := range min(in.Shape.Threads()-in.Warp*warp.Size, warp.Size) {
		var sites []string
		for _, ph := range out.Rendezvous {
			if ph.Converged.Has(l) && len(sites) < logLimit {
				sites = append(sites, fmt.Sprint(" ", index[ph.Site.Pos]))
			}
		}
		line := strings.Join(sites, "")
		if _, err := fmt.Fprintf(w, "%d %d %d:%s\n", program, input, l, line); err != nil {
			return err
		}
	}
	return nil
}
