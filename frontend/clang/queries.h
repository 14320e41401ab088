// Small queries about clang's declarations, types and expressions. clang's classes do not answer them in one call, or
// differ between major versions.
#ifndef WARPCHECK_QUERIES_H
#define WARPCHECK_QUERIES_H

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

// The declaration that has the function's body, or nullptr.
const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *function);
// The body that this declaration itself has, or nullptr.
const clang::Stmt *bodyOf(const clang::FunctionDecl *definition);
// The declaration of a type, or its template if it depends on template arguments; nullptr if there is none.
const clang::Decl *declarationOf(clang::QualType type);
// The template or member that a function, class or template was instantiated from, or nullptr.
const clang::Decl *patternOf(const clang::Decl *decl);
// The layout of a record's definition; nullptr if clang cannot compute it.
const clang::ASTRecordLayout *layoutOf(const clang::RecordDecl *record);
// The size of a type in bytes. It is 0 for a type without a known size, and 1 for void and functions, as in GNU C. For
// a reference it is the size of the type that it refers to.
int64_t sizeOf(clang::QualType type, const clang::ASTContext &context);
// openAlignment is the alignment that the arguments of a template decide (types.OpenAlignment).
const int32_t openAlignment = -1;
// The alignment in bytes that the attributes of a variable ask for. It is 0 if none does, and openAlignment if the
// arguments of a template decide it.
int32_t alignmentOf(const clang::VarDecl *variable);
bool isSignedEnum(clang::QualType type);

// The first declaration of a context. Decl::getNextDeclInContext returns the next one.
const clang::Decl *firstDeclaration(const clang::DeclContext *context);
const clang::DeclContext *asContext(const clang::Decl *decl);
const clang::Decl *asDeclaration(const clang::DeclContext *context);

// All instantiations and specialisations of a template, in the order in which clang made them.
std::vector<const clang::FunctionDecl *> specialisations(const clang::FunctionTemplateDecl *);
std::vector<const clang::ClassTemplateSpecializationDecl *>
specialisations(const clang::ClassTemplateDecl *);
// The definitions of a class template, its partial specialisations, and its other specialisations and instances.
std::vector<const clang::CXXRecordDecl *> definitions(const clang::ClassTemplateDecl *);

// The class of a template itself: its definition if there is one, else its declaration.
const clang::CXXRecordDecl *classOf(const clang::ClassTemplateDecl *);

// Whether the source has a specialisation of a class template, partial or explicit.
bool isSpecialised(const clang::ClassTemplateDecl *);

// Whether some field of a class has a default initialiser.
bool hasDefaults(const clang::CXXRecordDecl *record);

llvm::ArrayRef<clang::LambdaCapture> captures(const clang::CXXRecordDecl *closure);
// The function that a declaration declares, or that a using declaration names. For a function template it is the
// templated function. It is nullptr for other declarations.
const clang::FunctionDecl *asFunction(const clang::NamedDecl *);
// Whether a function is the pattern of a function template.
bool isTemplatePattern(const clang::FunctionDecl *function);
// Whether a function is an instance that clang makes from a template, rather than an explicit specialisation.
bool isImplicitlyMade(const clang::FunctionDecl *function);
// Whether a function is a static method.
bool isStatic(const clang::FunctionDecl *function);
// The templated function of a function template, or the declaration itself.
const clang::Decl *templated(const clang::Decl *decl);
std::string integralArgument(const clang::TemplateArgument &argument);
bool integralValue(const clang::TemplateArgument &argument, int64_t &value);
llvm::ArrayRef<clang::CXXCtorInitializer *> initialisers(const clang::CXXConstructorDecl *);
llvm::ArrayRef<clang::CXXBaseSpecifier> bases(const clang::CXXRecordDecl *);
llvm::ArrayRef<clang::TemplateArgument> templateArguments(const clang::FunctionDecl *);
bool literalValue(const clang::IntegerLiteral *literal, int64_t &value);

// The number of parameters in a function's prototype, 0 for a function that does not parse.
unsigned parameterCount(const clang::FunctionDecl *function);
clang::QualType resultType(const clang::FunctionDecl *function);
// The array and the index of a[i], which may also be written i[a].
const clang::Expr *baseOf(const clang::ArraySubscriptExpr *expr);
const clang::Expr *indexOf(const clang::ArraySubscriptExpr *expr);
bool isDependent(const clang::Expr *expr);
// unwrap removes wrappers that change nothing: parentheses, full expressions and substituted template parameters. It
// keeps default arguments.
const clang::Expr *unwrap(const clang::Expr *expr);
// strip also removes casts and temporaries.
const clang::Expr *strip(const clang::Expr *expr);

// The name of a declaration in the source, "" if it has none.
std::string spelling(const clang::Decl *decl);
// The name of a declaration. For a specialisation of a class template it includes the template arguments.
std::string displayName(const clang::Decl *decl, const clang::PrintingPolicy &policy);

// forEachStatement calls visit with each statement and expression of root, parents first. It also visits the bodies of
// lambdas and local classes.
void forEachStatement(const clang::Stmt *root, llvm::function_ref<void(const clang::Stmt *)> visit);

} // namespace warpcheck

#endif
