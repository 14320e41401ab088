#include "solve.h"

#include <stdlib.h>
#include <string.h>
#include <z3.h>
#include <z3_version.h>

// The functions of Z3 that are used, as members of z3: the library is loaded when the first formula is asked about.
#define Z3_FUNCTIONS(FUNCTION) \
	FUNCTION(del_config) FUNCTION(del_context) FUNCTION(get_bool_value) FUNCTION(get_numeral_uint64) \
	FUNCTION(mk_and) FUNCTION(mk_bool_sort) FUNCTION(mk_bv_sort) FUNCTION(mk_bvadd) FUNCTION(mk_bvand) \
	FUNCTION(mk_bvashr) FUNCTION(mk_bvlshr) FUNCTION(mk_bvmul) FUNCTION(mk_bvor) FUNCTION(mk_bvsdiv) \
	FUNCTION(mk_bvshl) FUNCTION(mk_bvslt) FUNCTION(mk_bvsrem) FUNCTION(mk_bvudiv) FUNCTION(mk_bvuge) \
	FUNCTION(mk_bvule) FUNCTION(mk_bvult) FUNCTION(mk_bvurem) FUNCTION(mk_bvxor) FUNCTION(mk_concat) \
	FUNCTION(mk_config) FUNCTION(mk_const) FUNCTION(mk_context) FUNCTION(mk_eq) FUNCTION(mk_extract) \
	FUNCTION(mk_false) FUNCTION(mk_int_symbol) FUNCTION(mk_ite) FUNCTION(mk_not) FUNCTION(mk_or) \
	FUNCTION(mk_params) FUNCTION(mk_sign_ext) FUNCTION(mk_solver_for_logic) FUNCTION(mk_string_symbol) \
	FUNCTION(mk_true) FUNCTION(mk_unsigned_int64) FUNCTION(mk_zero_ext) FUNCTION(model_dec_ref) \
	FUNCTION(model_eval) FUNCTION(model_inc_ref) FUNCTION(params_dec_ref) FUNCTION(params_inc_ref) \
	FUNCTION(params_set_bool) FUNCTION(params_set_uint) FUNCTION(set_error_handler) \
	FUNCTION(set_param_value) FUNCTION(solver_assert) FUNCTION(solver_check) FUNCTION(solver_dec_ref) \
	FUNCTION(solver_get_model) FUNCTION(solver_get_statistics) FUNCTION(solver_inc_ref) \
	FUNCTION(solver_set_params) FUNCTION(stats_dec_ref) FUNCTION(stats_get_key) \
	FUNCTION(stats_get_uint_value) FUNCTION(stats_inc_ref) FUNCTION(stats_size)

#define FUNCTION(name) __typeof__(&Z3_##name) name;
static struct {
	Z3_FUNCTIONS(FUNCTION)
} z3;
#undef FUNCTION

// The same in the same order, by name.
#define FUNCTION(name) "Z3_" #name,
static const char *const names[] = {Z3_FUNCTIONS(FUNCTION)};
#undef FUNCTION

enum { FUNCTION_COUNT = sizeof names / sizeof *names };
_Static_assert(sizeof z3 == FUNCTION_COUNT * sizeof(void *), "a function takes more than its address");

const char *z3_function(int index) { return index < FUNCTION_COUNT ? names[index] : NULL; }

void z3_use(void *const *addresses) { memcpy(&z3, addresses, sizeof z3); }

int z3_major(void) { return Z3_MAJOR_VERSION; }
int z3_minor(void) { return Z3_MINOR_VERSION; }

// The operations, in the order of lanes/term.Op.
enum {
	CONST, VAR, OPAQUE, NOT, AND, OR, EQ, ULT, SLT, BIT, ADD, MUL, UDIV, UREM, SDIV, SREM,
	SHL, LSHR, ASHR, BAND, BOR, BXOR, ITE, PACK, ZEXT, SEXT, TRUNC, POPC, FFS, CLZ, BREV
};

typedef struct {
	Z3_context ctx;
	const node *nodes;
	const int32_t *args;
	const uint64_t *coefs;
	Z3_ast *asts;
} query;

