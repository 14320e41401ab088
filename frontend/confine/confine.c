// The C library's functions, as the program defines them for all libraries: see confine.go.
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE // whose headers define some of these functions inline
#include "confine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A tree may make clang try any number of paths; so many are told.
enum { MAX_TOLD = 32, MAX_PATH = 4096 };

static __thread int confined, told;
static __thread int64_t max_size;
static __thread struct {
  int reason;
  char *path;
} refused[MAX_TOLD];

void wc_confine_begin(int64_t size) {
  while (told > 0)
    free(refused[--told].path);
  max_size = size;
  confined = 1;
}

void wc_confine_end(void) { confined = 0; }

const char *wc_confine_refused(int index, int *reason) {
  if (index >= told)
    return NULL;
  *reason = refused[index].reason;
  return refused[index].path;
}

// The function of that name that the C library has.
static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

int wc_confine_in_force(void) { return dlsym(RTLD_DEFAULT, "open") == (void *)open; }

// Remembers a refusal, and is the error that the caller gets.
static int refuse(const char *path, int reason) {
  int known = told == MAX_TOLD;
  for (int i = 0; i < told && !known; i++)
    known = refused[i].reason == reason && !strcmp(refused[i].path, path);
  char *copy = known ? NULL : strndup(path, MAX_PATH);
  if (copy) {
    refused[told].reason = reason;
    refused[told++].path = copy;
  }
  return reason == WC_TOO_LARGE ? EFBIG : EACCES;
}

// Why a file is refused, -1 when it is not.
static int objection(const struct stat *file) {
  if (S_ISDIR(file->st_mode))
    return -1;
  if (!S_ISREG(file->st_mode))
    return WC_NOT_REGULAR;
  return file->st_size > max_size ? WC_TOO_LARGE : -1;
}

typedef int open_function(const char *, int, ...);

static int open_confined(open_function *open_original, const char *path, int flags) {
  struct stat file;
  if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC)) {
    errno = refuse(path, WC_CHANGES);
    return -1;
  }
  if (stat(path, &file))
    return -1;
  int reason = objection(&file), opened = -1;
  if (reason < 0) {
    opened = open_original(path, flags | O_NONBLOCK | O_NOCTTY);
    if (opened < 0)
      return -1;
    reason = fstat(opened, &file) ? WC_NOT_REGULAR : objection(&file);
  }
  if (reason < 0)
    return opened;
  if (opened >= 0)
    close(opened);
  errno = refuse(path, reason);
  return -1;
}

#define OPEN(name)                                        \
  int name(const char *path, int flags, ...) {            \
    static open_function *before;                         \
    if (!before)                                          \
      before = (open_function *)original(#name);          \
    if (confined)                                         \
      return open_confined(before, path, flags);          \
    va_list rest;                                         \
    va_start(rest, flags);                                \
    mode_t mode = va_arg(rest, mode_t);                   \
    va_end(rest);                                         \
    return before(path, flags, mode);                     \
  }

OPEN(open)
#undef open64
OPEN(open64)

// Defines a function that fails while the thread is confined. What it is about is its subject.
#define REFUSED(type, name, parameters, arguments, subject, reason, failure) \
  type name parameters {                                                    \
    typedef type function parameters;                                       \
    static function *before;                                                \
    if (confined) {                                                         \
      errno = refuse(subject, reason);                                      \
      return failure;                                                       \
    }                                                                       \
    if (!before)                                                            \
      before = (function *)original(#name);                                 \
    return before arguments;                                                \
  }

REFUSED(int, mkdir, (const char *path, mode_t mode), (path, mode), path, WC_CHANGES, -1)
REFUSED(int, unlink, (const char *path), (path), path, WC_CHANGES, -1)
REFUSED(int, rename, (const char *from, const char *to), (from, to), to, WC_CHANGES, -1)
REFUSED(int, link, (const char *from, const char *to), (from, to), to, WC_CHANGES, -1)
REFUSED(int, symlink, (const char *from, const char *to), (from, to), to, WC_CHANGES, -1)
REFUSED(pid_t, fork, (void), (), "a process", WC_RUNS, -1)
REFUSED(int, execv, (const char *path, char *const words[]), (path, words), path, WC_RUNS, -1)
REFUSED(int, posix_spawn,
        (pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
         const posix_spawnattr_t *attributes, char *const words[], char *const environment[]),
        (id, path, actions, attributes, words, environment), path, WC_RUNS, EACCES)
