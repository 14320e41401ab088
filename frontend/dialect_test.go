package frontend

import "testing"

// TestIsOfHost checks that a call of a device function from host code is no error, as the host's own compilation has
// another function of that name. A call that matches nothing for another reason is an error.
func TestIsOfHost(t *testing.T) {
	const text = "no matching function for call to 'swap'"
	for notes, want := range map[string]bool{
		"candidate function not viable: call to __device__ function from __host__ function\n":   true,
		"candidate function not viable: requires 1 argument, but 2 were provided\n":             false,
		"candidate function not viable: call to __host__ function from __device__ function\n":   false,
		"candidate function not viable: call to __global__ function from __device__ function\n": false,
	} {
		if isOfHost(text, notes) != want {
			t.Errorf("%q: not %v", notes, want)
		}
	}
	if isOfHost("no matching function for call to '__syncthreads'", "call to __device__ function from __host__ function") {
		t.Error("a barrier is lost")
	}
}
