#include "solve.h"

#include <stdlib.h>
#include <string.h>
#include <z3.h>
#include <z3_version.h>

// The functions of Z3 that are used. They become members of z3, because the library is loaded only for the first
// question.
#define Z3_FUNCTIONS(FUNCTION) \
	FUNCTION(dec_ref) FUNCTION(del_config) FUNCTION(del_context) FUNCTION(get_bool_value) \
	FUNCTION(get_numeral_uint64) FUNCTION(inc_ref) FUNCTION(mk_and) FUNCTION(mk_bool_sort) \
	FUNCTION(mk_bv_sort) FUNCTION(mk_bvadd) FUNCTION(mk_bvand) FUNCTION(mk_bvashr) FUNCTION(mk_bvlshr) \
	FUNCTION(mk_bvmul) FUNCTION(mk_bvor) FUNCTION(mk_bvsdiv) FUNCTION(mk_bvshl) FUNCTION(mk_bvslt) \
	FUNCTION(mk_bvsrem) FUNCTION(mk_bvudiv) FUNCTION(mk_bvuge) FUNCTION(mk_bvule) FUNCTION(mk_bvult) \
	FUNCTION(mk_bvurem) FUNCTION(mk_bvxor) FUNCTION(mk_concat) FUNCTION(mk_config) FUNCTION(mk_const) \
	FUNCTION(mk_context_rc) FUNCTION(mk_eq) FUNCTION(mk_extract) FUNCTION(mk_false) FUNCTION(mk_int_symbol) \
	FUNCTION(mk_ite) FUNCTION(mk_not) FUNCTION(mk_or) FUNCTION(mk_params) FUNCTION(mk_sign_ext) \
	FUNCTION(mk_solver_from_tactic) FUNCTION(mk_string_symbol) FUNCTION(mk_tactic) FUNCTION(mk_true) \
	FUNCTION(mk_unsigned_int64) FUNCTION(mk_zero_ext) FUNCTION(model_dec_ref) FUNCTION(model_eval) \
	FUNCTION(model_inc_ref) FUNCTION(params_dec_ref) FUNCTION(params_inc_ref) FUNCTION(params_set_bool) \
	FUNCTION(params_set_uint) FUNCTION(set_error_handler) FUNCTION(set_param_value) FUNCTION(solver_assert) \
	FUNCTION(solver_check) FUNCTION(solver_dec_ref) FUNCTION(solver_get_model) \
	FUNCTION(solver_get_statistics) FUNCTION(solver_inc_ref) FUNCTION(solver_set_params) \
	FUNCTION(stats_dec_ref) FUNCTION(stats_get_key) FUNCTION(stats_get_uint_value) FUNCTION(stats_inc_ref) \
	FUNCTION(stats_size) FUNCTION(tactic_and_then) FUNCTION(tactic_dec_ref) FUNCTION(tactic_inc_ref) \
	FUNCTION(tactic_using_params)

#define FUNCTION(name) __typeof__(&Z3_##name) name;
static struct {
	Z3_FUNCTIONS(FUNCTION)
} z3;
#undef FUNCTION

// The names of these functions, in the same order.
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

// query has the terms of a formula, which are kept until it is answered.
typedef struct {
	Z3_context ctx;
	const node *nodes;
	const int32_t *args;
	const uint64_t *coefs;
	Z3_ast *asts;
	Z3_ast *kept;
	size_t count, capacity; // of kept
} query;

static Z3_ast keep(query *q, Z3_ast x) {
	if (!x) return NULL;
	if (q->count == q->capacity) {
		q->capacity = q->capacity ? 2 * q->capacity : 1 << 10;
		q->kept = realloc(q->kept, sizeof *q->kept * q->capacity);
	}
	z3.inc_ref(q->ctx, x);
	return q->kept[q->count++] = x;
}

static void let_go(query *q) {
	for (size_t i = 0; i < q->count; i++) z3.dec_ref(q->ctx, q->kept[i]);
	free(q->kept);
}

// MAKE makes a term by an operation of Z3, and keeps it for the query.
#define MAKE(operation, ...) keep(q, z3.mk_##operation(q->ctx, ##__VA_ARGS__))

