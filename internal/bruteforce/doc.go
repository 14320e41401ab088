// Package bruteforce compares what warpcheck reports with what a C++ compiler computes for every input.
//
// A random program has a few inputs with a few values each. Its text is written once and read twice: by warpcheck as a
// kernel, and by a C++ compiler as a function of these inputs, which a loop calls for all values. Each side has a
// prelude, which defines the names that only the other side knows (SHARED, __popc). No code of warpcheck takes part in
// the second reading. So the second reading is an oracle for a whole run: the parse, both engines, the search for
// witnesses and the filters of findings.
//
// `make bruteforce PROGRAMS=512 FUZZSEED=7` tries other programs than the tests do.
//
// There are seven kinds of programs. In four of them (kinds) a faulty call is guarded by a condition:
//
//	__global__ void k(int n, unsigned u, int *d) {
//	  n &= 15; u &= 7;
//	  int a = 0;
//	  for (int i = 0; i < n; i++) { if (i > 5) break; ++a; }
//	  if ((a > 6) && threadIdx.x % 32 < 16) d[0] = __any_sync(~0u, 1);
//	}
//
// The call breaks its rule whenever it is reached. So if the condition is true for no input, there must be neither a
// definite nor a potential finding; if it is true for some input, there must be a finding. In the fifth kind
// (unused.go) lanes read undefined values, by a shuffle, a chain of shuffles or a reduction of the warp; the stores,
// sums and branches that use the values decide whether the values have an effect. In the sixth kind (spin.go) lanes
// wait for locks and flags. In the seventh kind (block.go) the warps of a block share memory, with barriers of all
// kinds between the accesses. The C++ compiler reads the same text of such a kernel, with definitions that record the
// accesses of each thread. From the records the test computes which threads meet at barriers. Vector clocks then show
// the lines that race, for each input.
package bruteforce
