// Package bruteforce holds what warpcheck reports against what a C++ compiler computes for every input.
//
// A random program has a few inputs of a few values each ([inputs]). Its text is written once, and read
// twice: by warpcheck as a kernel, and by a C++ compiler as a function of these inputs, which a loop runs
// for all of them. The prelude of each side defines what the other one spells in its own way (SHARED,
// __popc). Nothing of warpcheck takes part in the second reading, so this is an oracle for the whole of a
// run: the parse, both engines, the search for witnesses and what is kept of a finding.
//
// `make bruteforce PROGRAMS=512 FUZZSEED=7` tries others than the tests do.
//
// There are seven kinds of programs. In four of them (kinds) a faulty call stands behind a condition:
//
//	__global__ void k(int n, unsigned u, int *d) {
//	  n &= 15; u &= 7;
//	  int a = 0;
//	  for (int i = 0; i < n; i++) { if (i > 5) break; ++a; }
//	  if ((a > 6) && threadIdx.x % 32 < 16) d[0] = __any_sync(~0u, 1);
//	}
//
// The call breaks its rule whenever it is reached. So a condition that is true for no input allows neither a
// definite nor a potential finding, and one that is true for some allows no silence. In the fifth kind
// (unused.go) lanes read values that are not defined, by a shuffle, a chain of them or a reduction of the warp, and what they store, add or branch
// to says whether that has an effect. In the sixth (spin.go) lanes wait for locks and flags. In the seventh (block.go) the warps of a
// block share memory, with barriers of all kinds between. The text of such a kernel is compiled as it stands, by definitions that
// keep what each thread touches; who meets at barriers follows, and by vector clocks which lines race in which inputs.
package bruteforce
