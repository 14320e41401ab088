package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// TestKernelsOfOnePlace checks findings in a function that several kernels call. The merged finding keeps the message
// of each kernel. A definite finding in one kernel does not replace a potential one in another.
func TestKernelsOfOnePlace(t *testing.T) {
	at := source.Pos{File: "a.cu", Line: 3, Column: 2}
	of := func(key, kernel string) Finding {
		return ofProgram(key, Error, kernel, at, "stored by "+kernel, "here")
	}
	potential := of(potentiallyAsyncProxyFence.Key, "third")
	potential.Certainty, potential.Witness = lanes.Potential, []string{"n = 1"}
	covered := of(potentiallyAsyncProxyFence.Key, "first")
	covered.Certainty, covered.Witness = lanes.Potential, []string{"n = 1"}
	merged := Merge([]Finding{of(asyncProxyFenceKey, "first"), of(asyncProxyFenceKey, "second"), potential, covered})
	if len(merged) != 2 {
		t.Fatalf("got %d findings, want a definite and a potential one: %v", len(merged), merged)
	}
	if definite := merged[0]; len(definite.Cases) != 2 || definite.Cases[1].Message() != "stored by second" {
		t.Errorf("got the cases %v", definite.Cases)
	}
	if other := merged[1]; len(other.Kernels) != 1 || other.Kernels[0] != "third" {
		t.Errorf("got the kernels %v of the potential finding, want the third alone", other.Kernels)
	}
}
