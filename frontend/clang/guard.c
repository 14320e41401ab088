// A crash of clang ends only the parse in which it occurs. Go's signal handlers turn a nil dereference in Go into a
// panic, and end the program for a crash in C. The handlers here replace them: for a crash in a job that wc_guard
// called, they end the job. For any other crash they call Go's handler. A job may call Go, but Go code runs on another
// stack. So the stack of the crash shows whether it occurred in the job.

#define _GNU_SOURCE
#include "guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
static struct sigaction before[NSIG];
static __thread sigjmp_buf *way_out;

// This is larger than any thread's stack, and smaller than the distance between a thread's stack and Go's heap.
static const uintptr_t max_stack = (uintptr_t)1 << 32;

static uintptr_t stack_at(const void *context) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined __x86_64__
  return (uintptr_t)machine->gregs[REG_RSP];
#elif defined __aarch64__
  return machine->sp;
#endif
}

// is_of_job reports whether a signal interrupted the job: the stack pointer is then below the frame of wc_guard.
static int is_of_job(const void *context) {
  return way_out && (uintptr_t)way_out - stack_at(context) < max_stack;
}

static void handle(int number, siginfo_t *info, void *context) {
  if (is_of_job(context))
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
  sigjmp_buf *volatile outer = way_out;
  if (sigsetjmp(here, 1)) {
    way_out = outer;
    return crashed;
  }
  way_out = &here;
  int result = job(data);
  way_out = outer;
  return result;
}
