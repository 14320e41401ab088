#define _GNU_SOURCE
#include "loaded.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// align rounds the length of a part of a note up to where the next part begins.
static size_t align(size_t length) { return (length + 3) & ~(size_t)3; }

// tell_note writes the build ID, if the note is one.
static void tell_note(FILE *out, const ElfW(Nhdr) *note) {
  const char *owner = (const char *)(note + 1);
  if (note->n_type != NT_GNU_BUILD_ID || note->n_namesz != sizeof "GNU" || memcmp(owner, "GNU", sizeof "GNU"))
    return;
  const unsigned char *id = (const unsigned char *)owner + align(note->n_namesz);
  for (size_t i = 0; i < note->n_descsz; i++)
    fprintf(out, "%02x", id[i]);
}

static int tell_library(struct dl_phdr_info *library, size_t size, void *out) {
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    if (part->p_type != PT_NOTE || part->p_align > 4)
      continue;
    const char *at = (const char *)(library->dlpi_addr + part->p_vaddr), *end = at + part->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
      at += sizeof *note + align(note->n_namesz) + align(note->n_descsz);
      if (at <= end)
        tell_note(out, note);
    }
  }
  fprintf(out, " %s\n", library->dlpi_name);
  return 0;
}

char *warpcheck_loaded(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return NULL;
  dl_iterate_phdr(tell_library, out);
  if (fclose(out) == 0)
    return text;
  free(text);
  return NULL;
}
