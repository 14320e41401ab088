package rules

import "github.com/warpcheck/warpcheck/lanes"

var barrierAfterExit = &Rule{
	Key:   "barrier-after-exit",
	Code:  "WC203",
	Title: "A block barrier comes after some threads may have returned",
	Text: `A barrier of the block is for all its threads. NVIDIA's GPUs do not wait for threads that
have returned; the language says that a barrier must be reached by all threads or none, and other
devices wait for ever.

Let the threads that have nothing to do skip the work and come to the barrier, too.`,
	Bad: `__global__ void bad(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __syncthreads();
  out[i] = i;
}
`,
	Good: `__global__ void good(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i < n)
    out[i] = i;
}
`,
	Guideline: "1.14",
	Severity:  Warning,
	Ask:       (*lanes.Fact).AfterExit,
	Message: func(fact *lanes.Fact, _ *lanes.Verdict) string {
		return writtenName(fact) + " comes after some threads of the block may have returned in " + kernelsMark
	},
	Help: func(*lanes.Fact, *lanes.Verdict) string {
		return "do not return before the barrier but skip the work: bool in = ...; if (in) { part before } __syncthreads(); if (in) { part after }"
	},
	Related: "threads that return by this condition do not come to the barrier",
	Here: "CUDA requires all threads of the block here; NVIDIA's GPUs do not wait for those that have returned, " +
		"so what they should have stored in shared memory is missing",
}
