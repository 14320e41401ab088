// Instances of templates with something that does not parse. In
//
//   template <int N> void start(float *out) {
//     absent::Stream stream = absent::current();
//     auto status = cudaGetLastError();
//     kernel<N><<<1, 32>>>(out);
//     ABSENT_CHECK(status);
//   }
//
// clang keeps the launch, but makes no instance of start. The first declaration is wrong in each instance, and in an
// instance nothing declares ABSENT_CHECK. So nothing would be known about kernel<N>. Here such a declaration is changed
// to an int without an initialiser, as clang reads it outside of templates, and clang makes the instances again. If
// that fails for a host function, the statements with errors are removed from the template, and clang tries once more.
// It finds the errors of one branch of an if at a time, so this is repeated. The walker later finds the text of the
// removed statements (dropped). No statement of device code is removed, because it may contain barriers. A device
// template without an instance is read as it is written.
#include "revive.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <memory>
#include <set>

using namespace clang;

namespace warpcheck {

namespace {

// Misread marks a variable that does not parse. Otherwise this attribute has no meaning here.
using Misread = NoDebugAttr;

// mostRounds bounds the number of rounds. An instance may need further instances, which the next round makes.
const int mostRounds = 8;

// mostPrunings bounds the attempts to make an instance, each with fewer statements.
const int mostPrunings = 16;

// Invalid collects the variables of a function that do not parse.
class Invalid : public RecursiveASTVisitor<Invalid> {
public:
  std::vector<VarDecl *> variables;

  bool VisitDeclStmt(DeclStmt *stmt) {
    for (Decl *decl : stmt->decls())
      if (auto *variable = llvm::dyn_cast<VarDecl>(decl);
          variable && variable->isInvalidDecl() && !llvm::isa<DecompositionDecl>(variable))
        variables.push_back(variable);
    return true;
  }
};

// Unmade collects the instances of functions that clang tried and failed to make.
class Unmade : public RecursiveASTVisitor<Unmade> {
public:
  std::vector<FunctionDecl *> functions;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *) { return true; }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->isInvalidDecl() && !function->hasBody() && function->isTemplateInstantiation())
      functions.push_back(function);
    return true;
  }
};

// readAsInt changes a variable that does not parse to an int without an initialiser. Instances of the variable keep the
// mark.
void readAsInt(VarDecl *variable, ASTContext &context) {
  variable->setInvalidDecl(false);
  variable->setType(context.IntTy);
  variable->setTypeSourceInfo(context.getTrivialTypeSourceInfo(context.IntTy, variable->getLocation()));
  variable->setInit(nullptr);
  variable->addAttr(Misread::CreateImplicit(context));
}

// Collector collects the locations of clang's errors.
class Collector : public DiagnosticConsumer {
public:
  std::vector<SourceLocation> found;

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
    if (level >= DiagnosticsEngine::Error && info.getLocation().isValid())
      found.push_back(info.getLocation());
  }
};

// Pruning removes the statements of a function in which clang has found errors.
class Pruning {
public:
  Pruning(ASTUnit &unit) : context(unit.getASTContext()), sources(unit.getSourceManager()) {
    for (auto told = unit.stored_diag_begin(); told != unit.stored_diag_end(); ++told)
      if (told->getLevel() >= DiagnosticsEngine::Error && told->getLocation().isValid())
        add(told->getLocation());
  }

  void add(SourceLocation error) { errors.push_back(sources.getFileLoc(error)); }

  // leavesOut removes statements with errors from a function body. It reports whether there were any.
  bool leavesOut(Stmt *body) {
    hasPruned = false;
    prune(body);
    return hasPruned;
  }

private:
  ASTContext &context;
  SourceManager &sources;
  std::vector<SourceLocation> errors;
  bool hasPruned = false;

