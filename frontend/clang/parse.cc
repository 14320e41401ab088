// The entry points that Go calls.
#include "guard.h"
#include "revive.h"
#include "walker.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace clang;

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
  hand(from.bounds, to->bounds, to->bounds_count);
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

// argumentsOf returns the command line with the flags that every parse needs. The preprocessing record lists the ranges
// that conditions leave out. Spelling corrections are off, because they take long in a file with many errors.
static std::vector<const char *> argumentsOf(const wc_request *request) {
  std::vector<const char *> all(request->args, request->args + request->arg_count);
  all.insert(all.begin() + 1, "-fno-spell-checking");
  all.insert(all.end(), {"-Xclang", "-detailed-preprocessing-record", "-fallow-editor-placeholders", request->file});
  return all;
}

// filesOf returns the files that clang reads from memory. clang owns their buffers.
static std::vector<ASTUnit::RemappedFile> filesOf(const wc_request *request) {
  std::vector<ASTUnit::RemappedFile> all;
  auto add = [&](const char *name, llvm::StringRef text) {
    all.push_back({name, llvm::MemoryBuffer::getMemBufferCopy(text, name).release()});
  };
  if (request->source)
    add(request->file, {request->source, size_t(request->source_length)});
  for (int i = 0; i < request->virtual_count; i++)
    add(request->virtual_names[i], {request->virtual_texts[i], size_t(request->virtual_lengths[i])});
  return all;
}

// load parses the file. If it fails, it returns nullptr, and failed gets the unit that clang began, if any.
static std::unique_ptr<ASTUnit> load(const wc_request *request, std::unique_ptr<ASTUnit> &failed) {
  std::vector<const char *> arguments = argumentsOf(request);
  std::vector<ASTUnit::RemappedFile> files = filesOf(request);
  auto diagnostics = CompilerInstance::createDiagnostics(new DiagnosticOptions);
  diagnostics->setFatalsAsError(true); // the parse continues after a missing header
  return std::unique_ptr<ASTUnit>(ASTUnit::LoadFromCommandLine(
      arguments.data(), arguments.data() + arguments.size(),
      std::make_shared<PCHContainerOperations>(), diagnostics, request->resources,
#if CLANG_VERSION_MAJOR >= 17
      /*StorePreamblesInMemory=*/false, /*PreambleStoragePath=*/{},
#endif
      /*OnlyLocalDecls=*/false, CaptureDiagsKind::All, files, /*RemappedFilesKeepOriginalName=*/true,
      /*PrecompilePreambleAfterNParses=*/0, TU_Complete, /*CacheCodeCompletionResults=*/false,
      /*IncludeBriefCommentsInCodeCompletion=*/false, /*AllowPCHWithCompilerErrors=*/true,
      SkipFunctionBodiesScope::None, /*SingleFileParse=*/false, /*UserFilesAreVolatile=*/true,
      /*ForSerialization=*/false, /*RetainExcludedConditionalBlocks=*/false, {}, &failed));
}

struct Revived {
  ASTUnit &unit;
  std::vector<SourceLocation> errors;
};

static int reviveUnit(void *data) {
  auto *revived = static_cast<Revived *>(data);
  revived->errors = revive(revived->unit);
  return WC_PARSED;
}

static int parse(void *data) {
  const wc_request *request = static_cast<Job *>(data)->request;
  std::unique_ptr<ASTUnit> failed, unit = load(request, failed);
  if (!unit)
    return failed ? WC_REFUSED : WC_NO_TREE;
  Revived revived = {*unit, {}};
  if (wc_guard(reviveUnit, &revived, WC_CRASHED) == WC_CRASHED) {
    unit.release(); // after a crash the unit must not be used, not even freed
    unit = load(request, failed);
    if (!unit)
      return WC_NO_TREE;
  }
  auto *arrays = new Arrays;
  Walker(*unit, *request, *arrays, revived.errors).walk();
  hand(*arrays, static_cast<Job *>(data)->to);
  return WC_PARSED;
}

} // namespace warpcheck

using namespace warpcheck;

int wc_parse(const wc_request *request, wc_unit *to) {
  Job job = {request, to};
  return wc_guard(warpcheck::parse, &job, WC_CRASHED);
}

void wc_free(wc_unit *unit) { delete static_cast<Arrays *>(unit->owner); }

const char *wc_version(void) { return CLANG_VERSION_STRING; }

int wc_major(void) { return CLANG_VERSION_MAJOR; }
