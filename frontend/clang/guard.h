// Survives a crash inside clang or the walker: see guard.c.
#ifndef WARPCHECK_GUARD_H
#define WARPCHECK_GUARD_H

#ifdef __cplusplus
extern "C" {
#endif

// Runs job(data) on this thread and returns what it returns, or crashed when it
// was cut short by a crash. What the job held is then lost. A job may guard another.
int wc_guard(int (*job)(void *), void *data, int crashed);

#ifdef __cplusplus
}
#endif
#endif
