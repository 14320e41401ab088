// These functions replace functions of the C library, for all libraries of the program: see confine.go.
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE // with it, headers define some of these functions inline
#include "confine.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A checked tree can make clang open any number of paths, so only the first MAX_TOLD refusals on a thread are
// remembered.
enum { MAX_TOLD = 32, MAX_PATH = 4096 };

static __thread int confined, told;
static __thread int64_t max_size;
static __thread uintptr_t may_read;
static __thread struct {
  int reason;
  char *path;
} refused[MAX_TOLD];

// The paths that clang asked for, and a hash table of them. An entry of the table is the index in the list plus one, 0
// for an empty entry.
static __thread struct {
  struct inquiry {
    int answer;
    char *path;
  } *list;
  uint32_t *table;
  uint32_t count, size;
  int incomplete;
} asked;

static void forget(void) {
  for (uint32_t i = 0; i < asked.count; i++)
    free(asked.list[i].path);
  free(asked.list);
  free(asked.table);
  memset(&asked, 0, sizeof asked);
}

static uint32_t *slot(uint32_t *table, uint32_t size, const char *path, int answer) {
  uint32_t hash = 2166136261u ^ (uint32_t)answer;
  for (const char *c = path; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  for (hash &= size - 1; table[hash]; hash = (hash + 1) & (size - 1)) {
    struct inquiry *known = &asked.list[table[hash] - 1];
    if (known->answer == answer && !strcmp(known->path, path))
      break;
  }
  return &table[hash];
}

// grow doubles the table. At most half of its entries are in use.
static int grow(void) {
  uint32_t size = asked.size ? asked.size * 2 : 2048;
  uint32_t *table = calloc(size, sizeof *table);
  struct inquiry *list = realloc(asked.list, size / 2 * sizeof *list);
  if (list)
    asked.list = list;
  if (!table || !list) {
    free(table);
    return 0;
  }
  for (uint32_t i = 0; i < asked.count; i++)
    *slot(table, size, list[i].path, list[i].answer) = i + 1;
  free(asked.table);
  asked.table = table;
  asked.size = size;
  return 1;
}

// note remembers the answer that clang got for a path.
static void note(const char *path, int answer) {
  int before = errno;
  if (asked.count == asked.size / 2 && !grow()) {
    asked.incomplete = 1;
    errno = before;
    return;
  }
  uint32_t *at = slot(asked.table, asked.size, path, answer);
  if (!*at) {
    char *copy = strdup(path);
    if (copy) {
      asked.list[asked.count] = (struct inquiry){answer, copy};
      *at = ++asked.count;
    } else {
      asked.incomplete = 1;
    }
  }
  errno = before;
}

const char *wc_confine_asked(int index, int *answer) {
  if (index < 0 || (uint32_t)index >= asked.count)
    return NULL;
  *answer = asked.list[index].answer;
  return asked.list[index].path;
}

int wc_confine_asked_all(void) { return !asked.incomplete; }

void wc_confine_begin(int64_t size, uintptr_t handle) {
  forget();
  while (told > 0)
    free(refused[--told].path);
  max_size = size;
  may_read = handle;
  confined = 1;
}

void wc_confine_end(void) { confined = 0; }

const char *wc_confine_refused(int index, int *reason) {
  if (index >= told)
    return NULL;
  *reason = refused[index].reason;
  return refused[index].path;
}

// original returns the function of the C library with this name.
static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

int wc_confine_in_force(void) { return dlsym(RTLD_DEFAULT, "open") == (void *)open; }

// refuse remembers a refusal, and returns the error number for the caller.
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

// objection returns the reason for which a file is refused, or -1 if it is not refused.
static int objection(const struct stat *file) {
  if (S_ISDIR(file->st_mode))
    return -1;
  if (!S_ISREG(file->st_mode))
    return WC_NOT_REGULAR;
  return file->st_size > max_size ? WC_TOO_LARGE : -1;
}

typedef int stat_function(const char *, struct stat *);

// look calls the stat of the C library, for the functions in this file.
static int look(const char *path, struct stat *file) {
  static stat_function *before;
  if (!before)
    before = (stat_function *)original("stat");
  return before(path, file);
}

// answer_of returns the answer for a path, from the result of stat.
static int answer_of(int failed, const struct stat *file) {
  return failed ? WC_ABSENT : S_ISDIR(file->st_mode) ? WC_FOLDER : WC_OTHER;
}

typedef int open_function(const char *, int, ...);

static int open_confined(open_function *open_original, const char *path, int flags) {
  struct stat file;
  if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC)) {
    errno = refuse(path, WC_CHANGES);
    return -1;
  }
  if (look(path, &file)) {
    note(path, WC_ABSENT);
    return -1;
  }
  note(path, S_ISDIR(file.st_mode) ? WC_FOLDER : WC_OPENED);
  int reason = objection(&file), opened = -1;
  if (reason < 0 && !S_ISDIR(file.st_mode) && !wc_may_read(may_read, (char *)path))
    reason = WC_OUTSIDE;
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

// TELLS defines a function that replaces stat or lstat, and also remembers the answer.
#define TELLS(name, type)                                     \
  int name(const char *path, struct type *file) {             \
    typedef int function(const char *, struct type *);        \
    static function *before;                                  \
    if (!before)                                              \
      before = (function *)original(#name);                   \
    int failed = before(path, file);                          \
    if (confined)                                             \
      note(path, answer_of(failed, (struct stat *)file));     \
    return failed;                                            \
  }

// If both structures have the same size, they are the same.
_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "two kinds of stat");
TELLS(stat, stat)
TELLS(lstat, stat)
#undef stat64
#undef lstat64
TELLS(stat64, stat64)
TELLS(lstat64, stat64)

int access(const char *path, int mode) {
  typedef int function(const char *, int);
  static function *before;
  if (!before)
    before = (function *)original("access");
  int failed = before(path, mode);
  struct stat file;
  if (confined)
    note(path, answer_of(look(path, &file), &file));
  return failed;
}

DIR *opendir(const char *path) {
  typedef DIR *function(const char *);
  static function *before;
  if (!before)
    before = (function *)original("opendir");
  DIR *folder = before(path);
  if (confined)
    note(path, folder ? WC_LISTED : WC_ABSENT);
  return folder;
}

// REFUSED defines a function that fails while the thread is confined. subject is the path or the text to report.
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