static void ignore_error(Z3_context c, Z3_error_code e) {
	(void)c;
	(void)e;
}

static Z3_ast word(Z3_context c, int bits, uint64_t v) {
	return z3.mk_unsigned_int64(c, v, z3.mk_bv_sort(c, bits));
}

static Z3_ast bit(Z3_context c, Z3_ast x, int i) {
	return z3.mk_eq(c, z3.mk_extract(c, i, i, x), word(c, 1, 1));
}

static Z3_ast operand(query *q, const node *n, int i) {
	return q->asts[q->args[n->first + i]];
}

static Z3_ast sum(query *q, const node *n) {
	Z3_context c = q->ctx;
	Z3_ast total = word(c, n->bits, n->k);
	for (int i = 0; i < n->count; i++) {
		Z3_ast x = operand(q, n, i);
		uint64_t coef = q->coefs[n->first + i];
		if (coef != 1) x = z3.mk_bvmul(c, word(c, n->bits, coef), x);
		total = z3.mk_bvadd(c, total, x);
	}
	return total;
}

static Z3_ast pack(query *q, const node *n) {
	Z3_context c = q->ctx;
	Z3_ast one = word(c, 1, 1), zero = word(c, 1, 0), all = NULL;
	for (int i = 0; i < n->count; i++) {
		Z3_ast b = z3.mk_ite(c, operand(q, n, i), one, zero);
		all = all ? z3.mk_concat(c, b, all) : b;
	}
	return all;
}

static Z3_ast popc(Z3_context c, int bits, Z3_ast x) {
	Z3_ast total = word(c, bits, 0);
	for (int i = 0; i < bits; i++) {
		Z3_ast b = z3.mk_zero_ext(c, bits - 1, z3.mk_extract(c, i, i, x));
		total = z3.mk_bvadd(c, total, b);
	}
	return total;
}

// first_one is a chain of if-then-else: the position given by value(i) of the
// first one among bits from, from+step, ...; otherwise `none`.
static Z3_ast first_one(Z3_context c, int bits, Z3_ast x, int up, uint64_t none) {
	Z3_ast r = word(c, bits, none);
	for (int j = bits - 1; j >= 0; j--) {
		int i = up ? j : bits - 1 - j;
		r = z3.mk_ite(c, bit(c, x, i), word(c, bits, up ? i + 1 : j), r);
	}
	return r;
}

static Z3_ast reverse(Z3_context c, int bits, Z3_ast x) {
	Z3_ast r = z3.mk_extract(c, 0, 0, x);
	for (int i = 1; i < bits; i++) r = z3.mk_concat(c, r, z3.mk_extract(c, i, i, x));
	return r;
}

static Z3_ast junction(query *q, const node *n) {
	Z3_ast *xs = malloc(sizeof *xs * ((size_t)n->count + 1));
	for (int i = 0; i < n->count; i++) xs[i] = operand(q, n, i);
	Z3_ast r = n->op == AND ? z3.mk_and(q->ctx, n->count, xs) : z3.mk_or(q->ctx, n->count, xs);
	free(xs);
	return r;
}

// used_bits are those that the largest value of an unknown word has.
static int used_bits(const node *n) {
	int used = 1;
	while (used < n->bits && n->hi >> used) used++;
	return used;
}

// unknown has a variable of the bits that are used: of the others there is nothing to decide.
static Z3_ast unknown(query *q, int i, const node *n) {
	Z3_context c = q->ctx;
	Z3_symbol name = z3.mk_int_symbol(c, i);
	if (n->bits == 0) return z3.mk_const(c, name, z3.mk_bool_sort(c));
	Z3_ast x = z3.mk_const(c, name, z3.mk_bv_sort(c, used_bits(n)));
	return used_bits(n) < n->bits ? z3.mk_zero_ext(c, n->bits - used_bits(n), x) : x;
}

