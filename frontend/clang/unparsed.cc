// Code that does not parse. In `int bins = n > LIMIT;`, where nothing declares LIMIT, clang keeps the variable and
// drops the initialiser. Of `bins = LIMIT;` and `cg::sync(cta);` it keeps nothing. The tokens are still there: a value
// is taken to depend on the variables among them, and the variables that they assign to are taken to change.
#include "revive.h"
#include "walker.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <set>

using namespace clang;

namespace warpcheck {

// Words are the tokens of a range, without comments.
class Words {
public:
  Words(ASTUnit &unit, Range range) {
    SourceManager &sources = unit.getSourceManager();
    auto [file, begin] = sources.getDecomposedSpellingLoc(range.begin);
    auto [last, end] = sources.getDecomposedSpellingLoc(range.end);
    bool isInvalid = false;
    llvm::StringRef text = sources.getBufferData(file, &isInvalid);
    if (file != last || isInvalid)
      return;
    Lexer lexer(sources.getLocForStartOfFile(file), unit.getLangOpts(), text.begin(), text.data() + begin, text.end());
    for (Token word; !lexer.LexFromRawLexer(word);) {
      unsigned offset = sources.getFileOffset(word.getLocation());
      if (offset >= end)
        break;
      llvm::StringRef spelled = text.substr(offset, word.getLength());
      bool isName = word.is(tok::raw_identifier) &&
                    unit.getPreprocessor().getIdentifierInfo(spelled)->getTokenID() == tok::identifier;
      words.push_back({spelled.str(), offset, isName});
    }
  }

  unsigned size() const { return words.size(); }
  bool isName(unsigned i) const { return words[i].isName; }
  unsigned offset(unsigned i) const { return words[i].offset; }
  const std::string &text(unsigned i) const { return words[i].text; }

private:
  struct Word {
    std::string text;
    unsigned offset;
    bool isName;
  };

