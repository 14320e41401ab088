// Calls, and expressions that make objects.
#include "walker.h"

using namespace clang;

namespace warpcheck {

void Walker::setFunction(Index node, const FunctionDecl *function) {
  Index index = this->function(function);
  out.nodes[node].func = index;
  need(function);
}

// callee is the function that an expression names, nullptr when it is computed.
const FunctionDecl *Walker::callee(const Expr *expr) {
  for (;;) {
    expr = strip(expr);
    auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
    if (!unary || (unary->getOpcode() != UO_AddrOf && unary->getOpcode() != UO_Deref))
      break;
    expr = unary->getSubExpr();
  }
  if (auto *use = llvm::dyn_cast<DeclRefExpr>(expr))
    return llvm::dyn_cast<FunctionDecl>(use->getDecl());
  if (auto *member = llvm::dyn_cast<MemberExpr>(expr))
    return llvm::dyn_cast<FunctionDecl>(member->getMemberDecl());
  return nullptr;
}

static const FunctionDecl *firstOverload(const OverloadExpr *overloads) {
  for (auto at = overloads->decls_begin(); at != overloads->decls_end(); ++at) {
    const NamedDecl *decl = *at;
    if (auto *shadow = llvm::dyn_cast<UsingShadowDecl>(decl))
      decl = shadow->getTargetDecl();
    if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl))
      return functions->getTemplatedDecl();
    if (auto *function = llvm::dyn_cast<FunctionDecl>(decl))
      return function;
  }
  return nullptr;
}

// unresolved fills in the callee of a call that template parameters decide: the
// first overload stands for all, or the bare name.
void Walker::unresolved(Index node, const Expr *callee) {
  callee = strip(callee);
  DeclarationName name;
  if (auto *overloads = llvm::dyn_cast<OverloadExpr>(callee)) {
    if (const FunctionDecl *function = firstOverload(overloads))
      return setFunction(node, function);
    name = overloads->getName();
  } else if (auto *member = llvm::dyn_cast<CXXDependentScopeMemberExpr>(callee)) {
    name = member->getMember();
  } else if (auto *scoped = llvm::dyn_cast<DependentScopeDeclRefExpr>(callee)) {
    name = scoped->getDeclName();
  }
  if (name) {
    Index index = namedFunction(name);
    out.nodes[node].func = index;
  }
}

Index Walker::call(const CallExpr *expr) {
  const FunctionDecl *function = callee(expr->getCallee());
  const Expr *named = unwrap(expr->getCallee());
  const Expr *object = nullptr;
  bool arrow = false;
  if (auto *member = llvm::dyn_cast<MemberExpr>(named)) {
    auto *method = llvm::dyn_cast<CXXMethodDecl>(member->getMemberDecl());
    if (method && !clang_CXXMethod_isStatic(bridge.cursor(method)))
      object = member->getBase(), arrow = member->isArrow();
  } else if (auto *dependent = llvm::dyn_cast<CXXDependentScopeMemberExpr>(named)) {
    if (dependent->getOperatorLoc().isValid())
      object = dependent->getBase(), arrow = dependent->isArrow();
  } else if (auto *overloads = llvm::dyn_cast<UnresolvedMemberExpr>(named)) {
    if (overloads->getOperatorLoc().isValid())
      object = overloads->getBase(), arrow = overloads->isArrow();
  }
  bool isNamed = function || object || llvm::isa<OverloadExpr>(strip(named)) ||
                 llvm::isa<DependentScopeDeclRefExpr>(strip(named));
  Nodes children = {isNamed ? None : expression(expr->getCallee())};
  if (object)
    children.push_back(expression(object));
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Call, expr, children);
  if (arrow)
    out.nodes[made].op = int32_t(Op::Arrow);
  if (function)
    setFunction(made, function);
  else
    unresolved(made, named);
  if (mayBeConstant(expr, 0))
    foldInto(made, expr);
  return made;
}

// An operator's first argument is the object when the operator is a method.
Index Walker::operatorCall(const CXXOperatorCallExpr *expr) {
  const FunctionDecl *function = callee(expr->getCallee());
  Nodes children = {None};
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Call, expr, children);
  if (function)
    setFunction(made, function);
  else
    unresolved(made, expr->getCallee());
  if (mayBeConstant(expr, 0))
    foldInto(made, expr);
  return made;
}

Index Walker::kernelCall(const CUDAKernelCallExpr *expr) {
  const FunctionDecl *function = callee(expr->getCallee());
  Nodes children = {expression(expr->getCallee())};
  if (const CallExpr *config = expr->getConfig())
    for (unsigned i = 0; i < config->getNumArgs(); i++)
      children.push_back(expression(config->getArg(i)));
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Launch_, expr, children);
  if (function)
    setFunction(made, function);
  return made;
}

