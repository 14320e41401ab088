// The entry points that Go calls.
#include "guard.h"
#include "walker.h"

#include <cstdlib>

namespace warpcheck {

template <typename T> static void hand(std::vector<T> &from, T *&to, int64_t &count) {
  to = from.data();
  count = int64_t(from.size());
}

static void hand(Arrays &from, wc_unit *to) {
  to->text = from.text.data();
  hand(from.strings, to->strings, to->strings_count);
  hand(from.positions, to->positions, to->positions_count);
  hand(from.nodes, to->nodes, to->nodes_count);
  hand(from.assemblies, to->assemblies, to->assemblies_count);
  hand(from.types, to->types, to->types_count);
  hand(from.fields, to->fields, to->fields_count);
  hand(from.vars, to->vars, to->vars_count);
  hand(from.funcs, to->funcs, to->funcs_count);
  hand(from.inits, to->inits, to->inits_count);
  hand(from.launches, to->launches, to->launches_count);
  hand(from.diagnostics, to->diagnostics, to->diagnostics_count);
  hand(from.lists, to->lists, to->lists_count);
  hand(from.defined, to->defined, to->defined_count);
  hand(from.hosts, to->hosts, to->hosts_count);
  hand(from.files, to->files, to->files_count);
  hand(from.entered, to->entered, to->entered_count);
  hand(from.skipped, to->skipped, to->skipped_count);
  to->owner = &from;
}

struct Job {
  const wc_request *request;
  wc_unit *to;
};

static int parse(void *data) {
  const wc_request *request = static_cast<Job *>(data)->request;
  std::vector<CXUnsavedFile> unsaved;
  if (request->source)
    unsaved.push_back({request->file, request->source, (unsigned long)request->source_length});
  for (int i = 0; i < request->virtual_count; i++)
    unsaved.push_back({request->virtual_names[i], request->virtual_texts[i],
                       (unsigned long)request->virtual_lengths[i]});
  // The record of the preprocessor holds what it left out.
  unsigned options = CXTranslationUnit_KeepGoing | CXTranslationUnit_VisitImplicitAttributes |
                     CXTranslationUnit_DetailedPreprocessingRecord;
  CXIndex index = clang_createIndex(0, 0);
  CXTranslationUnit unit = nullptr;
  int code = clang_parseTranslationUnit2FullArgv(index, request->file, request->args,
                                                 request->arg_count, unsaved.data(),
                                                 unsaved.size(), options, &unit);
  if (code == CXError_Success) {
    auto *arrays = new Arrays;
    Walker(unit, *request, *arrays).walk();
    hand(*arrays, static_cast<Job *>(data)->to);
    clang_disposeTranslationUnit(unit);
  }
  clang_disposeIndex(index);
  return code;
}

} // namespace warpcheck

using namespace warpcheck;

int wc_parse(const wc_request *request, wc_unit *to) {
  Job job = {request, to};
  return wc_guard(warpcheck::parse, &job, CXError_Crashed);
}

void wc_free(wc_unit *unit) { delete static_cast<Arrays *>(unit->owner); }
