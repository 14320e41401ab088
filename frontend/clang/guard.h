// Runs jobs that survive a crash in clang or the walker: see guard.c.
#ifndef WARPCHECK_GUARD_H
#define WARPCHECK_GUARD_H

#ifdef __cplusplus
extern "C" {
#endif

// wc_guard runs job(data) on this thread. It returns the job's result, or crashed if a crash ended the job. The memory
// of the job is then lost. A job may call wc_guard.
int wc_guard(int (*job)(void *), void *data, int crashed);

#ifdef __cplusplus
}
#endif
#endif
