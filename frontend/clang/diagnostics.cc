// The messages of clang about a unit.
#include "walker.h"

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Frontend/ASTUnit.h"

#include <algorithm>

using namespace clang;

namespace warpcheck {

// diagnostics returns the messages of a unit, each before its notes.
llvm::ArrayRef<StoredDiagnostic> Walker::diagnostics() {
  return {unit.stored_diag_begin(), unit.stored_diag_size()};
}

// isDiagnosed reports whether clang has any message about the unit. If not, all of it parses.
bool Walker::isDiagnosed() { return !diagnostics().empty(); }

// findErrors collects the positions of clang's errors, by file.
void Walker::findErrors(const std::vector<SourceLocation> &further) {
  auto add = [this](SourceLocation error) {
    if (FilePlace at = placeIn(error); at.file)
      errors[at.file].emplace(at.offset, error);
  };
  for (const StoredDiagnostic &message : diagnostics())
    if (message.getLevel() >= DiagnosticsEngine::Error)
      add(message.getLocation());
  std::for_each(further.begin(), further.end(), add);
}

// missingHeader returns the header that is not found, "" for other messages. clang's message begins with the name.
static llvm::StringRef missingHeader(const StoredDiagnostic &message) {
  switch (message.getID()) {
  case diag::err_pp_file_not_found:
  case diag::err_pp_file_not_found_angled_include_not_fatal:
  case diag::err_pp_file_not_found_typo_not_fatal:
    return message.getMessage().drop_front().split("' file not found").first;
  default:
    return "";
  }
}

void Walker::collectDiagnostics() {
  llvm::ArrayRef<StoredDiagnostic> all = diagnostics();
  for (size_t i = 0; i < all.size();) {
    const StoredDiagnostic &message = all[i++];
    std::string notes;
    for (; i < all.size() && all[i].getLevel() == DiagnosticsEngine::Note; i++)
      notes.append(all[i].getMessage().str()).append("\n");
    if (message.getLevel() < DiagnosticsEngine::Error)
      continue;
    SourceLocation at = message.getLocation();
    int severity = message.getLevel() == DiagnosticsEngine::Fatal ? 2 : 1;
    out.diagnostics.push_back({severity, position(Range{at, at}), string(message.getMessage()), string(notes),
                               string(missingHeader(message))});
  }
}

} // namespace warpcheck
