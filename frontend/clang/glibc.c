// This file defines functions that the archives of clang and GCC call, but that the oldest supported C library does not
// have (cli/glibc_test.go). The definitions are hidden, so that only the archives use them and no loaded library does.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <sys/random.h>

#define GIVEN __attribute__((visibility("hidden")))

// LLVM takes random numbers from here for the names of temporary files. getrandom does not fail once the system has
// started.
GIVEN uint32_t arc4random(void) {
  uint32_t drawn;
  while (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
    ;
  return drawn;
}

// Since glibc 2.38 the headers give other names to the functions that read numbers, because the new functions also read
// 0b1.
#define READS(type, name)                                                                  \
  type before_##name(const char *text, char **end, int base) __asm__(#name);               \
  GIVEN type __isoc23_##name(const char *text, char **end, int base) {                     \
    return before_##name(text, end, base);                                                 \
  }

READS(long, strtol)
READS(unsigned long, strtoul)
READS(long long, strtoll)
READS(unsigned long long, strtoull)

#if __GLIBC_PREREQ(2, 35)

struct search {
  uintptr_t address, frames;
};

// look_in ends the search at the object that contains the address. It stores the address of the object's table of
// frames, 0 if the object has none.
static int look_in(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  uintptr_t frames = 0;
  int holds = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t at = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME)
      frames = at;
    holds |= part->p_type == PT_LOAD && search->address - at < part->p_memsz;
  }
  if (holds)
    search->frames = frames;
  return holds;
}

// The unwinder of GCC 12 and later calls this function to find the table of frames of an object. It uses no other field
// of the result.
GIVEN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, 0};
  dl_iterate_phdr(look_in, &search);
  found->dlfo_eh_frame = (void *)search.frames;
  return search.frames ? 0 : -1;
}

#endif
