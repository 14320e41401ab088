// OpenMP's header: the machine's if clang has one, else the functions that programs use.
#pragma once
#if __has_include_next(<omp.h>)
#include_next <omp.h>
#else
typedef int omp_lock_t;
extern "C" {
int omp_get_thread_num(), omp_get_num_threads(), omp_get_max_threads(), omp_get_num_procs();
int omp_in_parallel(), omp_get_num_devices();
void omp_set_num_threads(int threads), omp_set_dynamic(int dynamic), omp_set_nested(int nested);
double omp_get_wtime();
void omp_init_lock(omp_lock_t *), omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
}
#endif