// recovered is what clang could not make sense of. It drops the configuration of
// a launch from device code, and keeps the kernel's name and the arguments.
Index Walker::recovered(const RecoveryExpr *expr) {
  llvm::ArrayRef<const Expr *> parts =
      const_cast<RecoveryExpr *>(expr)->subExpressions();
  auto *overloads = parts.empty() ? nullptr : llvm::dyn_cast<OverloadExpr>(strip(parts[0]));
  const FunctionDecl *function = overloads ? firstOverload(overloads) : nullptr;
  if (!function || !(attributes(function, nullptr) & WC_KERNEL))
    return unsupported(expr);
  Nodes children = {None};
  for (const Expr *argument : parts.drop_front())
    children.push_back(expression(argument));
  return addExpression(Kind::Launch_, expr, children);
}

Index Walker::construct(const CXXConstructExpr *expr) {
  Nodes children;
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  const CXXConstructorDecl *constructor = expr->getConstructor();
  // A trivial constructor copies the bytes, or does nothing; T() zeroes first.
  if (constructor->isTrivial() && children.empty() && expr->requiresZeroInitialization())
    return addExpression(Kind::Zero, expr, {});
  Index made = addExpression(Kind::Construct, expr, children);
  if (!constructor->isTrivial())
    setFunction(made, constructor);
  return made;
}

Index Walker::lambda(const LambdaExpr *expr) {
  Nodes children;
  for (auto init = expr->capture_init_begin(); init != expr->capture_init_end(); ++init)
    children.push_back(expression(*init));
  Index made = addExpression(Kind::Lambda, expr, children);
  const CXXRecordDecl *record = recordOf(expr->getType());
  const Decl *decl = record ? firstDeclaration(record) : nullptr;
  for (; decl; decl = decl->getNextDeclInContext()) {
    auto *method = llvm::dyn_cast<CXXMethodDecl>(decl);
    if (method && method->getDeclName().getCXXOverloadedOperator() == OO_Call) {
      setFunction(made, method);
      break;
    }
  }
  return made;
}

// fill adds the elements that an array's list leaves to their constructor;
// zeroes are left out.
void Walker::fill(const Expr *filler, int64_t length, Nodes &to) {
  constexpr int64_t most = 256;
  if (llvm::isa<ImplicitValueInitExpr>(filler) || length > most)
    return;
  while (int64_t(to.size()) < length)
    to.push_back(expression(filler));
}

Index Walker::initList(const InitListExpr *expr) {
  if (!expr->isSemanticForm() && expr->getSemanticForm())
    expr = expr->getSemanticForm();
  Index of = type(expr->getType());
  int32_t kind = of == None ? int32_t(TypeKind::Invalid) : out.types[of].kind;
  if (kind != int32_t(TypeKind::Record) && kind != int32_t(TypeKind::Array) &&
      kind != int32_t(TypeKind::Invalid)) {
    if (expr->getNumInits() == 0)
      return addExpression(Kind::Zero, expr, {});
    return expression(expr->getInit(0));
  }
  Nodes children;
  for (const Expr *init : expr->inits())
    children.push_back(init && llvm::isa<ImplicitValueInitExpr>(init) ? None : expression(init));
  if (kind == int32_t(TypeKind::Array) && expr->hasArrayFiller())
    fill(expr->getArrayFiller(), out.types[of].len, children);
  Index made = addExpression(Kind::InitList, expr, children);
  if (const FieldDecl *member = expr->getInitializedFieldInUnion()) {
    Index index = field(member);
    out.nodes[made].field = index;
  }
  return made;
}

// initializerList is std::initializer_list's two fields, in both of the usual
// libraries: where an array starts, and how long it is.
Index Walker::initializerList(const CXXStdInitializerListExpr *expr) {
  Index array = expression(expr->getSubExpr());
  wc_type of = out.types[type(expr->getSubExpr()->getType())];
  if (of.kind != int32_t(TypeKind::Array))
    return unsupported(expr);
  Index start = addExpression(Kind::Cast, expr, {array});
  Index pointer = pointerTo(of.elem);
  out.nodes[start].op = int32_t(Op::CastDecay);
  out.nodes[start].type = pointer;
  Index count = integer(expr, of.len);
  wc_list fields = out.types[type(expr->getType())].fields;
  if (fields.count == 2)
    out.nodes[count].type = out.fields[out.lists[fields.start + 1]].type;
  return addExpression(Kind::InitList, expr, {start, count});
}

Index Walker::newExpression(const CXXNewExpr *expr) {
  Nodes children;
  for (unsigned i = 0; i < expr->getNumPlacementArgs(); i++)
    children.push_back(expression(expr->getPlacementArg(i)));
  if (expr->hasInitializer())
    children.push_back(expression(expr->getInitializer()));
  return addExpression(Kind::New, expr, children);
}

} // namespace warpcheck
