// The shared libraries of this process.
#ifndef WARPCHECK_LOADED_H
#define WARPCHECK_LOADED_H

// A line for each library: its build ID in hexadecimal digits, none where it has none, a blank, its path.
// Whoever asks frees the text; NULL where there is no memory.
char *warpcheck_loaded(void);

#endif
