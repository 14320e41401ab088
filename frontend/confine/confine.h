// What clang may do on a thread while it parses: see confine.go.
#ifndef WARPCHECK_CONFINE_H
#define WARPCHECK_CONFINE_H

#include <stdint.h>

// What a path was found to be, when clang asked for it.
enum { WC_ABSENT, WC_FOLDER, WC_OTHER, WC_OPENED, WC_LISTED };

enum { WC_NOT_REGULAR, WC_TOO_LARGE, WC_CHANGES, WC_RUNS, WC_OUTSIDE };

// Whether libraries call the functions of confine.c in place of the C library's.
int wc_confine_in_force(void);

// Bounds this thread, files to a size and to those that wc_may_read reports. Forgets what was refused before.
void wc_confine_begin(int64_t max_size, uintptr_t may_read);

// Whether a file may be opened: Go answers.
int wc_may_read(uintptr_t may_read, char *path);
void wc_confine_end(void);

// A path that was refused on this thread since the beginning, NULL beyond the last.
const char *wc_confine_refused(int index, int *reason);

// A path that was asked for on this thread since the beginning, each answer once, NULL beyond the
// last, or where memory ran out: then wc_confine_asked_all is 0.
const char *wc_confine_asked(int index, int *answer);
int wc_confine_asked_all(void);

#endif
