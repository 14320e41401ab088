// The flat form in which a parsed unit is passed from C++ to Go: arrays of plain structs that name each other by index,
// -1 for none. decode.go converts it to the values of package ast, whose comments explain each part.
#ifndef WARPCHECK_TREE_H
#define WARPCHECK_TREE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t wc_index;

// A slice of the unit's list of indices.
typedef struct {
  int32_t start, count;
} wc_list;

typedef struct {
  wc_index file; // string
  int32_t line, column, end_line, end_column, offset;
  wc_index macro; // position
  int32_t system;
} wc_pos;

enum { WC_LVALUE = 1, WC_KNOWN = 2 };

typedef struct {
  int32_t kind, op, flags;
  wc_index type, var, func, field, text, base, assembly, pos;
  wc_list children;
  int64_t value;
} wc_node;

// Inputs follow outputs in names and constraints, both lists of strings.
typedef struct {
  int32_t outputs, inputs, is_volatile;
  wc_list constraints, names;
} wc_asm;

enum { WC_SIGNED = 1, WC_UNION = 2, WC_VOLATILE_TYPE = 4, WC_OF_MEMBER = 8, WC_VIRTUAL_BASE = 16, WC_ENUMERATION = 32 };

typedef struct {
  int32_t kind, bits, flags;
  wc_index name, elem, destructor;
  wc_list fields, bases; // the fields of an enumeration are its enumerators, their offsets the numbers
  int64_t len, size;
} wc_type;

typedef struct {
  wc_index name, type, owner;
  int32_t index, bits;
  int64_t offset;
} wc_field;

enum {
  WC_CONST = 1,
  WC_VOLATILE = 2,
  WC_STATIC = 4,
  WC_VALUE = 8,
  WC_UNWRITTEN = 16, // a const restrict pointer: nobody writes what it points to
  WC_OWN = 32,       // of the host, and not visible to other units
};

typedef struct {
  wc_index name, scope, type, init, pos; // scope: the namespaces of a shared variable outside functions
  int32_t storage, flags;
  int32_t alignment; // in bytes, by attributes such as alignas; 0: that of the type, -1: open (openAlignment)
  int64_t value;
} wc_var;

enum {
  WC_KERNEL = 1,
  WC_DEVICE = 2,
  WC_HOST = 4,
  WC_PATTERN = 8,
  WC_CONSTRUCTOR = 16,
  WC_DESTRUCTOR = 32,
  WC_VIRTUAL = 64,
  WC_NO_RETURN = 128,
  WC_IMPLICIT = 256,
};

typedef struct {
  wc_index name, qualified, key, pattern, pos, this_type, result, body;
  int32_t flags, max_threads, required; // required: the least number of arguments of a call
  int32_t cluster[3]; // __cluster_dims__; 0 if an extent is not given, or not known
  wc_list params, inits, bounds;
} wc_func;

// The launch bounds of one declaration of a kernel; -1 if a bound is not constant, 0 if it is not given.
typedef struct {
  wc_index pos;
  int32_t max_threads, min_blocks, max_clusters;
} wc_bounds;

typedef struct {
  wc_index field, base, value;
} wc_init;

// node is the call that launches the kernel, None if there is none. Go code evaluates the grid and the block in it.
typedef struct {
  wc_index kernel, node, pos;
} wc_launch;

// name and of are the first two names in the text. missing is the header that is not found, "" in other errors.
typedef struct {
  int32_t severity, kind;
  wc_index pos, text, name, of, missing;
} wc_diagnostic;

#define WC_ARRAY(type, name) \
  type *name;                \
  int64_t name##_count

typedef struct {
  char *text; // all strings, one after another
  WC_ARRAY(int64_t, strings); // the end of each string in text
  WC_ARRAY(wc_pos, positions);
  WC_ARRAY(wc_node, nodes);
  WC_ARRAY(wc_asm, assemblies);
  WC_ARRAY(wc_type, types);
  WC_ARRAY(wc_field, fields);
  WC_ARRAY(wc_var, vars);
  WC_ARRAY(wc_func, funcs);
  WC_ARRAY(wc_init, inits);
  WC_ARRAY(wc_bounds, bounds);
  WC_ARRAY(wc_launch, launches);
  WC_ARRAY(wc_diagnostic, diagnostics);
  WC_ARRAY(wc_index, lists);
  WC_ARRAY(wc_index, defined); // functions of the unit, in order
  WC_ARRAY(wc_index, hosts);   // host functions, if the unit launches kernels
  WC_ARRAY(wc_index, files);   // strings
  WC_ARRAY(wc_index, entered); // strings: the user's files, once for each time they are read
  WC_ARRAY(wc_index, skipped); // positions in the user's files
  void *owner;
} wc_unit;

typedef struct {
  const char *file;
  const char *source; // NULL: the file is read from disk
  int64_t source_length;
  // Files that exist in memory only: names and contents.
  const char *const *virtual_names;
  const char *const *virtual_texts;
  const int64_t *virtual_lengths; // a text may contain zero bytes
  int32_t virtual_count;
  const char *const *args;
  int32_t arg_count;
  const char *system_prefix; // files below it are system headers; may be NULL
  uintptr_t own;             // the handle that is passed to wc_is_own
  const char *resources;     // the folder with clang's own headers, in include/
} wc_request;

// Whether a file is the user's, even if clang treats it as a system header. Go implements it.
int wc_is_own(uintptr_t own, char *name);

// The outcomes of a parse. Only WC_PARSED fills the unit. WC_REFUSED: clang began a unit and could not complete it.
// WC_NO_TREE: clang began no unit. WC_CRASHED: clang crashed (guard.c).
enum { WC_PARSED, WC_REFUSED, WC_NO_TREE, WC_CRASHED };

// wc_parse parses one file into unit, and returns the outcome. wc_free frees the arrays of a unit.
int wc_parse(const wc_request *request, wc_unit *unit);
void wc_free(wc_unit *unit);

// The version of the clang in this program.
const char *wc_version(void);
int wc_major(void);

#ifdef __cplusplus
}
#endif
#endif
