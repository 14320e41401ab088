// Strings, source positions, files and diagnostics.
#include "walker.h"

#include <algorithm>
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

Index Walker::take(CXString text) {
  const char *chars = clang_getCString(text);
  Index index = string(chars ? chars : "");
  clang_disposeString(text);
  return index;
}

wc_list Walker::list(const Nodes &items) {
  wc_list made = {int32_t(out.lists.size()), int32_t(items.size())};
  out.lists.insert(out.lists.end(), items.begin(), items.end());
  return made;
}

// isStandIn reports a header of the tool's own.
bool Walker::isStandIn(CXFile file) {
  auto [found, fresh] = standIns.try_emplace(file, false);
  if (fresh && !systemPrefix.empty() && file) {
    CXString name = clang_getFileName(file);
    const char *chars = clang_getCString(name);
    found->second = chars && std::string(chars).rfind(systemPrefix, 0) == 0;
    clang_disposeString(name);
  }
  return found->second;
}

// isOwn reports a file that is the user's by where it lies.
bool Walker::isOwn(CXFile file) {
  auto [found, fresh] = ownFiles.try_emplace(file, false);
  if (fresh && file) {
    CXString name = clang_getFileName(file);
    const char *chars = clang_getCString(name);
    found->second = chars && wc_is_own(own, const_cast<char *>(chars));
    clang_disposeString(name);
  }
  return found->second;
}

// isSystem reports code that is not the user's. clang takes for it what the text itself says (a line marker,
// #pragma GCC system_header) and what is found by -isystem, so that its word counts outside the user's folders only.
bool Walker::isSystem(CXSourceLocation location, CXFile file) {
  return isStandIn(file) || (clang_Location_isInSystemHeader(location) && !isOwn(file));
}

bool Walker::inSystemHeader(const Decl *decl) {
  CXSourceLocation location = clang_getCursorLocation(bridge.cursor(decl));
  CXFile file;
  clang_getFileLocation(location, &file, nullptr, nullptr, nullptr);
  return isSystem(location, file);
}

bool Walker::isInStandIn(const Decl *decl) {
  CXFile file;
  clang_getFileLocation(clang_getCursorLocation(bridge.cursor(decl)), &file, nullptr, nullptr, nullptr);
  return isStandIn(file);
}

// place reads both ends. A start inside a macro's argument is where the user
// wrote the argument; one inside a macro's body is where the macro is used.
wc_pos Walker::place(CXSourceLocation start, CXSourceLocation end) {
  wc_pos to = {None, 0, 0, 0, 0, 0, None, 0};
  CXFile file = nullptr, endFile = nullptr;
  unsigned line = 0, column = 0, offset = 0, endLine = 0, endColumn = 0, endOffset = 0;
  clang_getFileLocation(start, &file, &line, &column, &offset);
  if (!file)
    return to;
  clang_getFileLocation(end, &endFile, &endLine, &endColumn, &endOffset);
  if (endFile != file || endOffset < offset) {
    endLine = line;
    endColumn = column;
  }
  auto [name, fresh] = fileNames.try_emplace(file, None);
  if (fresh)
    name->second = take(clang_getFileName(file));
  to.file = name->second;
  to.line = line;
  to.column = column;
  to.offset = offset;
  to.end_line = endLine;
  to.end_column = endColumn;
  to.system = isSystem(start, file);
  return to;
}

Index Walker::position(CXSourceRange range) {
  uint64_t key = uint64_t(range.begin_int_data) << 32 | range.end_int_data;
  auto [found, fresh] = positionIndex.try_emplace(key, None);
  if (!fresh)
    return found->second;
  CXSourceLocation start = clang_getRangeStart(range);
  wc_pos made = place(start, clang_getRangeEnd(range));
  if (made.line == 0)
    return None;
  made.macro = spelling(start);
  Index index = out.positions.size();
  out.positions.push_back(made);
  positionIndex[key] = index;
  return index;
}

Index Walker::position(const Stmt *stmt) {
  return position(clang_getCursorExtent(bridge.cursor(stmt)));
}

Index Walker::namePosition(const NamedDecl *decl) {
  CXSourceLocation start = clang_getCursorLocation(bridge.cursor(decl));
  CXSourceLocation end = start;
  if (IdentifierInfo *name = decl->getIdentifier())
    end.int_data += name->getLength();
  return position(clang_getRange(start, end));
}

// spelling is the position inside the macro's definition of a location that
// comes from one, or None. SourceManager::getSpellingLoc is not inline and
// libclang's clang_getSpellingLocation answers with the file location, so the
// expansion entries are searched here.
Index Walker::spelling(CXSourceLocation location) {
  auto at = SourceLocation::getFromRawEncoding(location.int_data);
  if (!at.isMacroID() || !location.ptr_data[0])
    return None;
  auto *manager = static_cast<const SourceManager *>(location.ptr_data[0]);
  CXFile file, used;
  unsigned offset, usedOffset, line, column;
  clang_getFileLocation(location, &used, nullptr, nullptr, &usedOffset);
  while (at.isMacroID()) {
    unsigned raw = at.getRawEncoding() & ~(1u << 31);
    unsigned low = 0, high = manager->local_sloc_entry_size();
    while (high - low > 1) {
      unsigned middle = low + (high - low) / 2;
      (manager->getLocalSLocEntry(middle).getOffset() <= raw ? low : high) = middle;
    }
    const SrcMgr::SLocEntry &entry = manager->getLocalSLocEntry(low);
    if (!entry.isExpansion())
      return None;
    at = entry.getExpansion().getSpellingLoc().getLocWithOffset(raw - entry.getOffset());
  }
  location.int_data = at.getRawEncoding();
  clang_getFileLocation(location, &file, &line, &column, &offset);
  if (file == used && offset == usedOffset)
    return None;
  wc_pos made = place(location, location);
  if (made.line == 0)
    return None;
  out.positions.push_back(made);
  return out.positions.size() - 1;
}

void Walker::collectFiles() {
  std::set<std::string> names;
  clang_getInclusions(
      unit,
      [](CXFile file, CXSourceLocation *, unsigned, CXClientData data) {
        CXString name = clang_getFileName(file);
        if (const char *chars = clang_getCString(name))
          static_cast<std::set<std::string> *>(data)->insert(chars);
        clang_disposeString(name);
      },
      &names);
  for (auto &name : names)
    out.files.push_back(string(name));
}

// collectEntered lists the user's files, each as often as the parse read it: an include
// makes an entry of its own in the source manager.
void Walker::collectEntered() {
  CXCursor whole = clang_getTranslationUnitCursor(unit);
  CXSourceLocation at = clang_getRangeStart(clang_getCursorExtent(whole));
  auto *manager = static_cast<const SourceManager *>(at.ptr_data[0]);
  for (unsigned i = 0; manager && i < manager->local_sloc_entry_size(); i++) {
    const SrcMgr::SLocEntry &entry = manager->getLocalSLocEntry(i);
    if (!entry.isFile())
      continue;
    at.int_data = entry.getOffset();
    wc_pos start = place(at, at);
    if (start.file != None && !start.system)
      out.entered.push_back(start.file);
  }
}

// collectSkipped lists what conditions leave out of the user's files, from the
// directive that begins it to the one that ends it.
void Walker::collectSkipped() {
  CXSourceRangeList *ranges = clang_getAllSkippedRanges(unit);
  for (unsigned i = 0; i < ranges->count; i++) {
    Index range = position(ranges->ranges[i]);
    if (range != None && !out.positions[range].system)
      out.skipped.push_back(range);
  }
  clang_disposeSourceRangeList(ranges);
}

} // namespace warpcheck
