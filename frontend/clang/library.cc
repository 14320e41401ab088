#include "library.h"
#include "tree.h"

#include "clang/Basic/Version.inc"

#include <cstdlib>
#include <cstring>

namespace warpcheck {

#define FUNCTION(name) decltype(&::name) name;
LIBCLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION

// The same in the same order, by name and as addresses.
#define FUNCTION(name) #name,
static const char *const names[] = {LIBCLANG_FUNCTIONS(FUNCTION)};
#undef FUNCTION
#define FUNCTION(name) reinterpret_cast<void **>(&name),
static void **const functions[] = {LIBCLANG_FUNCTIONS(FUNCTION)};
#undef FUNCTION

constexpr int count = sizeof names / sizeof *names;

} // namespace warpcheck

using namespace warpcheck;

const char *wc_function(int index) { return index < count ? names[index] : nullptr; }

void wc_use(void *const *addresses) {
  for (int i = 0; i < count; i++)
    *functions[i] = addresses[i];
}

char *wc_version(void) {
  CXString version = warpcheck::clang_getClangVersion();
  char *copy = strdup(warpcheck::clang_getCString(version));
  warpcheck::clang_disposeString(version);
  return copy;
}

int wc_built_against(void) { return CLANG_VERSION_MAJOR; }

int wc_built_against_minor(void) { return CLANG_VERSION_MINOR; }
