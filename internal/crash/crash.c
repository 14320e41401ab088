#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static int exit_code;
static int told_to = STDERR_FILENO;

static void leave(int number) {
  static const char told[] = "warpcheck: out of memory, or an internal error (above): "
                             "the analysis is incomplete\n";
  (void)number;
  ssize_t written = write(told_to, told, sizeof told - 1);
  (void)written;
  _exit(exit_code);
}

enum {
  incomplete = 3,
  /* What Go reserves before it runs anything, and what clang, Z3 and the stacks of threads take at least. */
  least_space = 1 << 30,
  /* What Go writes to before it runs anything, with as much again for the program. */
  least_data = 192 << 20,
};

static int has_room(size_t size, int protection) {
  void *room = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return 0;
  munmap(room, size);
  return 1;
}

/* The Go runtime cannot start with little memory: it would write its own stack and leave with the code of wrong
 * usage. This comes before it. */
__attribute__((constructor)) static void look_for_room(void) {
  static const char told[] = "warpcheck: the limit of memory (ulimit -v or -d) is too low to start: "
                             "give 4 GiB\n";
  if (has_room(least_space, PROT_NONE) && has_room(least_data, PROT_READ | PROT_WRITE))
    return;
  ssize_t written = write(STDERR_FILENO, told, sizeof told - 1);
  (void)written;
  _exit(incomplete);
}

void wc_crash_exit(int code) {
  exit_code = code;
  struct sigaction ours = {0};
  ours.sa_handler = leave;
  ours.sa_flags = SA_ONSTACK;
  sigaction(SIGABRT, &ours, NULL);
}

void wc_crash_tell(int descriptor) { told_to = descriptor; }

void wc_crash_end_on_cpu_limit(void) {
  struct sigaction plain = {0};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGXCPU, &plain, NULL);
}
