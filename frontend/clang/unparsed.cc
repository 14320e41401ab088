// Initialisers that do not parse. Of `int bins = n > LIMIT;`, where nothing declares LIMIT, clang
// keeps the variable and drops the rest. Its words are still there: the variables among them are
// what the value is made of, as far as anyone can tell.
#include "walker.h"

using namespace clang;

namespace warpcheck {

namespace {

// Words are the tokens of a range, freed in the end.
class Words {
public:
  Words(CXTranslationUnit unit, CXSourceRange range) : unit(unit) {
    clang_tokenize(unit, range, &tokens, &count);
  }
  ~Words() { clang_disposeTokens(unit, tokens, count); }
  Words(const Words &) = delete;
  Words &operator=(const Words &) = delete;

  unsigned size() const { return count; }
  bool isName(unsigned i) const { return clang_getTokenKind(tokens[i]) == CXToken_Identifier; }
  std::string text(unsigned i) const {
    CXString spelling = clang_getTokenSpelling(unit, tokens[i]);
    std::string made = clang_getCString(spelling);
    clang_disposeString(spelling);
    return made;
  }

private:
  CXTranslationUnit unit;
  CXToken *tokens = nullptr;
  unsigned count = 0;
};

// initialiserOf lists the names in a variable's initialiser, none where it has none.
std::vector<std::string> initialiserOf(const Words &words, llvm::StringRef variable) {
  unsigned i = 0;
  while (i < words.size() && words.text(i) != variable)
    i++;
  std::vector<std::string> names;
  int depth = 0;
  bool begun = false;
  for (i++; i < words.size(); i++) {
    std::string word = words.text(i);
    if (depth == 0 && (word == ";" || word == ","))
      break;
    begun |= depth == 0 && (word == "=" || word == "(" || word == "{");
    if (word == "(" || word == "[" || word == "{")
      depth++;
    else if (word == ")" || word == "]" || word == "}")
      depth--;
    else if (begun && words.isName(i))
      names.push_back(word);
  }
  return names;
}

} // namespace

// isDiagnosed reports a unit of which clang said anything: in others all that is written parses.
bool Walker::isDiagnosed() { return clang_getNumDiagnostics(unit) > 0; }

// unparsedInitialiser stands for one of a local variable that clang dropped, with a read of each
// variable of the function that it names; None where there was none. One that names the thread
// is left out: its value is another in each lane.
Index Walker::unparsedInitialiser(const DeclStmt *stmt, const VarDecl *variable, Index var) {
  if (!isDiagnosed() || !bridge.isLocal(variable) ||
      !variable->getIdentifier() || llvm::isa<ParmVarDecl>(variable) ||
      variable->getType()->isVoidType())
    return None;
  Words words(unit, clang_getCursorExtent(bridge.cursor(stmt)));
  std::vector<std::string> names = initialiserOf(words, variable->getIdentifier()->getName());
  Nodes parts;
  for (const std::string &name : names) {
    if (name == "threadIdx")
      return None;
    auto found = named.find({variable->getDeclContext(), name});
    if (found == named.end())
      continue;
    Index part = add(Kind::VarRef, stmt, {});
    out.nodes[part].var = found->second;
    out.nodes[part].type = out.vars[found->second].type;
    out.nodes[part].flags = WC_LVALUE;
    parts.push_back(part);
  }
  if (names.empty())
    return None;
  Index made = withText(add(Kind::Unsupported, stmt, parts), "RecoveryExpr");
  out.nodes[made].type = out.vars[var].type;
  return made;
}

} // namespace warpcheck
