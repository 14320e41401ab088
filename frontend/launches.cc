// Host code: only its kernel launches matter, and which variables of a launch
// configuration still hold their initialiser.
#include "walker.h"

#include <algorithm>

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
  auto around = std::move(held);
  held.clear();
  scanTree(bridge.cursor(root), bridge.cursor(root));
  held = std::move(around);
  frame = std::move(outer);
}

void Walker::scanOne(const Stmt *stmt) {
  if (auto *kernel = llvm::dyn_cast<CUDAKernelCallExpr>(stmt)) {
    const CallExpr *config = kernel->getConfig();
    if (config && config->getNumArgs() >= 2)
      starts.push_back({kernel->getCallee(), holding(config->getArg(0)),
                        holding(config->getArg(1)), kernel});
  } else if (auto *construct = llvm::dyn_cast<CXXConstructExpr>(stmt)) {
    for (unsigned i = 0; i < construct->getNumArgs(); i++)
      handOver(construct->getArg(i));
  } else if (auto *call = llvm::dyn_cast<CallExpr>(stmt)) {
    scanCall(call);
  } else if (auto *binary = llvm::dyn_cast<BinaryOperator>(stmt)) {
    if (binary->getOpcode() == BO_Assign)
      assign(binary->getLHS(), binary->getRHS());
    else if (binary->isAssignmentOp())
      rewrite(binary->getLHS());
  } else if (auto *unary = llvm::dyn_cast<UnaryOperator>(stmt)) {
    if (unary->isIncrementDecrementOp())
      rewrite(unary->getSubExpr());
    else if (unary->getOpcode() == UO_AddrOf && !onlyRead.count(unary))
      share(unary->getSubExpr());
  } else if (auto *decls = llvm::dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : decls->decls())
      if (auto *variable = llvm::dyn_cast<VarDecl>(decl))
        if (variable->getType()->isReferenceType())
          if (const Expr *init = bridge.initialiser(variable))
            handOver(init);
  } else if (auto *lambda = llvm::dyn_cast<LambdaExpr>(stmt)) {
    deviceLambda(lambda);
  } else if (auto *list = llvm::dyn_cast<InitListExpr>(stmt)) {
    // A list as written has not chosen among the overloads that it names.
    list = list->isSemanticForm() ? list : list->getSemanticForm();
    for (unsigned i = 0; list && i < list->getNumInits(); i++)
      mention(list->getInit(i));
  } else if (auto *use = llvm::dyn_cast<DeclRefExpr>(stmt)) {
    mention(use);
  }
}

void Walker::mention(const Expr *expr) {
  auto *use = expr ? llvm::dyn_cast<DeclRefExpr>(strip(expr)) : nullptr;
  auto *function = use ? llvm::dyn_cast<FunctionDecl>(use->getDecl()) : nullptr;
  if (function && attributes(function, nullptr) & WC_KERNEL)
    mentions.push_back(use);
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
  const FunctionDecl *function = callee(call->getCallee());
  unsigned count = call->getNumArgs();
  auto *operation = llvm::dyn_cast<CXXOperatorCallExpr>(call);
  if (operation && operation->getOperator() == OO_Equal && count == 2)
    return assign(call->getArg(0), call->getArg(1));
  if (function && isRuntimeCall(function))
    return scanRuntimeCall(call, function);
  for (unsigned i = 0; i < count; i++)
    handOver(call->getArg(i));
  if (auto *member = llvm::dyn_cast<MemberExpr>(unwrap(call->getCallee())))
    handOver(member->getBase());
  for (unsigned i = 0; function && i < count && i < parameterCount(function); i++)
    values[function->getParamDecl(i)].push_back(call->getArg(i));
}

// The calls of the CUDA runtime that take a kernel: to launch it, or to ask or set
// something about it. They change no configuration that they are given.
bool Walker::isRuntimeCall(const FunctionDecl *function) {
  return startsWith(function, "cudaLaunch") || startsWith(function, "cudaFunc") ||
         startsWith(function, "cudaOccupancy");
}

void Walker::scanRuntimeCall(const CallExpr *call, const FunctionDecl *function) {
  unsigned count = call->getNumArgs();
  for (unsigned i = 0; i < count; i++)
    onlyRead.insert(strip(call->getArg(i)));
  if (startsWith(function, "cudaLaunchKernelEx") && count >= 2) {
    starts.push_back({call->getArg(1), {}, {}, call, call->getArg(0)});
  } else if ((startsWith(function, "cudaLaunchKernel") ||
              startsWith(function, "cudaLaunchCooperativeKernel")) &&
             count >= 3) {
    starts.push_back(
        {call->getArg(0), holding(call->getArg(1)), holding(call->getArg(2)), call});
  } else if (!startsWith(function, "cudaLaunch")) {
    std::vector<const FunctionDecl *> asked;
    for (unsigned i = 0; i < count; i++)
      kernels(call->getArg(i), 0, asked);
  }
}

