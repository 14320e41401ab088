package early_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/rules/early"
)

// TestFind lists the accesses before a wait, and whether each execution makes them there.
func TestFind(t *testing.T) {
	for body, want := range map[string]string{
		"int v = d[t]; WAIT(); d[t] = v;":                              "[d always]",
		"WAIT(); d[t] = 1;":                                            "[]",
		"if (n) WAIT(); d[t] = 1;":                                     "[d sometimes]",
		"if (n) { d[t] = 1; } WAIT(); d[t] = 2;":                       "[d always]",
		"for (int i = 0; i < n; i++) { d[i] = 1; WAIT(); }":            "[d always]",
		"for (int i = 0; i < n; i++) { if (i > 1) WAIT(); d[i] = 1; }": "[d sometimes]",
		"if (t == 0) WAIT(); __syncthreads(); d[t] = 1;":               "[d sometimes]",
		"__syncthreads(); d[t] = 1; WAIT(); __syncthreads();":          "[d always]",
		"if (n) __syncthreads(); d[t] = 1; WAIT(); __syncthreads();":   "[d sometimes]",
		"s[t] = n; WAIT(); d[t] = s[t];":                               "[]",
		"int *p = d; p += t; *p = 1; WAIT();":                          "[p always]",
		"int *p = d; if (n) p = s; *p = 1; WAIT();":                    "[p sometimes]",
		"d[t] = 1;": "[]",
	} {
		text := "__global__ void k(int *d, int n) { __shared__ int s[64]; int t = threadIdx.x; " +
			strings.ReplaceAll(body, "WAIT", "cudaGridDependencySynchronize") + " }"
		found := []string{}
		for _, access := range early.Find(parsetest.Program(t, text)) {
			how := "sometimes"
			if access.Always {
				how = "always"
			}
			found = append(found, early.NameOf(access.At)+" "+how)
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
