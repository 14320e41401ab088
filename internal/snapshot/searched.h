// Where the dynamic linker found the libraries of this process.
#ifndef WARPCHECK_SEARCHED_H
#define WARPCHECK_SEARCHED_H

// A line for the file of each library. Whoever asks frees the text; NULL where there is no memory.
char *wc_library_files(void);

// A line for each folder in which the dynamic linker looks for what a library depends on, NULL for the program; as
// above.
char *wc_library_folders(const char *path);

#endif
