package check

import (
	"context"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
)

// Of a run that is interrupted no finding says that others were tried instead.
func TestAnInterruptionIsTheReasonForNoRepair(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	finding := &rules.Finding{}
	p := &prover{ctx: ctx, trials: maxTrials}
	p.prove([]candidate{{finding, []rules.Repair{{}}}})
	if finding.Repair != nil || finding.Unrepaired != rules.Interrupted {
		t.Errorf("no repair because %v", finding.Unrepaired)
	}
}

// Trials end by their number and by the work that they took.
func TestTrialsEnd(t *testing.T) {
	for name, p := range map[string]*prover{
		"many":  {ctx: t.Context(), trials: maxTrials},
		"heavy": {ctx: t.Context(), trials: 1, work: maxTrialWork},
	} {
		finding := &rules.Finding{}
		p.prove([]candidate{{finding, []rules.Repair{{}}}})
		if finding.Repair != nil || finding.Unrepaired != rules.OutOfTrials {
			t.Errorf("%s: no repair because %v", name, finding.Unrepaired)
		}
	}
}
