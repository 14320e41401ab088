// Host code: only its kernel launches matter, and which variables of a launch
// configuration still hold their initialiser.
#include "walker.h"

using namespace clang;

namespace warpcheck {

void Walker::scanHost(const FunctionDecl *function) {
  if (!scanned.insert(function).second)
    return;
  if (const Stmt *body = bridge.body(function)) {
    frame = frameOf(function, Side::Host);
    scan(body);
    frame = Frame();
  }
}

void Walker::scan(const Stmt *root) {
  Frame outer = std::move(frame);
  frame = Frame();
  frame.side = Side::Host;
  scanOne(root);
  clang_visitChildren(
      bridge.cursor(root),
      [](CXCursor child, CXCursor, CXClientData data) {
        if (const Stmt *stmt = Bridge::stmt(child))
          static_cast<Walker *>(data)->scanOne(stmt);
        return CXChildVisit_Recurse;
      },
      this);
  frame = std::move(outer);
}

void Walker::scanOne(const Stmt *stmt) {
  if (auto *kernel = llvm::dyn_cast<CUDAKernelCallExpr>(stmt)) {
    const CallExpr *config = kernel->getConfig();
    if (config && config->getNumArgs() >= 2)
      launch(kernel->getCallee(), config->getArg(0), config->getArg(1), kernel);
  } else if (auto *construct = llvm::dyn_cast<CXXConstructExpr>(stmt)) {
    for (unsigned i = 0; i < construct->getNumArgs(); i++)
      handOver(construct->getArg(i));
  } else if (auto *call = llvm::dyn_cast<CallExpr>(stmt)) {
    scanCall(call);
  } else if (auto *binary = llvm::dyn_cast<BinaryOperator>(stmt)) {
    if (binary->isAssignmentOp())
      change(binary->getLHS());
  } else if (auto *unary = llvm::dyn_cast<UnaryOperator>(stmt)) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
      change(unary->getSubExpr());
  } else if (auto *decls = llvm::dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : decls->decls())
      if (auto *variable = llvm::dyn_cast<VarDecl>(decl))
        if (variable->getType()->isReferenceType())
          if (const Expr *init = bridge.initialiser(variable))
            handOver(init);
  } else if (auto *lambda = llvm::dyn_cast<LambdaExpr>(stmt)) {
    deviceLambda(lambda);
  }
}

// A lambda written for the device inside host code is a device function.
void Walker::deviceLambda(const LambdaExpr *lambda) {
  const CXXRecordDecl *record = recordOf(lambda->getType());
  if (!record)
    return;
  Frame outer = std::move(frame);
  frame = Frame();
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext()) {
    if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl)) {
      for (const FunctionDecl *special : specialisations(functions))
        if (attributes(special, nullptr) & WC_DEVICE)
          need(special);
    } else if (auto *method = llvm::dyn_cast<CXXMethodDecl>(decl)) {
      if (method->doesThisDeclarationHaveABody() && !isPattern(method) &&
          isWrittenForDevice(method))
        need(method);
    }
  }
  frame = std::move(outer);
}

static bool startsWith(const FunctionDecl *function, const char *prefix) {
  IdentifierInfo *name = function->getIdentifier();
  return name && name->getName().str().rfind(prefix, 0) == 0;
}

void Walker::scanCall(const CallExpr *call) {
  for (unsigned i = 0; i < call->getNumArgs(); i++)
    handOver(call->getArg(i));
  if (auto *member = llvm::dyn_cast<MemberExpr>(unwrap(call->getCallee())))
    handOver(member->getBase());
  const FunctionDecl *function = callee(call->getCallee());
  if (!function)
    return;
  unsigned count = call->getNumArgs();
  if (startsWith(function, "cudaLaunchKernelEx")) {
    if (count >= 2)
      launch(call->getArg(1), nullptr, nullptr, call);
  } else if (startsWith(function, "cudaLaunchKernel") ||
             startsWith(function, "cudaLaunchCooperativeKernel")) {
    if (count >= 3)
      launch(call->getArg(0), call->getArg(1), call->getArg(2), call);
  }
}

// handOver notes that a callee may change what it is given: an lvalue that is
// not const.
void Walker::handOver(const Expr *expr) {
  if (expr->isLValue() && !expr->getType().isConstQualified())
    change(expr);
}

void Walker::change(const Expr *expr) {
  if (auto *use = objectOf(expr))
    reassigned.insert(use->getDecl()->getCanonicalDecl());
}

void Walker::launch(const Expr *kernel, const Expr *grid, const Expr *block, const Stmt *at) {
  std::vector<const FunctionDecl *> found;
  kernels(kernel, 0, found);
  for (const FunctionDecl *one : found) {
    wc_launch made;
    made.kernel = function(one);
    made.grid = expression(grid);
    made.block = expression(block);
    made.pos = position(at);
    out.launches.push_back(made);
  }
}

// kernels finds the kernels that an expression may name, through variables and
// conditional expressions.
void Walker::kernels(const Expr *expr, int depth, std::vector<const FunctionDecl *> &found) {
  if (!expr || depth > 8)
    return;
  expr = strip(expr);
  if (auto *unary = llvm::dyn_cast<UnaryOperator>(expr)) {
    kernels(unary->getSubExpr(), depth + 1, found);
  } else if (auto *choice = llvm::dyn_cast<ConditionalOperator>(expr)) {
    kernels(choice->getTrueExpr(), depth + 1, found);
    kernels(choice->getFalseExpr(), depth + 1, found);
  } else if (auto *use = llvm::dyn_cast<DeclRefExpr>(expr)) {
    if (auto *variable = llvm::dyn_cast<VarDecl>(use->getDecl()))
      kernels(bridge.initialiser(variable), depth + 1, found);
    else if (auto *function = llvm::dyn_cast<FunctionDecl>(use->getDecl()))
      if (attributes(function, nullptr) & WC_KERNEL)
        found.push_back(function);
  }
}

} // namespace warpcheck