static void ignore_error(Z3_context c, Z3_error_code e) {
	(void)c;
	(void)e;
}

static Z3_sort words(query *q, int bits) {
	Z3_sort sort = z3.mk_bv_sort(q->ctx, bits);
	keep(q, (Z3_ast)sort);
	return sort;
}

static Z3_ast word(query *q, int bits, uint64_t v) { return MAKE(unsigned_int64, v, words(q, bits)); }

static Z3_ast digit(query *q, Z3_ast x, int i) { return MAKE(extract, i, i, x); }

static Z3_ast bit(query *q, Z3_ast x, int i) {
	return MAKE(eq, digit(q, x, i), word(q, 1, 1));
}

static Z3_ast operand(query *q, const node *n, int i) {
	return q->asts[q->args[n->first + i]];
}

// used_bits returns the number of bits of the largest value that a word may have.
static int used_bits(const node *n) {
	int used = 1;
	while (used < n->bits && n->hi >> used) used++;
	return used;
}

// An operation whose lower result bits depend only on the lower bits of its operands is computed in as few bits as the
// largest result has (used_bits). The higher bits of the result are 0. Z3 finds that by itself only if no carries are
// involved.

// widened extends x, a word of as many bits as the node uses, to all bits of the node.
static Z3_ast widened(query *q, const node *n, Z3_ast x) {
	int unused = n->bits - used_bits(n);
	return unused ? MAKE(zero_ext, unused, x) : x;
}

// narrow_operand returns the lower bits of an operand, as many as the node uses.
static Z3_ast narrow_operand(query *q, const node *n, int i) {
	Z3_ast x = operand(q, n, i);
	return used_bits(n) < n->bits ? MAKE(extract, used_bits(n) - 1, 0, x) : x;
}

// narrow_word returns the number v as a word of as many bits as the node uses.
static Z3_ast narrow_word(query *q, const node *n, uint64_t v) {
	return word(q, used_bits(n), v & ~(uint64_t)0 >> (64 - used_bits(n)));
}

static Z3_ast sum(query *q, const node *n) {
	Z3_ast total = narrow_word(q, n, n->k);
	for (int i = 0; i < n->count; i++) {
		Z3_ast x = narrow_operand(q, n, i);
		uint64_t coef = q->coefs[n->first + i];
		if (coef != 1) x = MAKE(bvmul, narrow_word(q, n, coef), x);
		total = MAKE(bvadd, total, x);
	}
	return widened(q, n, total);
}

static Z3_ast product(query *q, const node *n) {
	Z3_ast x = narrow_operand(q, n, 0), y = narrow_operand(q, n, 1);
	return widened(q, n, MAKE(bvmul, x, y));
}

static Z3_ast pack(query *q, const node *n) {
	Z3_ast one = word(q, 1, 1), zero = word(q, 1, 0), all = NULL;
	for (int i = 0; i < n->count; i++) {
		Z3_ast b = MAKE(ite, operand(q, n, i), one, zero);
		all = all ? MAKE(concat, b, all) : b;
	}
	return all;
}

// ones counts the set bits of a word between two positions. The sums form a tree, because a chain of sums takes Z3
// longer.
static Z3_ast ones(query *q, const node *n, Z3_ast x, int from, int to) {
	if (to - from == 1) {
		Z3_ast one = digit(q, x, from);
		return used_bits(n) > 1 ? MAKE(zero_ext, used_bits(n) - 1, one) : one;
	}
	int middle = (from + to) / 2;
	Z3_ast lower = ones(q, n, x, from, middle), upper = ones(q, n, x, middle, to);
	return MAKE(bvadd, lower, upper);
}

static Z3_ast popc(query *q, const node *n, Z3_ast x) { return widened(q, n, ones(q, n, x, 0, n->bits)); }

// first_one returns a chain of if-then-else. It is one more than the position of the lowest set bit or, for the highest
// set bit, the number of bits above it. Without a set bit it is `none`.
static Z3_ast first_one(query *q, const node *n, Z3_ast x, int up, uint64_t none) {
	Z3_ast r = narrow_word(q, n, none);
	for (int j = n->bits - 1; j >= 0; j--) {
		int i = up ? j : n->bits - 1 - j;
		r = MAKE(ite, bit(q, x, i), narrow_word(q, n, up ? i + 1 : j), r);
	}
	return widened(q, n, r);
}

