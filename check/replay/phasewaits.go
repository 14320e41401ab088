package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/uses"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/rules/arrivals"
	"github.com/warpcheck/warpcheck/rules/unfenced"
)

// PhaseWaits holds the waits for phases of mbarriers that may return before the phase is over.
type PhaseWaits struct {
	// The field `in` holds the waits of each kernel. answers caches the results of unheeded.
	in      map[*cfg.Func][]cfg.Called
	answers map[*cfg.Func]map[*cfg.Instr]bool
}

// PhaseWaitsIn finds the waits in the kernels of a program.
func PhaseWaitsIn(program *cfg.Program) *PhaseWaits {
	waits := &PhaseWaits{map[*cfg.Func][]cfg.Called{}, map[*cfg.Func]map[*cfg.Instr]bool{}}
	for _, wait := range program.InKernels(mayReturnEarly, arrivals.MaxFound) {
		waits.in[wait.Root] = append(waits.in[wait.Root], wait)
	}
	return waits
}

func isWaitForPhase(in *cfg.Instr) bool { return in.UsesBarrier() && in.Engine.Does == ptx.AwaitsPhase }

func mayReturnEarly(in *cfg.Instr) bool { return isWaitForPhase(in) && !in.Engine.IsBlocking() }

// unheeded returns the waits of a kernel whose results have no effect, because the kernel does not use them.
func (p *PhaseWaits) unheeded(kernel *cfg.Func) map[*cfg.Instr]bool {
	of, isKnown := p.answers[kernel]
	if isKnown {
		return of
	}
	of = map[*cfg.Instr]bool{}
	p.answers[kernel] = of
	for _, wait := range p.in[kernel] {
		if _, isKnown := of[wait.At]; !isKnown {
			effects := uses.Of(kernel, wait.At)
			of[wait.At] = effects.IsKnown() && len(effects.Instrs) == 0 && len(effects.Ends) == 0
		}
	}
	return of
}

// looks reports whether a kernel looks at a phase without a loop that does nothing else until the phase is over:
//
//	while (!try_wait(full, 0)) {}       waits
//	bool isOver = try_wait(full, 0);    looks
func (p *PhaseWaits) looks(kernel *cfg.Func) bool {
	return slices.ContainsFunc(p.in[kernel], func(wait cfg.Called) bool { return !waitsInLoop(&wait) })
}

// waitsInLoop reports whether the innermost loop around a wait does nothing but wait. The loop may be in the function
// of the wait, or around the calls to it.
func waitsInLoop(wait *cfg.Called) bool {
	for _, at := range slices.Backward(append(slices.Clone(wait.Calls), wait.At)) {
		if loop := at.Block.Loop; loop != nil {
			return !loop.LeadsTo(works)
		}
	}
	return false
}

// works reports whether an instruction does more than wait for a phase: it may store to shared memory, is a collective,
// or uses an engine in another form.
func works(in *cfg.Instr) bool {
	return unfenced.MayStore(in) || in.Engine != nil && !isWaitForPhase(in) || in.Collective != nil
}
