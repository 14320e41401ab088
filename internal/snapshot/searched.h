// Where the dynamic linker found the libraries of this process.
#ifndef WARPCHECK_SEARCHED_H
#define WARPCHECK_SEARCHED_H

// Returns a line for the file of each library. The caller frees the text. The result is NULL if memory runs out.
char *wc_library_files(void);

// Returns a line for each folder in which the dynamic linker searches for the libraries that the library at path
// depends on. path is NULL for the program itself. The caller frees the text. The result is NULL if memory runs out.
char *wc_library_folders(const char *path);

#endif
