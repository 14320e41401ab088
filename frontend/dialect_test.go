package frontend

import (
	"testing"

	"github.com/warpcheck/warpcheck/source"
)

// TestIsOfHost checks that a call of a device function from host code is no error, as the host's own compilation has
// another function of that name. A call that matches nothing for another reason is an error, and so is a barrier.
func TestIsOfHost(t *testing.T) {
	for d, want := range map[source.Diagnostic]bool{
		{Kind: source.DeviceFunctionInHost, Name: "swap"}:          true,
		{Kind: source.NoMatchingFunction, Name: "swap"}:            false,
		{Kind: source.DeviceFunctionInHost, Name: "__syncthreads"}: false,
	} {
		if isOfHost(d) != want {
			t.Errorf("%+v: not %v", d, want)
		}
	}
}
