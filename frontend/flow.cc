// What a launch configuration holds where it is used. Host code often makes one
// dim3 and gives it new members before each launch. Along a straight line the last
// value counts; where ways part or turns repeat, what is given there is not
// known afterwards.
#include "walker.h"

using namespace clang;

namespace warpcheck {

static const MemberExpr *memberOfVariable(const Expr *expr) {
  auto *member = llvm::dyn_cast<MemberExpr>(strip(expr));
  if (!member || member->isArrow() || !llvm::isa<DeclRefExpr>(strip(member->getBase())))
    return nullptr;
  return member;
}

// placeOf is the variable that is written, and its field when no more is.
Walker::HostPlace Walker::placeOf(const Expr *target) {
  auto *use = objectOf(target);
  if (!use)
    return {nullptr, nullptr};
  auto *member = memberOfVariable(target);
  return {use->getDecl()->getCanonicalDecl(), member ? member->getMemberDecl() : nullptr};
}

// given says that a place holds a value from here on, or nothing that is known.
void Walker::given(HostPlace place, const Expr *value) {
  if (!place.second)
    begun(place.first);
  held[place] = value;
}

// begun says that a variable holds its initialiser from here on.
void Walker::begun(const Decl *variable) {
  auto at = held.lower_bound({variable, nullptr});
  while (at != held.end() && at->first.first == variable)
    at = held.erase(at);
}

// assign notes the values of variables and of the fields of variables.
void Walker::assign(const Expr *to, const Expr *value) {
  HostPlace place = placeOf(to);
  bool whole = llvm::isa<DeclRefExpr>(strip(to));
  given(place, whole || place.second ? value : nullptr);
  if (place.second) {
    reassigned.insert(place.first);
    fieldValues[place].push_back(value);
    return;
  }
  change(to);
  if (whole)
    values[objectOf(to)->getDecl()].push_back(value);
}

// writtenBy is what a statement writes in place, nullptr when it writes nothing.
static const Expr *writtenBy(const Stmt *stmt) {
  if (auto *binary = llvm::dyn_cast<BinaryOperator>(stmt))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (auto *unary = llvm::dyn_cast<UnaryOperator>(stmt))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  auto *call = llvm::dyn_cast<CXXOperatorCallExpr>(stmt);
  return call && call->getOperator() == OO_Equal ? call->getArg(0) : nullptr;
}

void Walker::collectWritten(CXCursor within, std::set<HostPlace> &to) {
  if (const Stmt *stmt = Bridge::stmt(within))
    if (const Expr *target = writtenBy(stmt))
      to.insert(placeOf(target));
  Bridge::children(within, [&](CXCursor child) {
    collectWritten(child, to);
    return true;
  });
}

// parts reports a statement whose parts do not all run once, one after the other.
static bool parts(const Stmt *stmt) {
  auto *binary = llvm::dyn_cast<BinaryOperator>(stmt);
  return llvm::isa<IfStmt>(stmt) || llvm::isa<ForStmt>(stmt) || llvm::isa<WhileStmt>(stmt) ||
         llvm::isa<DoStmt>(stmt) || llvm::isa<CXXForRangeStmt>(stmt) ||
         llvm::isa<CXXTryStmt>(stmt) || llvm::isa<AbstractConditionalOperator>(stmt) ||
         (binary && binary->isLogicalOp());
}

// entered reports a statement that is entered in ways that nobody follows here.
static bool entered(const Stmt *stmt) {
  return llvm::isa<LabelStmt>(stmt) || llvm::isa<SwitchStmt>(stmt) || llvm::isa<LambdaExpr>(stmt);
}

// scanTree scans a part of the host function whose body is root.
void Walker::scanTree(CXCursor at, CXCursor root) {
  std::set<HostPlace> written;
  const Stmt *stmt = Bridge::stmt(at);
  if (clang_getCursorKind(at) == CXCursor_VarDecl)
    begun(Bridge::decl(at)->getCanonicalDecl());
  if (stmt && parts(stmt))
    collectWritten(at, written);
  if (stmt && entered(stmt)) {
    std::set<HostPlace> anyTime;
    collectWritten(llvm::isa<LabelStmt>(stmt) ? root : at, anyTime);
    for (const HostPlace &place : anyTime)
      shared.insert(place.first);
  }
  bool later = stmt && llvm::isa<LambdaExpr>(stmt); // its body runs when it is called
  auto before = later ? held : decltype(held)();
  if (later)
    collectWritten(root, written);
  auto forget = [&] {
    for (const HostPlace &place : written)
      given(place, nullptr);
  };
  if (stmt)
    scanOne(stmt);
  forget();
  Bridge::children(at, [&](CXCursor child) {
    scanTree(child, root);
    forget();
    return true;
  });
  if (later)
    held = std::move(before);
}

// holding is the grid or block of a launch, with what a variable that is
// given values again holds here.
Walker::Extent Walker::holding(const Expr *expr) {
  Extent made;
  made.expr = expr;
  const Expr *object = strip(expr);
  auto *copy = llvm::dyn_cast<CXXConstructExpr>(object);
  if (copy && copy->getNumArgs() == 1)
    object = strip(copy->getArg(0));
  auto *use = llvm::dyn_cast<DeclRefExpr>(object);
  auto *variable = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  const CXXRecordDecl *record = variable ? recordOf(variable->getType()) : nullptr;
  if (!record || !bridge.isLocal(variable))
    return made;
  made.variable = variable->getCanonicalDecl();
  auto whole = held.find({made.variable, nullptr});
  const Expr *rest = whole == held.end() ? bridge.initialiser(variable) : whole->second;
  for (const char *name : {"x", "y", "z"}) {
    unsigned at;
    const FieldDecl *field = fieldNamed(record, name, at);
    auto member = held.find({made.variable, field});
    bool given = member != held.end();
    made.members.push_back({field, given, given ? member->second : rest});
  }
  return made;
}

// configuration is the tree of a grid or block, None when it is not known. A
// variable that is given values again stands for what it held at the launch.
Index Walker::configuration(const Extent &extent) {
  if (!extent.variable || !reassigned.count(extent.variable))
    return expression(extent.expr);
  if (shared.count(extent.variable))
    return None;
  Nodes children;
  for (const Extent::Member &member : extent.members) {
    if (!member.value || !member.field)
      return None;
    Index child = expression(member.value);
    if (!member.given) {
      child = addExpression(Kind::Member, member.value, {child});
      out.nodes[child].field = field(member.field);
      out.nodes[child].type = type(member.field->getType());
    }
    children.push_back(child);
  }
  return addExpression(Kind::Construct, extent.expr, children);
}

} // namespace warpcheck
