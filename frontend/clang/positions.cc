// Strings, source positions and files.
#include "walker.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessingRecord.h"
#include "clang/Lex/Preprocessor.h"

#include <set>

using namespace clang;

namespace warpcheck {

Index Walker::string(llvm::StringRef text) {
  auto [found, fresh] = stringIndex.try_emplace(text.str(), Index(out.strings.size()));
  if (fresh) {
    out.text.append(text.data(), text.size());
    out.strings.push_back(out.text.size());
  }
  return found->second;
}

wc_list Walker::list(const Nodes &items) {
  wc_list made = {int32_t(out.lists.size()), int32_t(items.size())};
  out.lists.insert(out.lists.end(), items.begin(), items.end());
  return made;
}

std::string Walker::typeSpelling(QualType type) {
  return type.getAsString(PrintingPolicy(context.getLangOpts()));
}

// placeIn returns the file and offset of a location. For code from the body of a macro it is the place where the macro
// is used. For code from the argument of a macro it is the place of the argument.
Walker::FilePlace Walker::placeIn(SourceLocation location) {
  if (location.isInvalid())
    return {nullptr, FileID(), 0};
  auto [id, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  const FileEntry *file = id.isValid() ? sources.getFileEntryForID(id) : nullptr;
  return {file, id, offset};
}

// openedAs returns the name by which clang opened a file.
static llvm::StringRef openedAs(const SourceManager &sources, FileID id) {
  auto file = sources.getFileEntryRefForID(id);
  return file ? file->getName() : llvm::StringRef();
}

// isStandIn reports whether a place is in a header of the tool's own.
bool Walker::isStandIn(const FilePlace &place) {
  auto [found, fresh] = standIns.try_emplace(place.file, false);
  if (fresh && !systemPrefix.empty() && place.file)
    found->second = openedAs(sources, place.id).take_front(systemPrefix.size()) == systemPrefix;
  return found->second;
}

// isOwn reports whether a file is in a folder of the user.
bool Walker::isOwn(const FilePlace &place) {
  auto [found, fresh] = ownFiles.try_emplace(place.file, false);
  if (fresh && place.file)
    found->second = wc_is_own(own, openedAs(sources, place.id).str().data());
  return found->second;
}

// isSystem reports whether code is not the user's. clang also treats a file as a system header if it is found by
// -isystem, or if the file itself says so (a line marker, #pragma GCC system_header). For files in the user's folders,
// isSystem ignores what clang says.
bool Walker::isSystem(SourceLocation location, const FilePlace &place) {
  return isStandIn(place) || (location.isValid() && sources.isInSystemHeader(location) && !isOwn(place));
}

bool Walker::inSystemHeader(const Decl *decl) {
  return isSystem(decl->getLocation(), placeIn(decl->getLocation()));
}

bool Walker::isInStandIn(const Decl *decl) { return isStandIn(placeIn(decl->getLocation())); }

// rangeFrom returns a range that ends behind the last token of tokens. If a macro makes that token, the range ends
// behind the use of the macro.
Range Walker::rangeFrom(SourceRange tokens) {
  SourceLocation end = tokens.getEnd();
  bool isToken = true;
  if (end.isMacroID() && !sources.isMacroArgExpansion(end)) {
    CharSourceRange expansion = sources.getExpansionRange(end);
    end = expansion.getEnd();
    isToken = expansion.isTokenRange();
  }
  if (isToken && end.isValid())
    end = end.getLocWithOffset(Lexer::MeasureTokenLength(sources.getSpellingLoc(end), sources, context.getLangOpts()));
  return {tokens.getBegin(), end};
}

Range Walker::rangeOf(const Stmt *stmt) { return rangeFrom(stmt->getSourceRange()); }

Range Walker::rangeOf(const VarDecl *variable) { return rangeFrom(variable->getSourceRange()); }

// place converts two locations to a position. A start in the argument of a macro is the place of the argument. A start
// in the body of a macro is the place where the macro is used.
wc_pos Walker::place(SourceLocation start, SourceLocation end) {
  wc_pos to = {None, 0, 0, 0, 0, 0, None, 0};
  FilePlace first = placeIn(start), last = placeIn(end);
  if (!first.file)
    return to;
  auto [name, fresh] = fileNames.try_emplace(first.file, None);
  if (fresh)
    name->second = string(openedAs(sources, first.id));
  if (last.file != first.file || last.offset < first.offset)
    last = first;
  to.file = name->second;
  to.line = sources.getLineNumber(first.id, first.offset);
  to.column = sources.getColumnNumber(first.id, first.offset);
  to.offset = first.offset;
  to.end_line = sources.getLineNumber(last.id, last.offset);
  to.end_column = sources.getColumnNumber(last.id, last.offset);
  to.system = isSystem(start, first);
  return to;
}

Index Walker::position(Range range) {
  uint64_t key = uint64_t(range.begin.getRawEncoding()) << 32 | range.end.getRawEncoding();
  auto [found, fresh] = positionIndex.try_emplace(key, None);
  if (!fresh)
    return found->second;
  wc_pos made = place(range.begin, range.end);
  if (made.line == 0)
    return None;
  made.macro = spelling(range.begin);
  Index index = out.positions.size();
  out.positions.push_back(made);
  positionIndex[key] = index;
  return index;
}

Index Walker::position(const Stmt *stmt) { return position(rangeOf(stmt)); }

Index Walker::namePosition(const NamedDecl *decl) {
  SourceLocation start = decl->getLocation();
  IdentifierInfo *name = decl->getIdentifier();
  return position(Range{start, start.getLocWithOffset(name ? name->getLength() : 0)});
}

// spelling returns the position in a macro's definition, for a location in the body of a macro; None for others.
Index Walker::spelling(SourceLocation location) {
  if (!location.isMacroID())
    return None;
  SourceLocation written = sources.getSpellingLoc(location);
  FilePlace at = placeIn(written), used = placeIn(location);
  if (at.file == used.file && at.offset == used.offset)
    return None;
  wc_pos made = place(written, written);
  if (made.line == 0)
    return None;
  out.positions.push_back(made);
  return out.positions.size() - 1;
}

// forEachRead calls visit with the start of each file, once for each time it was read: each include has its own entry
// in the source manager.
template <typename Visit> void Walker::forEachRead(Visit visit) {
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); i++) {
    const SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
    if (entry.isFile())
      visit(SourceLocation::getFromRawEncoding(entry.getOffset()));
  }
}

void Walker::collectFiles() {
  std::set<std::string> names;
  forEachRead([&](SourceLocation start) {
    FilePlace at = placeIn(start);
    if (at.file)
      names.insert(openedAs(sources, at.id).str());
  });
  for (auto &name : names)
    out.files.push_back(string(name));
}

// collectEntered lists the user's files, once for each time the parse read them.
void Walker::collectEntered() {
  forEachRead([&](SourceLocation start) {
    wc_pos at = place(start, start);
    if (at.file != None && !at.system)
      out.entered.push_back(at.file);
  });
}

// collectSkipped lists the ranges of the user's files that conditions leave out, from the first directive to the last.
void Walker::collectSkipped() {
  PreprocessingRecord *record = unit.getPreprocessor().getPreprocessingRecord();
  if (!record)
    return;
  for (SourceRange skipped : record->getSkippedRanges()) {
    Index range = position(rangeFrom(skipped));
    if (range != None && !out.positions[range].system)
      out.skipped.push_back(range);
  }
}

} // namespace warpcheck
