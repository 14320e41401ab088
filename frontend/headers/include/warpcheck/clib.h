// The C library functions that CUDA's headers make visible, for host and
// device. The wrappers of the C headers (math.h, stdlib.h, ...) declare the
// machine's own in the same way, so that both declare one function.
#pragma once

#pragma clang force_cuda_host_device begin
extern "C" {
int printf(const char *__restrict format, ...);
void *malloc(size_t size) noexcept;
void *calloc(size_t count, size_t size) noexcept;
void *realloc(void *p, size_t size) noexcept;
void free(void *p) noexcept;
void exit(int status) noexcept __attribute__((noreturn));
void abort() noexcept __attribute__((noreturn));
int abs(int x) noexcept __attribute__((const));
long labs(long x) noexcept __attribute__((const));
long long llabs(long long x) noexcept __attribute__((const));
int rand() noexcept;
void srand(unsigned int seed) noexcept;
int atoi(const char *text) noexcept;
double atof(const char *text) noexcept;

void *memcpy(void *__restrict to, const void *__restrict from, size_t size) noexcept;
void *memmove(void *to, const void *from, size_t size) noexcept;
void *memset(void *to, int byte, size_t size) noexcept;
int memcmp(const void *a, const void *b, size_t size) noexcept;
size_t strlen(const char *text) noexcept;
int strcmp(const char *a, const char *b) noexcept;
int strncmp(const char *a, const char *b, size_t size) noexcept;
char *strcpy(char *__restrict to, const char *__restrict from) noexcept;
char *strcat(char *__restrict to, const char *__restrict from) noexcept;

void __assert_fail(const char *condition, const char *file, unsigned int line,
                   const char *function) noexcept __attribute__((noreturn));
}
#pragma clang force_cuda_host_device end

extern "C" WARPCHECK_D void __assertfail(const void *message, const void *file,
                                         unsigned int line, const void *function,
                                         size_t size) __attribute__((noreturn));
extern "C" WARPCHECK_D long long clock64();
extern "C" WARPCHECK_D void __trap() __attribute__((noreturn));
extern "C" WARPCHECK_D void __brkpt(int code = 0);
extern "C" WARPCHECK_D void __exit() __attribute__((noreturn));
extern "C" WARPCHECK_D void __nanosleep(unsigned int nanoseconds);
extern "C" WARPCHECK_D void __prof_trigger(int counter);
extern "C" WARPCHECK_D unsigned long long __globaltimer();
extern "C" WARPCHECK_HD long clock() noexcept;
