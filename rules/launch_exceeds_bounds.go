package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

const launchExceedsBoundsKey = "launch-exceeds-bounds"

var launchExceedsBounds = &Rule{
	Key:   launchExceedsBoundsKey,
	Code:  "WC702",
	Title: "A kernel is launched with a larger block than it or the device allows",
	Text: "A block has at most 1,024 threads, 1,024 along x and along y, and 64 along z. A kernel with `__launch_bounds__(N)`\n" +
		`is compiled for blocks of at most N threads. A launch with more fails, and the kernel does not run; without a check of
cudaGetLastError() nobody notices.

Launch a smaller block, or raise the bounds.`,
	Bad: `__global__ void __launch_bounds__(128) bad(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out) { bad<<<1, 256>>>(out); }
`,
	Good: `__global__ void __launch_bounds__(256) good(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out) { good<<<1, 256>>>(out); }
`,
	Severity: Error,
	Default:  true,
	Program:  findExceededBounds,
}

var potentiallyLaunchExceedsBounds = &Rule{
	Key:         "potentially-launch-exceeds-bounds",
	Code:        "WC703",
	PotentialOf: launchExceedsBoundsKey,
	Title:       "A kernel may be launched with a larger block than it or the device allows",
	Text:        `As launch-exceeds-bounds, on one way through the host's code: the launch has other blocks, too, or may have them.`,
	Bad: `__global__ void __launch_bounds__(128) bad(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out, bool large) { bad<<<1, large ? 256 : 128>>>(out); }
`,
	Good: `__global__ void __launch_bounds__(256) good(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out, bool large) { good<<<1, large ? 256 : 128>>>(out); }
`,
	Severity: Warning,
	Question: "the block is as small as the kernel and the device ask",
}

// findExceededBounds returns a claim for each launch whose block is known to be too large. The finding is definite if
// this is the only block that the launch may have.
func findExceededBounds(program *cfg.Program) (found []Claim) {
	for _, l := range program.Launches {
		isOfOtherUnit := exceedsInOtherUnit(l)
		if !startsKernel(l) && !isOfOtherUnit || l.Pos.System {
			continue
		}
		if what := excess(l); what != "" {
			f := exceededBounds(l, what, !hasOtherBlocks(program, l))
			if isOfOtherUnit {
				f.moveTo(l.Kernel.Bounds[len(l.Kernel.Bounds)-1].Pos, l.Pos)
			}
			found = append(found, Claim{Finding: f})
		}
	}
	return found
}

// moveTo makes the bounds of the kernel the place of a finding about a launch. The launch becomes a related place.
func (f *Finding) moveTo(bounds, launch source.Pos) {
	f.Pos, f.MacroDefinition = bounds, bounds.Macro
	f.Labels = []Label{{Pos: bounds, Text: "the bounds", Primary: true}}
	f.Related = []Related{{Pos: launch, Text: "this launch fails"}}
}

// exceedsInOtherUnit reports whether a launch in another unit may exceed bounds that only the definition of the kernel
// has. The finding stands at the definition.
func exceedsInOtherUnit(l *cfg.Launch) bool {
	return l.ByOtherUnit && !l.Possible && !l.Named && len(l.Declared) == 0 && len(l.Kernel.Bounds) > 0
}

// startsKernel reports whether a launch is in host code and certainly starts its kernel.
func startsKernel(l *cfg.Launch) bool {
	return l.Kernel != nil && !l.Named && !l.Possible && !l.ByOtherUnit
}

// hasOtherBlocks reports whether the launch l may also start its kernel with another block.
func hasOtherBlocks(program *cfg.Program, l *cfg.Launch) bool {
	for _, other := range program.Launches {
		if other != l && other.Pos.IsAt(l.Pos) && (other.Kernel == l.Kernel || other.Kernel == nil) {
			return true
		}
	}
	return false
}

// excess returns a phrase about the extent or the number of threads of a block that is too large. It returns "" if
// nothing is known to be too large.
func excess(l *cfg.Launch) string {
	threads := 1
	for i, axis := range []struct {
		name string
		most int
	}{{"x", warp.MaxThreads}, {"y", warp.MaxThreads}, {"z", warp.MaxDepth}} {
		n := leastExtent(l, i)
		if n > axis.most {
			return fmt.Sprintf("%d threads along %s, of which a block has at most %d", n, axis.name, axis.most)
		}
		threads *= n
	}
	switch most := mostThreads(l.Kernel); {
	case most > 0 && threads > most:
		return fmt.Sprintf("%d threads, more than its __launch_bounds__(%d)", threads, most)
	case threads > warp.MaxThreads:
		return fmt.Sprintf("%d threads, of which a block has at most %d", threads, warp.MaxThreads)
	}
	return ""
}

// mostThreads returns the number of threads that a kernel's bounds allow, 0 if it has none. If its declarations have
// different bounds, it returns the largest, because CUDA does not define which bounds apply.
func mostThreads(kernel *types.Func) int {
	most := kernel.MaxThreads
	for _, b := range kernel.Bounds {
		most = max(most, b.MaxThreads)
	}
	return most
}

// leastExtent returns the least value that an extent of the block may have.
func leastExtent(l *cfg.Launch, axis int) int {
	if l.Block != nil && l.Block[axis] > 0 {
		return l.Block[axis]
	}
	return max(l.Extents[axis].Least, 1)
}

func exceededBounds(l *cfg.Launch, what string, always bool) Finding {
	verb, key, severity := "is launched with", launchExceedsBoundsKey, Error
	if !always {
		verb, key, severity = "may be launched with", potentiallyLaunchExceedsBounds.Key, Warning
	}
	f := ofProgram(key, severity, l.Kernel.Qualified, l.Pos, fmt.Sprintf("%s %s a block of %s", l.Kernel.Qualified, verb, what), "this launch fails")
	if !always {
		f.Certainty = lanes.Potential
	}
	f.Help = "launch a smaller block"
	if most := mostThreads(l.Kernel); most > 0 && most < warp.MaxThreads {
		f.Help += ", or raise the bounds"
	}
	for _, b := range l.Kernel.Bounds {
		f.Related = append(f.Related, Related{Pos: b.Pos, Text: "declared with " + boundsText(b)})
	}
	return f
}
