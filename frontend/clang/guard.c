// A crash of clang ends its parse and nothing else. Go's handlers turn a nil dereference
// into a panic and end the program for a crash in C, so handlers that serve both sides
// take their place: a crash on a thread that is inside wc_guard ends the job, any other
// goes to the handler that Go installed.

#define _GNU_SOURCE
#include "guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
static struct sigaction before[NSIG];
static __thread sigjmp_buf *way_out;

static void handle(int number, siginfo_t *info, void *context) {
  if (way_out)
    siglongjmp(*way_out, 1);
  struct sigaction *previous = &before[number];
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(number, info, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(number);
  } else {
    sigaction(number, previous, NULL);
    raise(number);
  }
}

static void install(void) {
  struct sigaction ours = {0};
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    sigaction(crashes[i], NULL, &before[crashes[i]]);
    ours.sa_mask = before[crashes[i]].sa_mask;
    sigaction(crashes[i], &ours, NULL);
  }
}

int wc_guard(int (*job)(void *), void *data, int crashed) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  sigjmp_buf here;
  if (sigsetjmp(here, 1)) {
    way_out = NULL;
    return crashed;
  }
  way_out = &here;
  int result = job(data);
  way_out = NULL;
  return result;
}
