// A formula crosses from Go to C once per query, as flat arrays.
#ifndef WARPCHECK_SMT_SOLVE_H
#define WARPCHECK_SMT_SOLVE_H

#include <stdint.h>

// z3_function returns the name of a function that Z3 must have, NULL beyond the last one. z3_use gets the addresses in
// the same order, before the first query. z3_major and z3_minor are the version of the headers.
const char *z3_function(int index);
void z3_use(void *const *addresses);
int z3_major(void);
int z3_minor(void);

// node is one term. Its arguments are args[first .. first+count). op is a number of lanes/term.Op.
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