static Z3_ast translate(query *q, int i) {
	const node *n = &q->nodes[i];
	Z3_context c = q->ctx;
	Z3_ast x = n->count > 0 ? operand(q, n, 0) : NULL;
	Z3_ast y = n->count > 1 ? operand(q, n, 1) : NULL;
	int inner = n->count > 0 ? q->nodes[q->args[n->first]].bits : 0;
	switch (n->op) {
	case CONST:
		if (n->bits) return word(c, n->bits, n->k);
		return n->k ? z3.mk_true(c) : z3.mk_false(c);
	case VAR:
	case OPAQUE: return unknown(q, i, n);
	case NOT: return z3.mk_not(c, x);
	case AND:
	case OR: return junction(q, n);
	case EQ: return z3.mk_eq(c, x, y);
	case ULT: return z3.mk_bvult(c, x, y);
	case SLT: return z3.mk_bvslt(c, x, y);
	case BIT: return bit(c, x, (int)n->k);
	case ADD: return sum(q, n);
	case MUL: return z3.mk_bvmul(c, x, y);
	case UDIV: return z3.mk_bvudiv(c, x, y);
	case UREM: return z3.mk_bvurem(c, x, y);
	case SDIV: return z3.mk_bvsdiv(c, x, y);
	case SREM: return z3.mk_bvsrem(c, x, y);
	case SHL: return z3.mk_bvshl(c, x, y);
	case LSHR: return z3.mk_bvlshr(c, x, y);
	case ASHR: return z3.mk_bvashr(c, x, y);
	case BAND: return z3.mk_bvand(c, x, y);
	case BOR: return z3.mk_bvor(c, x, y);
	case BXOR: return z3.mk_bvxor(c, x, y);
	case ITE: return z3.mk_ite(c, x, y, operand(q, n, 2));
	case PACK: return pack(q, n);
	case ZEXT: return z3.mk_zero_ext(c, n->bits - inner, x);
	case SEXT: return z3.mk_sign_ext(c, n->bits - inner, x);
	case TRUNC: return z3.mk_extract(c, n->bits - 1, 0, x);
	case POPC: return popc(c, n->bits, x);
	case FFS: return first_one(c, n->bits, x, 1, 0);
	case CLZ: return first_one(c, n->bits, x, 0, n->bits);
	case BREV: return reverse(c, n->bits, x);
	}
	return NULL;
}

// bound asserts the range of an unknown word.
static void bound(query *q, Z3_solver s, int i) {
	const node *n = &q->nodes[i];
	Z3_context c = q->ctx;
	if ((n->op != VAR && n->op != OPAQUE) || n->bits == 0) return;
	uint64_t top = ~(uint64_t)0 >> (64 - used_bits(n));
	if (n->lo > 0) z3.solver_assert(c, s, z3.mk_bvuge(c, q->asts[i], word(c, n->bits, n->lo)));
	if (n->hi < top) z3.solver_assert(c, s, z3.mk_bvule(c, q->asts[i], word(c, n->bits, n->hi)));
}

// keep_to_bits asserts what is true for some values of words that nothing else speaks of. Of formulas of equations
// alone Z3 makes no bits, but asks its solver of theories, which took 50 times as many steps for masks that 32 lanes
// compare; these are no equations, and too entangled to be simplified away.
static void keep_to_bits(Z3_context c, Z3_solver s) {
	enum { BITS = 4 };
	Z3_sort sort = z3.mk_bv_sort(c, BITS);
	Z3_ast x = z3.mk_const(c, z3.mk_string_symbol(c, "x"), sort);
	Z3_ast y = z3.mk_const(c, z3.mk_string_symbol(c, "y"), sort);
	static const int below[][2] = {{3, 11}, {6, 5}};
	for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
		Z3_ast either[] = {z3.mk_bvult(c, x, word(c, BITS, below[i][0])), z3.mk_bvult(c, y, word(c, BITS, below[i][1]))};
		z3.solver_assert(c, s, z3.mk_or(c, 2, either));
	}
}

