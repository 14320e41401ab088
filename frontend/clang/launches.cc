// Which kernels host and device code launch, and where. Go code finds the blocks of the launches, in the bodies of the
// functions.
#include "walker.h"

#include <algorithm>
#include <set>

using namespace clang;

namespace warpcheck {

void Walker::scanHost(const FunctionDecl *function) {
  if (!scanned.insert(function).second)
    return;
  if (const Stmt *body = bodyOf(function)) {
    hosts.push_back(function);
    scan(body);
  }
}

// hostBodies adds the bodies of host functions, if the unit launches kernels. Device code must be added before, because
// a function for both sides must get its callees there.
void Walker::hostBodies() {
  for (size_t i = 0; !starts.empty() && i < hosts.size(); i++)
    define(hosts[i], Side::Host);
}

void Walker::scan(const Stmt *root) {
  Frame outer = std::move(frame);
  frame = Frame();
  frame.side = Side::Host;
  forEachStatement(root, [&](const Stmt *stmt) { scanOne(stmt); });
  frame = std::move(outer);
}

void Walker::scanOne(const Stmt *stmt) {
  if (auto *kernel = llvm::dyn_cast<CUDAKernelCallExpr>(stmt)) {
    const CallExpr *config = kernel->getConfig();
    if (config && config->getNumArgs() >= 2)
      starts.push_back({kernel->getCallee(), kernel});
  } else if (auto *call = llvm::dyn_cast<CallExpr>(stmt)) {
    scanCall(call);
  } else if (auto *binary = llvm::dyn_cast<BinaryOperator>(stmt)) {
    if (binary->getOpcode() == BO_Assign)
      assign(binary->getLHS(), binary->getRHS());
  } else if (auto *lambda = llvm::dyn_cast<LambdaExpr>(stmt)) {
    scanLambda(lambda);
  } else if (auto *list = llvm::dyn_cast<InitListExpr>(stmt)) {
    // In an initialiser list as it is written, overloads are not resolved yet.
    list = list->isSemanticForm() ? list : list->getSemanticForm();
    for (unsigned i = 0; list && i < list->getNumInits(); i++)
      mention(list->getInit(i));
  } else if (auto *use = llvm::dyn_cast<DeclRefExpr>(stmt)) {
    mention(use);
  } else if (auto *object = llvm::dyn_cast<CXXConstructExpr>(stmt)) {
    scanConstructor(object->getConstructor());
  }
}

// A constructor that the compiler makes executes the default initialisers of the fields.
void Walker::scanConstructor(const CXXConstructorDecl *constructor) {
  if (constructor->isDefaulted() && !constructor->isTrivial() &&
      parameterCount(constructor) == 0 && !inSystemHeader(constructor))
    scanHost(constructor);
}

void Walker::mention(const Expr *expr) {
  auto *use = expr ? llvm::dyn_cast<DeclRefExpr>(strip(expr)) : nullptr;
  auto *function = use ? llvm::dyn_cast<FunctionDecl>(use->getDecl()) : nullptr;
  if (function && attributes(function, nullptr) & WC_KERNEL)
    mentions.push_back(use);
}

// scanLambda handles a lambda in host code. A lambda that is written for the device is a device function. For a generic
// lambda, its instances are device functions. The lambda itself is read as it is written only in a template, or if it
// has no instances.
void Walker::scanLambda(const LambdaExpr *lambda) {
  const CXXRecordDecl *record = recordOf(lambda->getType());
  if (!record)
    return;
  Frame outer = std::move(frame);
  frame = Frame();
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext()) {
    if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl)) {
      for (const FunctionDecl *special : specialisations(functions)) {
        if (attributes(special, nullptr) & WC_DEVICE)
          need(special);
        if (!isWrittenForDevice(special))
          scanHost(special);
      }
      const FunctionDecl *written = functions->getTemplatedDecl();
      if (written->doesThisDeclarationHaveABody() && isWrittenForDevice(written))
        patterns.push_back(written);
    } else if (auto *method = llvm::dyn_cast<CXXMethodDecl>(decl)) {
      if (!method->doesThisDeclarationHaveABody() || !isWrittenForDevice(method))
        continue;
      if (isPattern(method)) {
        patterns.push_back(method);
      } else {
        lambdas.insert(method->getLocation());
        need(method);
      }
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
  // The first operand of an operator that is a method is its object.
  unsigned first = operation && function && llvm::isa<CXXMethodDecl>(function);
  for (unsigned i = first; function && i < count && i - first < parameterCount(function); i++)
    values[function->getParamDecl(i - first)].push_back(call->getArg(i));
}

// isKernelNode reports whether a function adds or changes a kernel node of a graph. A structure holds the kernel and
// its block.
static bool isKernelNode(const FunctionDecl *function) {
  return startsWith(function, "cudaGraphAddKernelNode") ||
         startsWith(function, "cudaGraphKernelNodeSetParams") ||
         startsWith(function, "cudaGraphExecKernelNodeSetParams");
}

