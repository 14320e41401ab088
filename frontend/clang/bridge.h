// Between clang's C++ classes and libclang's C API: made-up cursors and types,
// and the few private members that no inline accessor reaches.
#ifndef WARPCHECK_BRIDGE_H
#define WARPCHECK_BRIDGE_H

#include "library.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

namespace warpcheck {

// Bridge makes libclang's cursors and types. Their layout, {kind, 0, {parent or
// declaration, statement, unit}} and {kind, {type, unit}}, has not changed since
// libclang 3; the cursor kind only has to be of the right family.
class Bridge {
public:
  explicit Bridge(CXTranslationUnit unit) : unit(unit) {
    context = static_cast<const clang::Decl *>(clang_getTranslationUnitCursor(unit).data[0]);
  }

  CXCursor cursor(const clang::Decl *decl) const;
  CXCursor cursor(const clang::Stmt *stmt) const {
    CXCursorKind kind =
        llvm::isa<clang::Expr>(stmt) ? CXCursor_UnexposedExpr : CXCursor_UnexposedStmt;
    return {kind, 0, {context, stmt, unit}};
  }
  CXType type(clang::QualType type) const {
    return {CXType_Unexposed, {type.getAsOpaquePtr(), unit}};
  }

  static const clang::Decl *decl(CXCursor cursor) {
    if (!clang_isDeclaration(cursor.kind))
      return nullptr;
    return static_cast<const clang::Decl *>(cursor.data[0]);
  }
  // The statement behind a cursor, nullptr when it is something else.
  static const clang::Stmt *stmt(CXCursor cursor) {
    if (!clang_isExpression(cursor.kind) && !clang_isStatement(cursor.kind))
      return nullptr;
    return static_cast<const clang::Stmt *>(cursor.data[1]);
  }
  static const clang::Attr *attribute(CXCursor cursor) {
    return static_cast<const clang::Attr *>(cursor.data[1]);
  }

  llvm::ArrayRef<clang::StoredDiagnostic> diagnostics() const;
  CXSourceLocation location(clang::FullSourceLoc at) const;

  // The whole unit's declaration.
  const clang::Decl *root() const { return context; }

  // The declaration that defines decl (its body is there), or nullptr.
  const clang::FunctionDecl *definition(const clang::FunctionDecl *function) const;
  const clang::Stmt *body(const clang::FunctionDecl *definition) const;
  const clang::Expr *initialiser(const clang::VarDecl *variable) const;
  bool isLocal(const clang::VarDecl *variable) const;
  const clang::Expr *defaultInitialiser(const clang::FieldDecl *field) const;
  const clang::Decl *declarationOf(clang::QualType type) const;
  bool isSignedEnum(clang::QualType type) const;
  // How clang lays out a record, by its definition; nullptr when it cannot. Asking is what
  // makes the layout. libclang's own offsets look through all records below one anew for each
  // field that leads there, which doubles with each level of a struct of two structs.
  const clang::ASTRecordLayout *layoutOf(const clang::RecordDecl *record) const;
  // The template or member that function was instantiated from, or nullptr.
  const clang::Decl *patternOf(const clang::Decl *decl) const;

  // Calls visit with each child of a cursor until it returns false.
  template <typename Visit> static void children(CXCursor parent, Visit visit) {
    clang_visitChildren(
        parent,
        [](CXCursor child, CXCursor, CXClientData data) {
          bool more = (*static_cast<Visit *>(data))(child);
          return more ? CXChildVisit_Continue : CXChildVisit_Break;
        },
        &visit);
  }

private:
  CXTranslationUnit unit;
  const clang::Decl *context;
};

// The first declaration of a context; the next is Decl::getNextDeclInContext.
const clang::Decl *firstDeclaration(const clang::DeclContext *context);
const clang::DeclContext *asContext(const clang::Decl *decl);
const clang::Decl *asDeclaration(const clang::DeclContext *context);

// All instantiations and specialisations of a template, in the order in which clang made them.
std::vector<const clang::FunctionDecl *> specialisations(const clang::FunctionTemplateDecl *);
std::vector<const clang::ClassTemplateSpecializationDecl *>
specialisations(const clang::ClassTemplateDecl *);
// The bodies of a template and of its partial and other specialisations.
std::vector<const clang::CXXRecordDecl *> definitions(const clang::ClassTemplateDecl *);

// The class as a template gives it, with its members where the source has it whole.
const clang::CXXRecordDecl *classOf(const clang::ClassTemplateDecl *);

// isSpecialised reports a class template of which the source gives a specialisation, whole or in part.
bool isSpecialised(const clang::ClassTemplateDecl *);

// hasDefaults reports a class with fields that have values where it declares them.
bool hasDefaults(const clang::CXXRecordDecl *record);

llvm::ArrayRef<clang::LambdaCapture> captures(const clang::CXXRecordDecl *closure);
// Whether a function is itself a template, as written.
bool isTemplatePattern(const clang::FunctionDecl *function);
// Whether clang makes a function from its template when it is needed: nobody wrote a specialisation.
bool isImplicitlyMade(const clang::FunctionDecl *function);
// The function behind a function template, or the declaration itself.
const clang::Decl *templated(const clang::Decl *decl);
std::string integralArgument(const clang::TemplateArgument &argument);
bool integralValue(const clang::TemplateArgument &argument, int64_t &value);
llvm::ArrayRef<clang::CXXCtorInitializer *> initialisers(const clang::CXXConstructorDecl *);
llvm::ArrayRef<clang::CXXBaseSpecifier> bases(const clang::CXXRecordDecl *);
llvm::ArrayRef<clang::TemplateArgument> templateArguments(const clang::FunctionDecl *);
bool literalValue(const clang::IntegerLiteral *literal, int64_t &value);

// The prototype's number of parameters; FunctionDecl::getNumParams is not inline.
unsigned parameterCount(const clang::FunctionDecl *function);
clang::QualType resultType(const clang::FunctionDecl *function);
// The two halves of a[i], which may also be written i[a].
const clang::Expr *baseOf(const clang::ArraySubscriptExpr *expr);
const clang::Expr *indexOf(const clang::ArraySubscriptExpr *expr);
bool isDependent(const clang::Expr *expr);
const char *className(const clang::Stmt *stmt);
// Without the wrappers that change nothing: parentheses, full expressions,
// substituted parameters, default arguments excluded.
const clang::Expr *unwrap(const clang::Expr *expr);
// Without those, and without casts, temporaries and their bindings.
const clang::Expr *strip(const clang::Expr *expr);

} // namespace warpcheck

#endif