  // prune returns the rest of a statement without its parts that have errors.
  Stmt *prune(Stmt *stmt) {
    if (!stmt || llvm::isa<NullStmt>(stmt) || !hasError(stmt))
      return stmt;
    if (auto *block = llvm::dyn_cast<CompoundStmt>(stmt)) {
      for (Stmt **inner = block->body_begin(); inner != block->body_end(); ++inner)
        *inner = prune(*inner);
      return block;
    }
    if (auto *branch = llvm::dyn_cast<IfStmt>(stmt); branch && !hasError(branch->getCond()) && !branch->getInit()) {
      branch->setThen(prune(branch->getThen()));
      if (branch->getElse())
        branch->setElse(prune(branch->getElse()));
      return branch;
    }
    if (auto *loop = llvm::dyn_cast<ForStmt>(stmt); loop && isOnlyIn(loop, loop->getBody())) {
      loop->setBody(prune(loop->getBody()));
      return loop;
    }
    if (auto *loop = llvm::dyn_cast<WhileStmt>(stmt); loop && isOnlyIn(loop, loop->getBody())) {
      loop->setBody(prune(loop->getBody()));
      return loop;
    }
    if (auto *declares = llvm::dyn_cast<DeclStmt>(stmt)) {
      for (Decl *decl : declares->decls())
        if (auto *variable = llvm::dyn_cast<VarDecl>(decl);
            variable && !llvm::isa<DecompositionDecl>(variable) && !variable->hasAttr<Misread>()) {
          readAsInt(variable, context);
          hasPruned = true;
        }
      return declares;
    }
    hasPruned = true;
    return new (context) NullStmt(sources.getFileLoc(stmt->getBeginLoc()));
  }

  bool hasError(const Stmt *stmt) const {
    SourceLocation begin = sources.getFileLoc(stmt->getBeginLoc()), end = sources.getExpansionRange(stmt->getEndLoc()).getEnd();
    auto isInside = [&](SourceLocation error) {
      return sources.isWrittenInSameFile(begin, error) && sources.getFileOffset(begin) <= sources.getFileOffset(error) &&
             sources.getFileOffset(error) <= sources.getFileOffset(end);
    };
    return std::any_of(errors.begin(), errors.end(), isInside);
  }

  // isOnlyIn reports whether all errors in a loop are in its body.
  bool isOnlyIn(const Stmt *loop, const Stmt *body) const {
    for (const Stmt *part : loop->children())
      if (part && part != body && hasError(part))
        return false;
    return true;
  }
};

bool isOfDevice(const FunctionDecl *function) {
  return function->hasAttr<CUDAGlobalAttr>() || function->hasAttr<CUDADeviceAttr>();
}

// Revival makes the failed instances of a unit again.
class Revival {
public:
  Revival(ASTUnit &unit) : sema(unit.getSema()), pruning(unit) {}

  Collector errors;

  // make tries to make an instance. It returns false if it does not try, because there is no body or because it has
  // tried before. It returns true even if clang fails again.
  bool make(FunctionDecl *function) {
    FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    if (!pattern || !pattern->hasBody() || !tried.insert(function).second)
      return false;
    Invalid invalid;
    invalid.TraverseStmt(pattern->getBody());
    for (VarDecl *variable : invalid.variables)
      readAsInt(variable, sema.getASTContext());
    instantiate(function);
    if (isOfDevice(function))
      return true;
    for (int time = 0; function->isInvalidDecl() && time < mostPrunings && pruning.leavesOut(pattern->getBody()); time++)
      instantiate(function);
    return true;
  }

private:
  Sema &sema;
  Pruning pruning;
  std::set<FunctionDecl *> tried;
  size_t known = 0;

  void instantiate(FunctionDecl *function) {
    function->setInvalidDecl(false);
    sema.InstantiateFunctionDefinition(function->getPointOfInstantiation(), function, /*Recursive=*/true);
    for (; known < errors.found.size(); known++)
      pruning.add(errors.found[known]);
  }
};

} // namespace

bool isMisread(const VarDecl *variable) { return variable->isInvalidDecl() || variable->hasAttr<Misread>(); }

std::vector<SourceLocation> revive(ASTUnit &unit) {
  DiagnosticsEngine &diagnostics = unit.getDiagnostics();
  if (!unit.hasSema() || !diagnostics.hasErrorOccurred())
    return {};
  Revival revival(unit);
  std::unique_ptr<DiagnosticConsumer> owner = diagnostics.takeClient();
  DiagnosticConsumer *before = owner ? owner.get() : diagnostics.getClient();
  diagnostics.setClient(&revival.errors, /*ShouldOwnClient=*/false);
  bool hasMade = true;
  for (int round = 0; hasMade && round < mostRounds; round++) {
    Unmade unmade;
    unmade.TraverseDecl(unit.getASTContext().getTranslationUnitDecl());
    hasMade = false;
    for (FunctionDecl *function : unmade.functions)
      hasMade |= revival.make(function);
  }
  bool isOwned = owner != nullptr;
  owner.release();
  diagnostics.setClient(before, isOwned);
  return revival.errors.found;
}

} // namespace warpcheck
