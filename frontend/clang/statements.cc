// Statements.
#include "walker.h"

using namespace clang;

namespace warpcheck {

Index Walker::add(Kind kind, const Stmt *at, const Nodes &children) {
  wc_node made = {int32_t(kind), 0,    0,    None, None, None,           None,
                  None,          None, None, None, list(children), 0};
  made.pos = position(at);
  out.nodes.push_back(made);
  return out.nodes.size() - 1;
}

Index Walker::statement(const Stmt *stmt) {
  if (!stmt)
    return None;
  if (depth > MaxDepth)
    return unsupported(stmt);
  depth++;
  Index made = statementKind(stmt);
  depth--;
  return made;
}

Index Walker::statementKind(const Stmt *stmt) {
  if (auto *expr = llvm::dyn_cast<Expr>(stmt)) {
    Index value = expression(expr);
    return add(Kind::ExprStmt, stmt, {value});
  }
  switch (stmt->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return compound(llvm::cast<CompoundStmt>(stmt));
  case Stmt::DeclStmtClass:
    return declaration(llvm::cast<DeclStmt>(stmt));
  case Stmt::AttributedStmtClass:
    return statement(llvm::cast<AttributedStmt>(stmt)->getSubStmt());
  case Stmt::NullStmtClass:
    return add(Kind::Null, stmt, {});
  case Stmt::IfStmtClass:
    return ifStatement(llvm::cast<IfStmt>(stmt));
  case Stmt::SwitchStmtClass: {
    auto *choice = llvm::cast<SwitchStmt>(stmt);
    Index init = opening(choice->getInit(), choice->getConditionVariableDeclStmt());
    Index cond = expression(choice->getCond());
    return add(Kind::Switch, stmt, {init, cond, statement(choice->getBody())});
  }
  case Stmt::CaseStmtClass: {
    auto *label = llvm::cast<CaseStmt>(stmt);
    Index low = constant(label->getLHS());
    Index high = label->getRHS() ? constant(label->getRHS()) : None;
    return add(Kind::Case, stmt, {low, high, statement(label->getSubStmt())});
  }
  case Stmt::DefaultStmtClass:
    return add(Kind::Default, stmt, {statement(llvm::cast<DefaultStmt>(stmt)->getSubStmt())});
  case Stmt::ForStmtClass:
    return forStatement(llvm::cast<ForStmt>(stmt));
  case Stmt::WhileStmtClass: {
    auto *loop = llvm::cast<WhileStmt>(stmt);
    Index init = opening(nullptr, loop->getConditionVariableDeclStmt());
    Index cond = expression(loop->getCond());
    return add(Kind::While, stmt, {init, cond, statement(loop->getBody())});
  }
  case Stmt::DoStmtClass: {
    auto *loop = llvm::cast<DoStmt>(stmt);
    Index body = statement(loop->getBody());
    return add(Kind::Do, stmt, {body, expression(loop->getCond())});
  }
  case Stmt::CXXForRangeStmtClass:
    return rangeFor(llvm::cast<CXXForRangeStmt>(stmt));
  case Stmt::BreakStmtClass:
    return add(Kind::Break, stmt, {});
  case Stmt::ContinueStmtClass:
    return add(Kind::Continue, stmt, {});
  case Stmt::GotoStmtClass:
    return labelled(add(Kind::Goto, stmt, {}), llvm::cast<GotoStmt>(stmt)->getLabel());
  case Stmt::LabelStmtClass: {
    auto *label = llvm::cast<LabelStmt>(stmt);
    return labelled(add(Kind::Label, stmt, {statement(label->getSubStmt())}), label->getDecl());
  }
  case Stmt::ReturnStmtClass:
    return add(Kind::Return, stmt, {expression(llvm::cast<ReturnStmt>(stmt)->getRetValue())});
  case Stmt::GCCAsmStmtClass:
    return assembly(llvm::cast<GCCAsmStmt>(stmt));
  case Stmt::CXXTryStmtClass:
    return tryStatement(llvm::cast<CXXTryStmt>(stmt));
  default:
    return unsupported(stmt);
  }
}

Index Walker::labelled(Index node, const LabelDecl *label) {
  Index name = string(label->getIdentifier() ? label->getIdentifier()->getName() : "");
  out.nodes[node].text = name;
  return node;
}

Index Walker::compound(const CompoundStmt *stmt) {
  Nodes children;
  Range whole = rangeOf(stmt);
  SourceLocation last = whole.begin;
  auto passTo = [&](SourceLocation next) {
    bool declares = false;
    Index gap = errors.empty() ? None : dropped(last, next, &declares);
    if (gap != None)
      children.push_back(gap);
    if (declares)
      children.push_back(withText(nodeAt(Kind::Unsupported, out.nodes[gap].pos, {}), "DroppedDecl"));
  };
  for (const Stmt *child : stmt->body()) {
    Range extent = rangeOf(child);
    passTo(extent.begin);
    last = keptUntil(child);
    if (auto *decls = llvm::dyn_cast<DeclStmt>(child))
      declarations(decls, children);
    else
      children.push_back(statement(child));
  }
  passTo(whole.end);
  return add(Kind::Compound, stmt, children);
}

// isOfNumbers reports whether an expression consists of integers only: literals, template parameters, constants, and
// operators on them.
static bool isOfNumbers(const Expr *expr) {
  if (auto *parens = llvm::dyn_cast<ParenExpr>(expr))
    return isOfNumbers(parens->getSubExpr());
  if (auto *cast = llvm::dyn_cast<ImplicitCastExpr>(expr))
    return isOfNumbers(cast->getSubExpr());
  auto *type = llvm::dyn_cast<BuiltinType>(expr->getType().getCanonicalType().getTypePtr());
  if (!type || !type->isInteger())
    return false;
  if (auto *name = llvm::dyn_cast<DeclRefExpr>(expr)) {
    auto *constant = llvm::dyn_cast<VarDecl>(name->getDecl());
    return llvm::isa<NonTypeTemplateParmDecl>(name->getDecl()) || (constant && constant->isConstexpr());
  }
  if (auto *unary = llvm::dyn_cast<UnaryOperator>(expr))
    return isOfNumbers(unary->getSubExpr());
  if (auto *binary = llvm::dyn_cast<BinaryOperator>(expr))
    return isOfNumbers(binary->getLHS()) && isOfNumbers(binary->getRHS());
  return llvm::isa<IntegerLiteral>(expr) || llvm::isa<CXXBoolLiteralExpr>(expr);
}

// isKnown reports whether a static assertion restricts the arguments of a template: instances that violate it do not
// compile. Conditions with types or constexpr functions are ignored.
static bool isKnown(const StaticAssertDecl *assertion) {
  const Expr *asserted = assertion->getAssertExpr();
  return asserted->isValueDependent() && isOfNumbers(asserted);
}

// assertion adds the condition of a static assertion that restricts the arguments of a template. It ignores other
// declarations.
void Walker::assertion(const Decl *decl, const Stmt *where, Nodes &to) {
  auto *assertion = llvm::dyn_cast<StaticAssertDecl>(decl);
  if (assertion && isKnown(assertion))
    to.push_back(add(Kind::Holds, where, {expression(assertion->getAssertExpr())}));
}

// declarations adds a Decl for each variable, and the condition of a static assertion. Types, usings and functions that
// a block declares have no effect on its execution.
void Walker::declarations(const DeclStmt *stmt, Nodes &to) {
  Index call = errors.empty() ? None : misreadCall(stmt);
  if (call != None)
    to.push_back(call);
  for (const Decl *decl : stmt->decls()) {
    assertion(decl, stmt, to);
    auto *variable = llvm::dyn_cast<VarDecl>(decl);
    if (!variable)
      continue;
    to.push_back(declarationOf(stmt, variable));
    auto *parts = llvm::dyn_cast<DecompositionDecl>(variable);
    if (!parts)
      continue;
    // The names bound to a std::tuple and similar types are variables, initialised by std::get<I>.
    for (const BindingDecl *binding : parts->bindings()) {
      auto *use = llvm::dyn_cast_or_null<DeclRefExpr>(binding->getBinding());
      if (auto *part = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr)
        to.push_back(declarationOf(stmt, part));
    }
  }
}

Index Walker::declarationOf(const DeclStmt *stmt, const VarDecl *variable) {
  Index var = this->variable(variable);
  if (Index guard = unparsedGuard(stmt, variable); guard != None)
    out.vars[var].init = guard;
  else if (out.vars[var].init == None)
    out.vars[var].init = unparsedInitialiser(stmt, variable, var);
  Index node = add(Kind::Decl, stmt, {});
  out.nodes[node].pos = position(rangeOf(variable));
  out.nodes[node].var = var;
  needDestructor(variable->getType());
  return node;
}

Index Walker::declaration(const DeclStmt *stmt) {
  Nodes children;
  declarations(stmt, children);
  if (children.size() == 1)
    return children[0];
  return add(Kind::Compound, stmt, children);
}

// opening returns the statements before a condition: an init statement, a condition variable, or both in a Compound.
Index Walker::opening(const Stmt *init, const Stmt *condition) {
  if (!init || !condition)
    return statement(init ? init : condition);
  Index first = statement(init);
  return add(Kind::Compound, init, {first, statement(condition)});
}

Index Walker::ifStatement(const IfStmt *stmt) {
  bool known = false;
  int64_t value = 0;
  if (stmt->isConsteval())
    known = true, value = stmt->isNegatedConsteval();
  else if (stmt->isConstexpr())
    known = fold(stmt->getCond(), value);
  if (!known) {
    Index init = opening(stmt->getInit(), stmt->getConditionVariableDeclStmt());
    Index cond = expression(stmt->getCond());
    Index then = statement(stmt->getThen());
    return add(Kind::If, stmt, {init, cond, then, statement(stmt->getElse())});
  }
  const Stmt *live = value ? stmt->getThen() : stmt->getElse();
  Nodes children;
  Index init = stmt->isConsteval()
                   ? None
                   : opening(stmt->getInit(), stmt->getConditionVariableDeclStmt());
  if (init != None)
    children.push_back(init);
  if (live)
    children.push_back(statement(live));
  if (children.size() == 1)
    return children[0];
  return add(children.empty() ? Kind::Null : Kind::Compound, stmt, children);
}

Index Walker::forStatement(const ForStmt *stmt) {
  if (stmt->getConditionVariableDeclStmt())
    return unsupported(stmt);
  Index init = statement(stmt->getInit());
  Index cond = expression(stmt->getCond());
  Index inc = expression(stmt->getInc());
  Index body = statement(stmt->getBody());
  return add(Kind::For, stmt, {init, cond, inc, body});
}

Index Walker::rangeFor(const CXXForRangeStmt *stmt) {
  Index init = statement(stmt->getInit());
  Index range = statement(stmt->getRangeStmt());
  Index begin = statement(stmt->getBeginStmt());
  Index end = statement(stmt->getEndStmt());
  Index cond = expression(stmt->getCond());
  Index inc = expression(stmt->getInc());
  Index variable = statement(stmt->getLoopVarStmt());
  Index body = statement(stmt->getBody());
  Index loop = add(Kind::RangeFor, stmt, {range, begin, end, cond, inc, variable, body});
  return init == None ? loop : add(Kind::Compound, stmt, {init, loop});
}

// Device code has no exceptions: its handlers are dropped.
Index Walker::tryStatement(const CXXTryStmt *stmt) {
  Nodes children = {statement(stmt->getTryBlock())};
  for (unsigned i = 0; frame.side == Side::Host && i < stmt->getNumHandlers(); i++)
    children.push_back(statement(stmt->getHandler(i)->getHandlerBlock()));
  return add(Kind::Try, stmt, children);
}

Index Walker::assembly(const GCCAsmStmt *stmt) {
  Nodes operands, constraints, names;
  auto name = [&](IdentifierInfo *identifier) {
    names.push_back(string(identifier ? identifier->getName() : ""));
  };
  for (unsigned i = 0; i < stmt->getNumOutputs(); i++) {
    operands.push_back(expression(llvm::cast<Expr>(*(stmt->begin_outputs() + i))));
    constraints.push_back(string(stmt->getOutputConstraintLiteral(i)->getString()));
    name(stmt->getOutputIdentifier(i));
  }
  for (unsigned i = 0; i < stmt->getNumInputs(); i++) {
    operands.push_back(expression(llvm::cast<Expr>(*(stmt->begin_inputs() + i))));
    constraints.push_back(string(stmt->getInputConstraintLiteral(i)->getString()));
    name(stmt->getInputIdentifier(i));
  }
  Index node = add(Kind::Asm_, stmt, operands);
  wc_asm made = {int32_t(stmt->getNumOutputs()), int32_t(stmt->getNumInputs()),
                 stmt->isVolatile(), list(constraints), list(names)};
  out.assemblies.push_back(made);
  Index text = string(stmt->getAsmString()->getString());
  out.nodes[node].assembly = out.assemblies.size() - 1;
  out.nodes[node].text = text;
  return node;
}

Index Walker::unsupported(const Stmt *stmt) {
  Nodes children;
  if (depth <= MaxDepth) {
    for (const Stmt *part : stmt->children()) {
      auto *expr = llvm::dyn_cast_or_null<Expr>(part);
      if (part)
        children.push_back(expr ? expression(expr) : statement(part));
    }
  }
  auto *expr = llvm::dyn_cast<Expr>(stmt);
  Index node = expr ? addExpression(Kind::Unsupported, expr, children)
                    : add(Kind::Unsupported, stmt, children);
  Index name = string(stmt->getStmtClassName());
  out.nodes[node].text = name;
  return node;
}

} // namespace warpcheck
