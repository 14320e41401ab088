// The walk over all statements of a function. It has a file of its own, because it takes long to compile.
#include "queries.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace warpcheck {

namespace {

struct Visitor : RecursiveASTVisitor<Visitor> {
  explicit Visitor(llvm::function_ref<void(const Stmt *)> visit) : visit(visit) {}
  bool VisitStmt(Stmt *stmt) {
    visit(stmt);
    return true;
  }
  llvm::function_ref<void(const Stmt *)> visit;
};

} // namespace

void forEachStatement(const Stmt *root, llvm::function_ref<void(const Stmt *)> visit) {
  Visitor(visit).TraverseStmt(const_cast<Stmt *>(root));
}

} // namespace warpcheck
