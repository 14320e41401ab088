// What clang said of a unit.
#include "walker.h"

#include "clang/Frontend/ASTUnit.h"

using namespace clang;

namespace warpcheck {

// The first members of what a CXTranslationUnit points to, the same since libclang 3.
struct UnitMembers {
  void *index;
  ASTUnit *ast;
};

// diagnostics are the messages of a unit, each before its notes. libclang's own list costs milliseconds for each that
// proposes a correction: it makes a table of all keywords to merge its parts.
llvm::ArrayRef<StoredDiagnostic> Bridge::diagnostics() const {
  ASTUnit *ast = reinterpret_cast<UnitMembers *>(unit)->ast;
  return {ast->stored_diag_begin(), ast->stored_diag_size()};
}

CXSourceLocation Bridge::location(FullSourceLoc at) const {
  if (!at.isValid())
    return {{nullptr, nullptr}, 0};
  auto *whole = static_cast<const TranslationUnitDecl *>(root());
  return {{&at.getManager(), &whole->getASTContext().getLangOpts()}, at.getRawEncoding()};
}

// isDiagnosed reports a unit of which clang said anything: in others all that is written parses.
bool Walker::isDiagnosed() { return !bridge.diagnostics().empty(); }

// findErrors collects where clang found errors, by file.
void Walker::findErrors() {
  for (const StoredDiagnostic &told : bridge.diagnostics()) {
    CXSourceLocation at = bridge.location(told.getLocation());
    CXFile file = nullptr;
    unsigned offset = 0;
    clang_getFileLocation(at, &file, nullptr, nullptr, &offset);
    if (told.getLevel() >= DiagnosticsEngine::Error && file)
      errors[file].emplace(offset, at);
  }
}

void Walker::collectDiagnostics() {
  llvm::ArrayRef<StoredDiagnostic> all = bridge.diagnostics();
  for (size_t i = 0; i < all.size();) {
    const StoredDiagnostic &told = all[i++];
    std::string notes;
    for (; i < all.size() && all[i].getLevel() == DiagnosticsEngine::Note; i++)
      notes.append(all[i].getMessage().str()).append("\n");
    if (told.getLevel() < DiagnosticsEngine::Error)
      continue;
    CXSourceLocation at = bridge.location(told.getLocation());
    int severity = told.getLevel() == DiagnosticsEngine::Fatal ? 2 : 1;
    out.diagnostics.push_back(
        {severity, position(clang_getRange(at, at)), string(told.getMessage()), string(notes)});
  }
}

} // namespace warpcheck
