// Constants: which expressions clang folds, and when it is asked to.
#include "walker.h"

using namespace clang;

namespace warpcheck {

// converted brings a value into the range of an integer type.
int64_t Walker::converted(int64_t value, const wc_type &to) {
  if (to.kind == int32_t(TypeKind::Bool))
    return value != 0;
  if (to.kind != int32_t(TypeKind::Int) || to.bits <= 0 || to.bits >= 64)
    return value;
  uint64_t low = uint64_t(value) << (64 - to.bits);
  return to.flags & WC_SIGNED ? int64_t(low) >> (64 - to.bits) : low >> (64 - to.bits);
}

// copyKnown gives the node to, which loads the object of the node from, the value of the object if that is known.
void Walker::copyKnown(Index from, Index to) {
  if (from == None)
    return;
  const wc_node &object = out.nodes[from];
  if (object.flags & WC_KNOWN) {
    out.nodes[to].value = object.value;
    out.nodes[to].flags |= WC_KNOWN;
  } else if (object.var != None && out.vars[object.var].flags & WC_VALUE) {
    out.nodes[to].value = out.vars[object.var].value;
    out.nodes[to].flags |= WC_KNOWN;
  }
}

// fold asks clang for the value of an integer constant expression. It returns false if the expression has no such
// value, or if the value depends on template arguments.
bool Walker::fold(const Expr *expr, int64_t &value) {
  return !isDependent(expr) && foldAs(type(expr->getType()), expr, value);
}

// foldAs folds an expression and converts the value to a type. It returns false if clang finds no integer value, or if
// the type is no integer type.
bool Walker::foldAs(Index to, const Expr *expr, int64_t &value) {
  if (to == None || isDependent(expr))
    return false;
  const wc_type &as = out.types[to];
  if (as.kind != int32_t(TypeKind::Int) && as.kind != int32_t(TypeKind::Bool))
    return false;
  Evaluated result = evaluate(expr);
  if (result.integral)
    value = converted(result.value, as);
  return result.integral;
}

// evaluate lets clang evaluate an expression. It caches calls of functions with constants: the instances of a template
// that computes its sizes by functions repeat a few calls thousands of times.
Evaluated Walker::evaluate(const Expr *expr) {
  std::vector<int64_t> call;
  if (!isCallWithConstants(expr, call))
    return ask(expr);
  auto found = calls.find(call);
  if (found == calls.end())
    found = calls.emplace(call, ask(expr)).first;
  return found->second;
}

Evaluated Walker::ask(const Expr *expr) {
  Evaluated made = {false, 0};
  Expr::EvalResult result;
  if (expr->isValueDependent() || !expr->IgnoreParens()->EvaluateAsRValue(result, context) || !result.Val.isInt())
    return made;
  const llvm::APSInt &value = result.Val.getInt();
  if (value.getBitWidth() > 64)
    return made;
  made.integral = true;
  made.value = value.isUnsigned() ? int64_t(value.getZExtValue()) : value.getSExtValue();
  return made;
}

// spelled returns an expression without implicit conversions and other wrappers.
static const Expr *spelled(const Expr *expr) {
  for (;;) {
    expr = unwrap(expr);
    auto *conversion = llvm::dyn_cast<ImplicitCastExpr>(expr);
    if (!conversion)
      return expr;
    expr = conversion->getSubExpr();
  }
}

// valueOf returns the number of an enumerator.
int64_t Walker::valueOf(const EnumConstantDecl *enumerator) { return enumerator->getInitVal().getSExtValue(); }

// literal sets value to that of a literal or an enumerator. It returns false for any other expression.
bool Walker::literal(const Expr *expr, int64_t &value) {
  if (auto *integer = llvm::dyn_cast<IntegerLiteral>(expr))
    return literalValue(integer, value);
  if (auto *truth = llvm::dyn_cast<CXXBoolLiteralExpr>(expr)) {
    value = truth->getValue();
    return true;
  }
  auto *use = llvm::dyn_cast<DeclRefExpr>(expr);
  if (!use || !llvm::isa<EnumConstantDecl>(use->getDecl()))
    return false;
  value = valueOf(llvm::cast<EnumConstantDecl>(use->getDecl()));
  return true;
}

// isCallWithConstants reports whether an expression is a call of a named function whose arguments are all literals or
// enumerators. It appends to call a key for the call: the function, and each argument's value and types.
bool Walker::isCallWithConstants(const Expr *expr, std::vector<int64_t> &call) {
  auto *made = llvm::dyn_cast<CallExpr>(spelled(expr));
  const FunctionDecl *function =
      made && made->getStmtClass() == Stmt::CallExprClass ? callee(made->getCallee()) : nullptr;
  if (!function)
    return false;
  call.push_back(intptr_t(function));
  for (const Expr *argument : made->arguments()) {
    for (argument = unwrap(argument);; argument = unwrap(llvm::cast<CastExpr>(argument)->getSubExpr())) {
      call.push_back(intptr_t(argument->getType().getAsOpaquePtr()));
      if (!llvm::isa<CastExpr>(argument))
        break;
    }
    int64_t value;
    if (!literal(argument, value))
      return false;
    call.push_back(value);
  }
  return true;
}

void Walker::foldInto(Index node, const Expr *expr) {
  int64_t value;
  if (out.nodes[node].flags & WC_KNOWN || !fold(expr, value))
    return;
  out.nodes[node].value = value;
  out.nodes[node].flags |= WC_KNOWN;
}

// objectOf returns the variable that an expression designates, or designates a part of.
const DeclRefExpr *Walker::objectOf(const Expr *expr) {
  for (;;) {
    expr = strip(expr);
    if (auto *member = llvm::dyn_cast<MemberExpr>(expr))
      expr = member->getBase();
    else if (auto *index = llvm::dyn_cast<ArraySubscriptExpr>(expr))
      expr = baseOf(index);
    else
      return llvm::dyn_cast<DeclRefExpr>(expr);
  }
}

// readsConstant reports whether an expression designates a constexpr variable or a part of one.
bool Walker::readsConstant(const Expr *expr) {
  auto *use = objectOf(expr);
  auto *variable = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  return variable && variable->isConstexpr();
}

// mayBeConstant returns false for an expression that names something that is not constant. Most expressions are of this
// kind, so this cheap test saves most questions to clang.
bool Walker::mayBeConstant(const Expr *expr, int depth) {
  if (!expr || depth > 64)
    return false;
  expr = strip(expr);
  auto all = [&](auto begin, auto end) {
    for (; begin != end; ++begin)
      if (!mayBeConstant(llvm::cast_or_null<Expr>(*begin), depth + 1))
        return false;
    return true;
  };
  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXDefaultArgExprClass:
    return true;
  case Stmt::DeclRefExprClass: {
    auto *decl = llvm::cast<DeclRefExpr>(expr)->getDecl();
    auto *variable = llvm::dyn_cast<VarDecl>(decl);
    if (variable)
      return variable->isConstexpr() || variable->getType().isConstQualified();
    return llvm::isa<EnumConstantDecl>(decl);
  }
  case Stmt::MemberExprClass:
    return mayBeConstant(llvm::cast<MemberExpr>(expr)->getBase(), depth + 1);
  case Stmt::ArraySubscriptExprClass: {
    auto *index = llvm::cast<ArraySubscriptExpr>(expr);
    return mayBeConstant(index->getLHS(), depth + 1) && mayBeConstant(index->getRHS(), depth + 1);
  }
  case Stmt::UnaryOperatorClass:
    return mayBeConstant(llvm::cast<UnaryOperator>(expr)->getSubExpr(), depth + 1);
  case Stmt::BinaryOperatorClass: {
    auto *binary = llvm::cast<BinaryOperator>(expr);
    return mayBeConstant(binary->getLHS(), depth + 1) && mayBeConstant(binary->getRHS(), depth + 1);
  }
  case Stmt::ConditionalOperatorClass: {
    auto *choice = llvm::cast<ConditionalOperator>(expr);
    return mayBeConstant(choice->getCond(), depth + 1) &&
           mayBeConstant(choice->getTrueExpr(), depth + 1) &&
           mayBeConstant(choice->getFalseExpr(), depth + 1);
  }
  case Stmt::InitListExprClass: {
    auto inits = llvm::cast<InitListExpr>(expr)->inits();
    return all(inits.begin(), inits.end());
  }
  case Stmt::CXXStdInitializerListExprClass:
    return mayBeConstant(llvm::cast<CXXStdInitializerListExpr>(expr)->getSubExpr(), depth + 1);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    auto *construct = llvm::cast<CXXConstructExpr>(expr);
    return construct->getConstructor()->isConstexpr() &&
           all(construct->getArgs(), construct->getArgs() + construct->getNumArgs());
  }
  case Stmt::CallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    auto *call = llvm::cast<CallExpr>(expr);
    const FunctionDecl *function = callee(call->getCallee());
    return function && function->isConstexpr() &&
           all(call->getArgs(), call->getArgs() + call->getNumArgs());
  }
  default:
    return false;
  }
}

} // namespace warpcheck
