#define _GNU_SOURCE
#include <signal.h>
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
