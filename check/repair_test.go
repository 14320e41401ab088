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
