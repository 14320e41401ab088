// One crossing from Go to Z3 per query: a formula as flat arrays.
#ifndef WARPCHECK_SMT_SOLVE_H
#define WARPCHECK_SMT_SOLVE_H

#include <stdint.h>

// The names of the functions that Z3 must have, NULL beyond the last; and their addresses, in the same order, which
// are given before the first question. The version is that of the headers.
const char *z3_function(int index);
void z3_use(void *const *addresses);
int z3_major(void);
int z3_minor(void);

// node is one term; its arguments are args[first .. first+count). Operations
// are numbered as lanes/term.Op.
typedef struct {
	int32_t op, bits, first, count;
	uint64_t k, lo, hi;
} node;

// solve decides whether the last node, a formula, can be true within `steps`
// of Z3's resource counter. It returns 1 (yes: values[i] is the value of node
// i for unknowns), 0 (no) or -1 (not decided). taken is set to what it took, in
// the units of steps.
int solve(const node *nodes, int count, const int32_t *args, const uint64_t *coefs,
          unsigned steps, uint64_t *values, uint64_t *taken);

#endif