static void read_values(query *q, int count, Z3_model m, uint64_t *values) {
	for (int i = 0; i < count; i++) {
		const node *n = &q->nodes[i];
		Z3_ast v;
		values[i] = n->lo;
		if (n->op != VAR && n->op != OPAQUE) continue;
		if (!z3.model_eval(q->ctx, m, q->asts[i], true, &v)) continue;
		if (n->bits) z3.get_numeral_uint64(q->ctx, v, &values[i]);
		else values[i] = z3.get_bool_value(q->ctx, v) == Z3_L_TRUE;
	}
}

struct session {
	Z3_context ctx; // made for the first query
	size_t nodes;   // translated since ctx was made
	uint64_t steps; // of the last query
};

// steps_so_far are the steps that a context has taken, as a solver of it tells.
static uint64_t steps_so_far(Z3_context c, Z3_solver s) {
	uint64_t steps = 0;
	Z3_stats stats = z3.solver_get_statistics(c, s);
	z3.stats_inc_ref(c, stats);
	for (unsigned i = 0; i < z3.stats_size(c, stats); i++) {
		if (strcmp(z3.stats_get_key(c, stats, i), "rlimit count") == 0)
			steps = z3.stats_get_uint_value(c, stats, i);
	}
	z3.stats_dec_ref(c, stats);
	return steps;
}

static int check(query *q, int count, unsigned steps, uint64_t *values, uint64_t *taken) {
	Z3_context c = q->ctx;
	Z3_solver s = z3.mk_solver_for_logic(c, z3.mk_string_symbol(c, "QF_BV"));
	z3.solver_inc_ref(c, s);
	Z3_params p = z3.mk_params(c);
	z3.params_inc_ref(c, p);
	z3.params_set_uint(c, p, z3.mk_string_symbol(c, "rlimit"), steps);
	// Z3 takes SIGINT for itself while it solves, and gives up: it is for the program to end.
	z3.params_set_bool(c, p, z3.mk_string_symbol(c, "ctrl_c"), false);
	z3.solver_set_params(c, s, p);
	uint64_t before = steps_so_far(c, s);
	for (int i = 0; i < count; i++) bound(q, s, i);
	keep_to_bits(c, s);
	z3.solver_assert(c, s, q->asts[count - 1]);
	Z3_lbool r = z3.solver_check(c, s);
	if (r == Z3_L_TRUE) {
		Z3_model m = z3.solver_get_model(c, s);
		z3.model_inc_ref(c, m);
		read_values(q, count, m, values);
		z3.model_dec_ref(c, m);
	}
	*taken = steps_so_far(c, s) - before;
	z3.params_dec_ref(c, p);
	z3.solver_dec_ref(c, s);
	return r == Z3_L_TRUE ? 1 : r == Z3_L_FALSE ? 0 : -1;
}

// terms live as long as their context: after so many nodes it is made anew.
enum { MAX_NODES = 1 << 20 };

static void open_context(session *s) {
	Z3_config cfg = z3.mk_config();
	z3.set_param_value(cfg, "model", "true");
	s->ctx = z3.mk_context(cfg);
	z3.del_config(cfg);
	z3.set_error_handler(s->ctx, ignore_error);
	s->nodes = 0;
}

uint64_t last_steps(const session *s) { return s->steps; }

session *session_new(void) {
	return calloc(1, sizeof(session));
}

void session_free(session *s) {
	if (s->ctx) z3.del_context(s->ctx);
	free(s);
}

int solve(session *s, const node *nodes, int count, const int32_t *args,
          const uint64_t *coefs, unsigned steps, uint64_t *values) {
	if (s->ctx && s->nodes > MAX_NODES) {
		z3.del_context(s->ctx);
		s->ctx = NULL;
	}
	if (!s->ctx) open_context(s);
	s->nodes += count;
	s->steps = 0;
	query q = {s->ctx, nodes, args, coefs, malloc(sizeof(Z3_ast) * count)};
	int r = -1;
	int built = 1;
	for (int i = 0; i < count && built; i++) built = (q.asts[i] = translate(&q, i)) != NULL;
	if (built) r = check(&q, count, steps, values, &s->steps);
	free(q.asts);
	return r;
}
