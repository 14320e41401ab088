#define _GNU_SOURCE
#include "searched.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tell_file(struct dl_phdr_info *library, size_t size, void *out) {
  (void)size;
  fprintf(out, "%s\n", library->dlpi_name);
  return 0;
}

char *wc_library_files(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return NULL;
  dl_iterate_phdr(tell_file, out);
  if (fclose(out) == 0)
    return text;
  free(text);
  return NULL;
}

// tell_folders writes the folders in which the linker searches for the libraries that an object names.
static void tell_folders(FILE *out, void *object) {
  Dl_serinfo size;
  if (dlinfo(object, RTLD_DI_SERINFOSIZE, &size))
    return;
  Dl_serinfo *all = malloc(size.dls_size);
  if (!all)
    return;
  memcpy(all, &size, sizeof size);
  if (!dlinfo(object, RTLD_DI_SERINFO, all)) {
    for (unsigned i = 0; i < all->dls_cnt; i++)
      fprintf(out, "%s\n", all->dls_serpath[i].dls_name);
  }
  free(all);
}

char *wc_library_folders(const char *path) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return NULL;
  void *object = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (object) {
    tell_folders(out, object);
    dlclose(object);
  }
  if (fclose(out) == 0)
    return text;
  free(text);
  return NULL;
}