// handOver notes that a callee may change what it is given: an lvalue that is
// not const.
void Walker::handOver(const Expr *expr) {
  if (expr->isLValue() && !expr->getType().isConstQualified())
    share(expr);
}

// share notes a variable that others may write at any time from here on.
void Walker::share(const Expr *expr) {
  change(expr);
  shared.insert(placeOf(expr).first);
}

// rewrite notes a variable that gets a value made of its own.
void Walker::rewrite(const Expr *expr) {
  change(expr);
  given(placeOf(expr), nullptr);
}

void Walker::change(const Expr *expr) {
  if (auto *use = objectOf(expr)) {
    reassigned.insert(use->getDecl()->getCanonicalDecl());
    opaque.insert(use->getDecl()->getCanonicalDecl());
  }
}

// launches reports what the host code starts, once all of it is known: a kernel may
// come through a parameter. A kernel that is named but not there may be started
// elsewhere, with any shape.
void Walker::launches() {
  frame.side = Side::Host;
  for (const Start &start : starts)
    launch(start);
  for (const DeclRefExpr *use : mentions)
    if (!resolved.count(use))
      launch({use, {}, {}, use});
  frame = Frame();
}

void Walker::launch(const Start &start) {
  Extent grid = start.config ? Extent{extent(start.config, "gridDim")} : start.grid;
  Extent block = start.config ? Extent{extent(start.config, "blockDim")} : start.block;
  std::vector<const FunctionDecl *> found;
  kernels(start.kernel, 0, found);
  for (const FunctionDecl *one : found) {
    wc_launch made;
    made.kernel = function(one);
    made.grid = configuration(grid);
    made.block = configuration(block);
    made.pos = position(start.at);
    out.launches.push_back(made);
  }
}

// fieldNamed finds a field, and its place among the fields.
const FieldDecl *fieldNamed(const CXXRecordDecl *record, const char *name, unsigned &at) {
  at = 0;
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext()) {
    auto *field = llvm::dyn_cast<FieldDecl>(decl);
    if (field && field->getIdentifier() && field->getName() == name)
      return field;
    at += field != nullptr;
  }
  return nullptr;
}

// extent is the one value that a field of a cudaLaunchConfig_t gets, nullptr when
// that is not certain.
const Expr *Walker::extent(const Expr *config, const char *name) {
  const Expr *object = strip(config);
  if (auto *unary = llvm::dyn_cast<UnaryOperator>(object))
    object = strip(unary->getSubExpr());
  auto *use = llvm::dyn_cast<DeclRefExpr>(object);
  auto *variable = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  const CXXRecordDecl *record = variable ? recordOf(variable->getType()) : nullptr;
  unsigned at = 0;
  const FieldDecl *field = record ? fieldNamed(record, name, at) : nullptr;
  if (!field || !bridge.isLocal(variable) || opaque.count(variable->getCanonicalDecl()))
    return nullptr;
  auto written = fieldValues.find({variable->getCanonicalDecl(), field});
  if (written != fieldValues.end())
    return written->second.size() == 1 ? written->second[0] : nullptr;
  const Expr *init = bridge.initialiser(variable);
  auto *list = init ? llvm::dyn_cast<InitListExpr>(strip(init)) : nullptr;
  if (list && !list->isSemanticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  return list && at < list->getNumInits() ? list->getInit(at) : nullptr;
}

// kernels finds the kernels that an expression may name, through what variables
// and parameters are given, and conditional expressions.
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
    if (auto *variable = llvm::dyn_cast<VarDecl>(use->getDecl())) {
      kernels(bridge.initialiser(variable), depth + 1, found);
      for (const Expr *value : values[variable])
        kernels(value, depth + 1, found);
    } else if (auto *function = llvm::dyn_cast<FunctionDecl>(use->getDecl())) {
      if (attributes(function, nullptr) & WC_KERNEL) {
        resolved.insert(use);
        if (std::find(found.begin(), found.end(), function) == found.end())
          found.push_back(function);
      }
    }
  }
}

} // namespace warpcheck
