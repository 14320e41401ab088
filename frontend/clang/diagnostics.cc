// What clang said of a unit.
#include "walker.h"

#include "clang/Frontend/ASTUnit.h"

#include <algorithm>

using namespace clang;

namespace warpcheck {

// diagnostics are the messages of a unit, each before its notes.
llvm::ArrayRef<StoredDiagnostic> Walker::diagnostics() {
  return {unit.stored_diag_begin(), unit.stored_diag_size()};
}

// isDiagnosed reports a unit of which clang said anything: in others all that is written parses.
bool Walker::isDiagnosed() { return !diagnostics().empty(); }

// findErrors collects where clang found errors, by file.
void Walker::findErrors(const std::vector<SourceLocation> &further) {
  auto add = [this](SourceLocation error) {
    if (FilePlace at = placeIn(error); at.file)
      errors[at.file].emplace(at.offset, error);
  };
  for (const StoredDiagnostic &told : diagnostics())
    if (told.getLevel() >= DiagnosticsEngine::Error)
      add(told.getLocation());
  std::for_each(further.begin(), further.end(), add);
}

void Walker::collectDiagnostics() {
  llvm::ArrayRef<StoredDiagnostic> all = diagnostics();
  for (size_t i = 0; i < all.size();) {
    const StoredDiagnostic &told = all[i++];
    std::string notes;
    for (; i < all.size() && all[i].getLevel() == DiagnosticsEngine::Note; i++)
      notes.append(all[i].getMessage().str()).append("\n");
    if (told.getLevel() < DiagnosticsEngine::Error)
      continue;
    SourceLocation at = told.getLocation();
    int severity = told.getLevel() == DiagnosticsEngine::Fatal ? 2 : 1;
    out.diagnostics.push_back({severity, position(Range{at, at}), string(told.getMessage()), string(notes)});
  }
}

} // namespace warpcheck