static Z3_ast reverse(query *q, int bits, Z3_ast x) {
	Z3_ast r = digit(q, x, 0);
	for (int i = 1; i < bits; i++) r = MAKE(concat, r, digit(q, x, i));
	return r;
}

static Z3_ast junction(query *q, const node *n) {
	Z3_ast *xs = malloc(sizeof *xs * ((size_t)n->count + 1));
	for (int i = 0; i < n->count; i++) xs[i] = operand(q, n, i);
	Z3_ast r = n->op == AND ? MAKE(and, n->count, xs) : MAKE(or, n->count, xs);
	free(xs);
	return r;
}

// unknown makes a variable with as many bits as the node uses.
static Z3_ast unknown(query *q, int i, const node *n) {
	Z3_symbol name = z3.mk_int_symbol(q->ctx, i);
	if (n->bits == 0) return MAKE(const, name, z3.mk_bool_sort(q->ctx));
	return widened(q, n, MAKE(const, name, words(q, used_bits(n))));
}

static Z3_ast translate(query *q, int i) {
	const node *n = &q->nodes[i];
	Z3_ast x = n->count > 0 ? operand(q, n, 0) : NULL;
	Z3_ast y = n->count > 1 ? operand(q, n, 1) : NULL;
	int inner = n->count > 0 ? q->nodes[q->args[n->first]].bits : 0;
	switch (n->op) {
	case CONST:
		if (n->bits) return word(q, n->bits, n->k);
		return n->k ? MAKE(true) : MAKE(false);
	case VAR:
	case OPAQUE: return unknown(q, i, n);
	case NOT: return MAKE(not, x);
	case AND:
	case OR: return junction(q, n);
	case EQ: return MAKE(eq, x, y);
	case ULT: return MAKE(bvult, x, y);
	case SLT: return MAKE(bvslt, x, y);
	case BIT: return bit(q, x, (int)n->k);
	case ADD: return sum(q, n);
	case MUL: return product(q, n);
	case UDIV: return MAKE(bvudiv, x, y);
	case UREM: return MAKE(bvurem, x, y);
	case SDIV: return MAKE(bvsdiv, x, y);
	case SREM: return MAKE(bvsrem, x, y);
	case SHL: return MAKE(bvshl, x, y);
	case LSHR: return MAKE(bvlshr, x, y);
	case ASHR: return MAKE(bvashr, x, y);
	case BAND: return MAKE(bvand, x, y);
	case BOR: return MAKE(bvor, x, y);
	case BXOR: return MAKE(bvxor, x, y);
	case ITE: return MAKE(ite, x, y, operand(q, n, 2));
	case PACK: return pack(q, n);
	case ZEXT: return MAKE(zero_ext, n->bits - inner, x);
	case SEXT: return MAKE(sign_ext, n->bits - inner, x);
	case TRUNC: return MAKE(extract, n->bits - 1, 0, x);
	case POPC: return popc(q, n, x);
	case FFS: return first_one(q, n, x, 1, 0);
	case CLZ: return first_one(q, n, x, 0, n->bits);
	case BREV: return reverse(q, n->bits, x);
	}
	return NULL;
}

