// Lambdas. In a template that nobody instantiates, clang resolves neither implicit captures nor the types of variables
// declared auto.
#include "walker.h"

using namespace clang;

namespace warpcheck {

// callOperator returns the operator() of a closure as it is written. For a generic lambda it returns nullptr, because
// its instances are called. In a device template clang makes no instances, so it returns the operator() there.
const CXXMethodDecl *Walker::callOperator(const CXXRecordDecl *closure) {
  const Decl *decl = closure ? firstDeclaration(closure) : nullptr;
  for (; decl; decl = decl->getNextDeclInContext()) {
    auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl);
    if (functions && frame.side != Side::Host && closure->getTypeForDecl()->isDependentType())
      decl = functions->getTemplatedDecl();
    auto *method = llvm::dyn_cast<CXXMethodDecl>(decl);
    if (method && method->getDeclName().getCXXOverloadedOperator() == OO_Call)
      return method;
    if (functions)
      decl = functions;
  }
  return nullptr;
}

// closureOf returns the class of a lambda. The expression is the lambda itself, or names a variable that holds the
// lambda. For other expressions the result is nullptr.
const CXXRecordDecl *Walker::closureOf(const Expr *object) {
  object = strip(object);
  if (auto *use = llvm::dyn_cast<DeclRefExpr>(object)) {
    auto *variable = llvm::dyn_cast<VarDecl>(use->getDecl());
    return variable ? closureIn(variable) : nullptr;
  }
  auto *lambda = llvm::dyn_cast<LambdaExpr>(object);
  return lambda ? recordOf(lambda->getType()) : nullptr;
}

// closureIn returns the class of the lambda that initialises a variable declared auto in a template; nullptr for other
// variables.
const CXXRecordDecl *Walker::closureIn(const VarDecl *variable) {
  QualType type = variable->getType().getCanonicalType();
  if (auto *reference = llvm::dyn_cast<ReferenceType>(type.getTypePtr()))
    type = reference->getPointeeTypeAsWritten().getCanonicalType();
  const Expr *init = llvm::isa<AutoType>(type.getTypePtr()) ? variable->getInit() : nullptr;
  auto *lambda = init ? llvm::dyn_cast<LambdaExpr>(strip(init)) : nullptr;
  return lambda ? recordOf(lambda->getType()) : nullptr;
}

// typeOf returns the type of a variable. If clang does not know the type, typeOf returns the class of the lambda or
// group in the variable.
Index Walker::typeOf(const VarDecl *variable) {
  const CXXRecordDecl *closure = closureIn(variable);
  if (!closure && frame.side == Side::Device)
    closure = groupIn(variable);
  if (!closure)
    return type(variable->getType());
  bool refers = llvm::isa<ReferenceType>(variable->getType().getCanonicalType().getTypePtr());
  return refers ? referenceTo(recordType(closure)) : recordType(closure);
}

// impliedBy adds fields for implicit captures to the closure of a lambda in a template. They are the variables of the
// functions around it that the lambda names.
void Walker::impliedBy(const CXXRecordDecl *closure, Index of, Nodes &fields) {
  bool isOpen = closure->isLambda() && closure->getTypeForDecl()->isDependentType();
  const CXXMethodDecl *method = isOpen ? callOperator(closure) : nullptr;
  if (!method || closure->getLambdaCaptureDefault() == LCD_None)
    return;
  std::unordered_set<const Decl *> around, known;
  for (const Decl *decl = asDeclaration(closure->getDeclContext()); decl; decl = asDeclaration(decl->getDeclContext()))
    around.insert(decl);
  for (const LambdaCapture &capture : captures(closure))
    if (capture.capturesVariable())
      known.insert(capture.getCapturedVar()->getCanonicalDecl());
  std::vector<Implied> made;
  eachNamed(method, [&](const VarDecl *variable) {
    const Decl *context = asDeclaration(variable->getDeclContext());
    if (!around.count(context) || !known.insert(variable->getCanonicalDecl()).second || !isHeld(this->variable(variable)))
      return;
    Index type = heldType(variable);
    if (closure->getLambdaCaptureDefault() == LCD_ByRef)
      type = referenceTo(type);
    Index name = out.vars[this->variable(variable)].name;
    made.push_back({variable, Index(out.fields.size())});
    out.fields.push_back({name, type, of, int32_t(fields.size()), 0, -1});
    fields.push_back(made.back().field);
  });
  implied[closure] = made;
}

// eachNamed calls tell with each variable that a function names.
template <typename Tell> void Walker::eachNamed(const FunctionDecl *function, Tell tell) {
  forEachStatement(bodyOf(function), [&](const Stmt *stmt) {
    auto *use = llvm::dyn_cast<DeclRefExpr>(stmt);
    if (auto *variable = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr)
      tell(variable);
  });
}

// isHeld reports whether a variable lives in its function and has no known constant value.
bool Walker::isHeld(Index variable) {
  const wc_var &var = out.vars[variable];
  bool lives = Storage(var.storage) == Storage::Local || Storage(var.storage) == Storage::Param;
  return lives && !(var.flags & (WC_STATIC | WC_VALUE));
}

// heldType returns the type of a variable; for a reference, the type that it refers to.
Index Walker::heldType(const VarDecl *variable) {
  Index of = out.vars[this->variable(variable)].type;
  return out.types[of].kind == int32_t(TypeKind::Ref) ? out.types[of].elem : of;
}

// outer returns a node for a variable of a function around a lambda, as seen at the lambda.
Index Walker::outer(const Expr *lambda, const VarDecl *variable) {
  auto field = frame.implied.find(variable->getCanonicalDecl());
  auto known = frame.captures.find(variable->getCanonicalDecl());
  Index made = None;
  if (field != frame.implied.end())
    made = captured(lambda, field->second);
  else if (known != frame.captures.end())
    made = captured(lambda, this->field(known->second));
  else
    made = addExpression(Kind::VarRef, lambda, {});
  Index of = heldType(variable);
  out.nodes[made].type = of;
  out.nodes[made].flags = WC_LVALUE;
  if (out.nodes[made].kind == int32_t(Kind::VarRef)) {
    Index var = this->variable(variable);
    out.nodes[made].var = var;
  }
  return made;
}

Index Walker::lambda(const LambdaExpr *expr) {
  const CXXMethodDecl *method = callOperator(recordOf(expr->getType()));
  if (const Expr *launch = method ? launched(method) : nullptr)
    return expression(launch);
  type(expr->getType()); // this call finds out the captures
  Nodes children;
  for (auto init = expr->capture_init_begin(); init != expr->capture_init_end(); ++init)
    children.push_back(expression(*init));
  for (const Implied &implied : this->implied[recordOf(expr->getType())])
    children.push_back(outer(expr, implied.variable));
  Index made = addExpression(Kind::Lambda, expr, children);
  if (method) {
    setFunction(made, method);
    if (frame.side == Side::Host && !isWrittenForDevice(method))
      hostLambda(out.nodes[made].func, method);
  }
  return made;
}

// The body of a lambda in host code names captured variables themselves, not fields of the closure.
void Walker::hostLambda(Index lambda, const FunctionDecl *function) {
  if (const Stmt *body = bodyOf(function)) {
    Index node = statement(body);
    out.funcs[lambda].body = node;
  }
}

} // namespace warpcheck
