// The shared libraries of this process.
#ifndef WARPCHECK_LOADED_H
#define WARPCHECK_LOADED_H

// Returns a line for each library: the build ID in hexadecimal digits, or nothing if there is none, then a blank and
// the path. The caller frees the text. The result is NULL if memory runs out.
char *warpcheck_loaded(void);

#endif