// bound asserts the range of an unknown word.
static void bound(query *q, Z3_solver s, int i) {
	const node *n = &q->nodes[i];
	Z3_context c = q->ctx;
	if ((n->op != VAR && n->op != OPAQUE) || n->bits == 0) return;
	uint64_t top = ~(uint64_t)0 >> (64 - used_bits(n));
	if (n->lo > 0) z3.solver_assert(c, s, MAKE(bvuge, q->asts[i], word(q, n->bits, n->lo)));
	if (n->hi < top) z3.solver_assert(c, s, MAKE(bvule, q->asts[i], word(q, n->bits, n->hi)));
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

static int check(query *q, Z3_tactic decide, int count, unsigned steps, uint64_t *values, uint64_t *taken) {
	Z3_context c = q->ctx;
	Z3_solver s = z3.mk_solver_from_tactic(c, decide);
	z3.solver_inc_ref(c, s);
	Z3_params p = z3.mk_params(c);
	z3.params_inc_ref(c, p);
	z3.params_set_uint(c, p, z3.mk_string_symbol(c, "rlimit"), steps);
	// Otherwise Z3 handles SIGINT while it solves, and gives up. The program itself has to handle the signal.
	z3.params_set_bool(c, p, z3.mk_string_symbol(c, "ctrl_c"), false);
	z3.solver_set_params(c, s, p);
	uint64_t before = steps_so_far(c, s);
	for (int i = 0; i < count; i++) bound(q, s, i);
	z3.solver_assert(c, s, q->asts[count - 1]);
	Z3_lbool r = z3.solver_check(c, s);
	if (r == Z3_L_TRUE) {
		Z3_model m = z3.solver_get_model(c, s);
		z3.model_inc_ref(c, m);
		read_values(q, count, m, values);
		z3.model_dec_ref(c, m);
	}
	*taken = (uint32_t)(steps_so_far(c, s) - before); // the statistics have 32 bits
	z3.params_dec_ref(c, p);
	z3.solver_dec_ref(c, s);
	return r == Z3_L_TRUE ? 1 : r == Z3_L_FALSE ? 0 : -1;
}

// stage returns the tactic with a name. If on is not NULL, it turns on the parameter of that name.
static Z3_tactic stage(Z3_context c, const char *name, const char *on) {
	Z3_tactic t = z3.mk_tactic(c, name);
	z3.tactic_inc_ref(c, t);
	if (!on) return t;
	Z3_params p = z3.mk_params(c);
	z3.params_inc_ref(c, p);
	z3.params_set_bool(c, p, z3.mk_string_symbol(c, on), true);
	Z3_tactic with = z3.tactic_using_params(c, t, p);
	z3.tactic_inc_ref(c, with);
	z3.tactic_dec_ref(c, t);
	z3.params_dec_ref(c, p);
	return with;
}

// tactic_of_lanes simplifies a formula and decides it by bit-blasting. Z3's own tactic for bit vectors calls the theory
// solver if a formula has only equations, and simplifies more than is worth the time here. Of 1,840 questions of the
// annotated kernels, it left 171 undecided. This tactic leaves 127 undecided, with two thirds of the steps.
static Z3_tactic tactic_of_lanes(Z3_context c) {
	static const char *const stages[][2] = {{"simplify", "pull_cheap_ite"}, {"propagate-values", NULL}, {"solve-eqs", NULL},
		{"elim-uncnstr", NULL}, {"simplify", "pull_cheap_ite"}, {"bit-blast", NULL}, {"sat", NULL}};
	Z3_tactic all = NULL;
	for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
		Z3_tactic next = stage(c, stages[i][0], stages[i][1]);
		if (!all) {
			all = next;
			continue;
		}
		Z3_tactic both = z3.tactic_and_then(c, all, next);
		z3.tactic_inc_ref(c, both);
		z3.tactic_dec_ref(c, all);
		z3.tactic_dec_ref(c, next);
		all = both;
	}
	return all;
}

static Z3_context make_context(void) {
	Z3_config cfg = z3.mk_config();
	z3.set_param_value(cfg, "model", "true");
	Z3_context c = z3.mk_context_rc(cfg);
	z3.del_config(cfg);
	z3.set_error_handler(c, ignore_error);
	return c;
}

int solve(const node *nodes, int count, const int32_t *args, const uint64_t *coefs,
          unsigned steps, uint64_t *values, uint64_t *taken) {
	Z3_context c = make_context();
	Z3_tactic decide = tactic_of_lanes(c);
	query q = {c, nodes, args, coefs, malloc(sizeof(Z3_ast) * count), NULL, 0, 0};
	int r = -1;
	int built = 1;
	*taken = 0;
	for (int i = 0; i < count && built; i++) built = (q.asts[i] = translate(&q, i)) != NULL;
	if (built) r = check(&q, decide, count, steps, values, taken);
	let_go(&q);
	free(q.asts);
	z3.tactic_dec_ref(c, decide);
	z3.del_context(c);
	return r;
}
