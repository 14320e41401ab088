// This restricts what clang may do on a thread while it parses: see confine.go.
#ifndef WARPCHECK_CONFINE_H
#define WARPCHECK_CONFINE_H

#include <stdint.h>

// The answers that clang gets for a path.
enum { WC_ABSENT, WC_FOLDER, WC_OTHER, WC_OPENED, WC_LISTED };

enum { WC_NOT_REGULAR, WC_TOO_LARGE, WC_CHANGES, WC_RUNS, WC_OUTSIDE };

// wc_confine_in_force reports whether libraries call the functions of confine.c instead of those of the C library.
int wc_confine_in_force(void);

// wc_confine_begin confines this thread. It may then open only files that wc_may_read allows and that have at most
// max_size bytes. It also forgets earlier refusals and answers.
void wc_confine_begin(int64_t max_size, uintptr_t may_read);

// wc_may_read reports whether a file may be opened. It is written in Go.
int wc_may_read(uintptr_t may_read, char *path);
void wc_confine_end(void);

// wc_confine_refused returns a path that was refused on this thread since wc_confine_begin, or NULL if index is too
// large.
const char *wc_confine_refused(int index, int *reason);

// wc_confine_asked returns a path that clang asked for on this thread since wc_confine_begin. It returns each pair of
// path and answer once, and NULL if index is too large. If memory ran out, some are missing, and wc_confine_asked_all
// returns 0.
const char *wc_confine_asked(int index, int *answer);
int wc_confine_asked_all(void);

#endif