// isRuntimeCall reports whether a function of the CUDA runtime takes a kernel: to launch it, or to query or set a
// property.
bool Walker::isRuntimeCall(const FunctionDecl *function) {
  return startsWith(function, "cudaLaunch") || startsWith(function, "cudaFunc") ||
         startsWith(function, "cudaOccupancy") || isKernelNode(function);
}

void Walker::scanRuntimeCall(const CallExpr *call, const FunctionDecl *function) {
  unsigned count = call->getNumArgs();
  if (isKernelNode(function)) {
    starts.push_back({nullptr, call});
  } else if (startsWith(function, "cudaLaunchKernelEx") && count >= 2) {
    starts.push_back({call->getArg(1), call});
  } else if ((startsWith(function, "cudaLaunchKernel") ||
              startsWith(function, "cudaLaunchCooperativeKernel")) &&
             count >= 3) {
    starts.push_back({call->getArg(0), call});
  } else if (!startsWith(function, "cudaLaunch")) {
    std::vector<const FunctionDecl *> asked;
    for (unsigned i = 0; i < count; i++)
      kernels(call->getArg(i), 0, asked);
  }
}

// deviceLaunch records a launch from device code.
void Walker::deviceLaunch(const CUDAKernelCallExpr *kernel, Index made) {
  const CallExpr *config = kernel->getConfig();
  if (frame.side == Side::Host || !config || config->getNumArgs() < 2)
    return;
  launchCalls[kernel] = made;
  starts.push_back({kernel->getCallee(), kernel});
}

// pass records the functions that device code passes to others: one of them may be a kernel.
void Walker::pass(const CallExpr *call, const FunctionDecl *function) {
  unsigned count = std::min(call->getNumArgs(), parameterCount(function));
  for (unsigned i = 0; frame.side == Side::Device && i < count; i++)
    if (pointsToFunction(function->getParamDecl(i)->getType()))
      values[function->getParamDecl(i)].push_back(call->getArg(i));
}

// launched returns the launch inside a lambda that the frontend wrote around it, because clang refuses launches in
// device code; nullptr for other lambdas.
const Expr *Walker::launched(const FunctionDecl *lambda) {
  auto *body = llvm::dyn_cast_or_null<CompoundStmt>(bodyOf(lambda));
  if (!lambda->hasAttrs() || !body || body->size() != 1)
    return nullptr;
  bool isOurs = llvm::any_of(lambda->attrs(), [](const Attr *one) { return isMarked(one, "warpcheck::launch"); });
  return isOurs ? llvm::dyn_cast<Expr>(body->body_front()) : nullptr;
}

// assign records a value of a variable.
void Walker::assign(const Expr *to, const Expr *value) {
  if (auto *use = llvm::dyn_cast<DeclRefExpr>(strip(to)))
    values[use->getDecl()].push_back(value);
}

// endOf returns the position of a launch, which is the same in a template and in its instances.
static unsigned endOf(const Stmt *launch) {
  return llvm::cast<CallExpr>(launch)->getRParenLoc().getRawEncoding();
}

// launches adds all launches. It is called at the end, because a kernel may be passed through parameters, and because
// code for both sides is visited twice. If host code also names a kernel outside of a launch, it may launch the kernel
// with any block, or in a node of a graph. So each such name counts as a launch. A launch in a generic lambda counts
// only in its instances.
void Walker::launches() {
  std::set<unsigned> instantiated;
  for (const Start &start : starts)
    if (launchCalls.count(start.at))
      instantiated.insert(endOf(start.at));
  std::set<const Stmt *> told;
  for (const Start &start : starts)
    if ((launchCalls.count(start.at) || !instantiated.count(endOf(start.at))) &&
        told.insert(start.at).second)
      launch(start);
  std::vector<const DeclRefExpr *> elsewhere;
  for (const DeclRefExpr *use : mentions)
    if (!resolved.count(use))
      elsewhere.push_back(use);
  for (const Start &start : starts)
    for (const DeclRefExpr *use : elsewhere)
      if (!start.kernel)
        launch({use, start.at});
  for (const DeclRefExpr *use : elsewhere)
    launch({use, use});
}

void Walker::launch(const Start &start) {
  std::vector<const FunctionDecl *> found;
  kernels(start.kernel, 0, found);
  auto node = launchCalls.find(start.at);
  for (const FunctionDecl *one : found) {
    wc_launch made;
    made.kernel = function(one);
    made.node = node == launchCalls.end() ? None : node->second;
    made.pos = position(start.at);
    out.launches.push_back(made);
  }
}

// kernels finds the kernels that an expression may name, through conditional expressions and the known values of
// variables and parameters.
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
      kernels(variable->getInit(), depth + 1, found);
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
