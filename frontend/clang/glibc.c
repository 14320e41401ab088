// What clang's and GCC's archives ask of a C library newer than the one that the program is to run with
// (cli/glibc_test.go). These definitions serve the archives alone: hidden, no library that is loaded finds them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <sys/random.h>

#define GIVEN __attribute__((visibility("hidden")))

// LLVM names temporary files by it. The system's numbers are not lacking once it runs.
GIVEN uint32_t arc4random(void) {
  uint32_t drawn;
  while (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
    ;
  return drawn;
}

// Since 2.38 headers give the functions that read numbers other names, for their reading of 0b1 alone.
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

// Ends a search at the object that holds its address: with the table of the object's frames, 0 where it has none.
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

// The unwinder of GCC 12 and later asks where the frames of an object are told, and uses nothing else of the answer.
GIVEN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, 0};
  dl_iterate_phdr(look_in, &search);
  found->dlfo_eh_frame = (void *)search.frames;
  return search.frames ? 0 : -1;
}

#endif