  std::vector<Word> words;
};

namespace {

// initialiserOf returns the names in the initialiser of a variable, none if it has no initialiser.
std::vector<std::string> initialiserOf(const Words &words, llvm::StringRef variable) {
  unsigned i = 0;
  while (i < words.size() && words.text(i) != variable)
    i++;
  std::vector<std::string> names;
  int depth = 0;
  bool begun = false;
  for (i++; i < words.size(); i++) {
    const std::string &word = words.text(i);
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

// isAssigned reports whether the name at token i is written: `m = x`, `m++`, `++m`, `f(&m)`.
bool isAssigned(const Words &words, unsigned i) {
  static const std::set<std::string> behind = {"=",  "+=", "-=", "*=",  "/=",  "%=", "&=",
                                               "|=", "^=", "<<=", ">>=", "++", "--"};
  std::string before = i > 0 ? words.text(i - 1) : "";
  if (before == "++" || before == "--" || (i + 1 < words.size() && behind.count(words.text(i + 1))))
    return true;
  std::string opening = i > 1 ? words.text(i - 2) : "";
  return before == "&" && (opening == "(" || opening == ",");
}

// looksLikeDeclaration reports whether some words before the offset end have the form of the declaration of a variable:
// a name, or the arguments of a template, and then the name of the variable.
bool looksLikeDeclaration(const Words &words, unsigned end) {
  static const std::set<std::string> behind = {";", "(", "{", "="};
  for (unsigned i = 1; i + 1 < words.size() && words.offset(i) < end; i++) {
    bool followsType = words.isName(i - 1) || words.text(i - 1) == ">";
    if (followsType && words.isName(i) && behind.count(words.text(i + 1)))
      return true;
  }
  return false;
}

} // namespace

// unparsedInitialiser returns a node for the initialiser of a local variable that clang dropped. The node reads each
// variable of the function that the initialiser names. It is None if there was no initialiser. It is also None if the
// initialiser names threadIdx, because the value then differs from lane to lane.
Index Walker::unparsedInitialiser(const DeclStmt *stmt, const VarDecl *variable, Index var) {
  if (!isDiagnosed() || variable->hasGlobalStorage() ||
      !variable->getIdentifier() || llvm::isa<ParmVarDecl>(variable) ||
      variable->getType()->isVoidType())
    return None;
  Words words(unit, rangeOf(stmt));
  std::vector<std::string> names = initialiserOf(words, variable->getIdentifier()->getName());
  if (names.empty() || std::count(names.begin(), names.end(), "threadIdx"))
    return None;
  Index at = position(stmt);
  Nodes parts;
  for (const std::string &name : names) {
    auto found = named.find({variable->getDeclContext(), name});
    if (found != named.end())
      parts.push_back(nameOf(found->second, at));
  }
  return madeOf(parts, valueType(var), at);
}

// unparsedGuard returns a node for the constructor of a local variable that does not parse and that nothing names. Such a
// variable is there for what its constructor and destructor do: they may execute collectives, and use the arrays and
// objects that the initialiser names. It is None for other variables.
//
//	SyncOnExit guard;
Index Walker::unparsedGuard(const DeclStmt *stmt, const VarDecl *variable) {
  auto *function = llvm::dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!isDiagnosed() || !isMisread(variable) || variable->hasGlobalStorage() || !variable->getIdentifier() ||
      llvm::isa<ParmVarDecl>(variable) || !function || !function->getBody())
    return None;
  // Clang does not mark the variable as used, because it does not know the types of expressions that name it.
  Words body(unit, rangeOf(function->getBody()));
  int names = 0;
  for (unsigned i = 0; i < body.size(); i++)
    names += body.text(i) == variable->getIdentifier()->getName();
  if (names > 1)
    return None;
  Index at = position(rangeOf(variable));
  Nodes objects;
  for (const std::string &name : initialiserOf(Words(unit, rangeOf(stmt)), variable->getIdentifier()->getName())) {
    auto found = named.find({variable->getDeclContext(), name});
    if (found != named.end() && !isOwnScalar(found->second))
      objects.push_back(nameOf(found->second, at));
  }
  return withText(nodeAt(Kind::Unsupported, at, objects), "DroppedStmt");
}

// nodeAt returns a node for a piece of text that clang has no node for.
Index Walker::nodeAt(Kind kind, Index at, const Nodes &children) {
  wc_node made = {int32_t(kind), 0,    0,    None, None, None,           None,
                  None,          None, None, None, list(children), 0};
  made.pos = at;
  out.nodes.push_back(made);
  return out.nodes.size() - 1;
}

// referredType returns the type that a reference refers to: expressions never have reference types.
Index Walker::referredType(Index type) {
  return TypeKind(out.types[type].kind) == TypeKind::Ref ? out.types[type].elem : type;
}

Index Walker::valueType(Index var) { return referredType(out.vars[var].type); }

// nameOf returns an expression that names a variable.
Index Walker::nameOf(Index var, Index at) {
  Index made = nodeAt(Kind::VarRef, at, {});
  out.nodes[made].var = var;
  out.nodes[made].type = valueType(var);
  out.nodes[made].flags = WC_LVALUE;
  return made;
}

// madeOf returns a value that depends on parts in an unknown way.
Index Walker::madeOf(const Nodes &parts, Index type, Index at) {
  Index made = withText(nodeAt(Kind::Unsupported, at, parts), "RecoveryExpr");
  out.nodes[made].type = type;
  return made;
}

// keptUntil returns the end of the text that clang kept of a statement. After a branch or label, clang replaces a
// statement that does not parse by an empty statement. The kept text then ends at the empty statement. If the empty
// statement has no position, it ends at the beginning.
SourceLocation Walker::keptUntil(const Stmt *stmt) {
  const Stmt *last = stmt;
  for (bool leads = true; leads && last;) {
    if (auto *branch = llvm::dyn_cast<IfStmt>(last))
      last = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (auto *label = llvm::dyn_cast<SwitchCase>(last))
      last = const_cast<SwitchCase *>(label)->getSubStmt();
    else if (auto *label = llvm::dyn_cast<LabelStmt>(last))
      last = label->getSubStmt();
    else
      leads = false;
  }
  Range extent = rangeOf(stmt);
  if (!last || !llvm::isa<NullStmt>(last))
    return extent.end;
  SourceLocation empty = rangeOf(last).begin;
  return placeIn(empty).file ? empty : extent.begin;
}

// misreadCall returns a node for a call that clang took for a declaration; None for others. Without a declaration of
// cg, `cg::sync(block);` is read as the declaration of a variable in parentheses.
Index Walker::misreadCall(const DeclStmt *stmt) {
  auto *variable = stmt->isSingleDecl() ? llvm::dyn_cast<VarDecl>(stmt->getSingleDecl()) : nullptr;
  if (!variable || !isMisread(variable) || !variable->getIdentifier())
    return None;
  Range extent = rangeOf(stmt);
  Words words(unit, extent);
  for (unsigned i = 1; i < words.size(); i++) {
    if (words.text(i) == variable->getIdentifier()->getName())
      return words.text(i - 1) == "("
                 ? dropped(extent.begin, extent.end)
                 : None;
  }
  return None;
}

// dropped returns a node for the statements between two places that do not parse and that clang dropped. It returns
// None if clang found no error there. The statements may execute collectives, and change the variables that they assign
// to. dropped reports in declares whether they look like the declaration of a variable, which may have a destructor.
Index Walker::dropped(SourceLocation from, SourceLocation to, bool *declares) {
  FilePlace begin = placeIn(from), end = placeIn(to);
  auto found = errors.find(begin.file);
  if (begin.file != end.file || found == errors.end())
    return None;
  auto error = found->second.lower_bound(begin.offset);
  if (error == found->second.end() || error->first >= end.offset)
    return None;
  Words words(unit, {sources.getFileLoc(from), sources.getFileLoc(to)});
  if (declares)
    *declares = looksLikeDeclaration(words, end.offset);
  return droppedWords(words, end.offset, position(Range{error->second, error->second}));
}

// isOwnScalar reports whether a variable is a scalar that each thread has for itself. For other variables it is not
// known which part a statement uses, and which threads share it.
bool Walker::isOwnScalar(Index var) {
  TypeKind kind = TypeKind(out.types[out.vars[var].type].kind);
  Storage storage = Storage(out.vars[var].storage);
  return kind != TypeKind::Array && kind != TypeKind::Record && kind != TypeKind::Ref &&
         (storage == Storage::Local || storage == Storage::Param);
}

Index Walker::droppedWords(const Words &words, unsigned end, Index at) {
  std::map<Index, bool> assigned; // by variable, in the order of their declarations
  bool returns = false;
  for (unsigned i = 0; i < words.size() && words.offset(i) < end; i++) {
    auto found = words.isName(i) ? named.find({frame.function, words.text(i)}) : named.end();
    if (found != named.end())
      assigned[found->second] |= isAssigned(words, i);
    returns |= words.text(i) == "return";
  }
  Nodes objects, all, made;
  for (auto [var, isAssigned] : assigned)
    (isOwnScalar(var) ? all : objects).push_back(nameOf(var, at));
  all.insert(all.end(), objects.begin(), objects.end());
  made.push_back(withText(nodeAt(Kind::Unsupported, at, objects), "DroppedStmt"));
  for (auto [var, isAssigned] : assigned) {
    if (!isAssigned || !isOwnScalar(var))
      continue;
    Index assignment = nodeAt(Kind::Assign, at, {nameOf(var, at), madeOf(all, valueType(var), at)});
    out.nodes[assignment].op = int32_t(Op::Plain);
    out.nodes[assignment].type = valueType(var);
    out.nodes[assignment].flags = WC_LVALUE;
    made.push_back(nodeAt(Kind::ExprStmt, at, {assignment}));
  }
  if (returns)
    made.push_back(nodeAt(Kind::Return, at, {returned(all, at)}));
  return nodeAt(Kind::Compound, at, made);
}

// returned returns the value of a return that does not parse, None if the function returns void.
Index Walker::returned(const Nodes &parts, Index at) {
  Index result = referredType(type(resultType(frame.function)));
  if (TypeKind(out.types[result].kind) == TypeKind::Void)
    return None;
  return madeOf(parts, result, at);
}

} // namespace warpcheck
