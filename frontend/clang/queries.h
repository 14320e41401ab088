// Small questions about clang's declarations, types and expressions that its classes do not
// answer in one call, or answer otherwise from one major version to the next.
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
// The declaration behind a type, the template of one that depends on arguments; nullptr for none.
const clang::Decl *declarationOf(clang::QualType type);
// The template or member that a function, class or template was instantiated from, or nullptr.
const clang::Decl *patternOf(const clang::Decl *decl);
// How clang lays out a record, by its definition; nullptr when it cannot.
const clang::ASTRecordLayout *layoutOf(const clang::RecordDecl *record);
// The size of a type in bytes, 0 where it has none.
int64_t sizeOf(clang::QualType type, const clang::ASTContext &context);
// openAlignment is the alignment that the arguments of a template decide (types.OpenAlignment).
const int32_t openAlignment = -1;
// The alignment in bytes that the attributes of a variable ask for, 0 where none does.
int32_t alignmentOf(const clang::VarDecl *variable);
bool isSignedEnum(clang::QualType type);

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
// asFunction is the function that a declaration is or names, of a template that which it makes; nullptr for others.
const clang::FunctionDecl *asFunction(const clang::NamedDecl *);
// Whether a function is itself a template, as written.
bool isTemplatePattern(const clang::FunctionDecl *function);
// Whether clang makes a function from its template when it is needed: nobody wrote a specialisation.
bool isImplicitlyMade(const clang::FunctionDecl *function);
// Whether a function is a method that is called without an object.
bool isStatic(const clang::FunctionDecl *function);
// The function behind a function template, or the declaration itself.
const clang::Decl *templated(const clang::Decl *decl);
std::string integralArgument(const clang::TemplateArgument &argument);
bool integralValue(const clang::TemplateArgument &argument, int64_t &value);
llvm::ArrayRef<clang::CXXCtorInitializer *> initialisers(const clang::CXXConstructorDecl *);
llvm::ArrayRef<clang::CXXBaseSpecifier> bases(const clang::CXXRecordDecl *);
llvm::ArrayRef<clang::TemplateArgument> templateArguments(const clang::FunctionDecl *);
bool literalValue(const clang::IntegerLiteral *literal, int64_t &value);

// The prototype's number of parameters, 0 for a function that does not parse.
unsigned parameterCount(const clang::FunctionDecl *function);
clang::QualType resultType(const clang::FunctionDecl *function);
// The two halves of a[i], which may also be written i[a].
const clang::Expr *baseOf(const clang::ArraySubscriptExpr *expr);
const clang::Expr *indexOf(const clang::ArraySubscriptExpr *expr);
bool isDependent(const clang::Expr *expr);
// Without the wrappers that change nothing: parentheses, full expressions,
// substituted parameters, default arguments excluded.
const clang::Expr *unwrap(const clang::Expr *expr);
// Without those, and without casts, temporaries and their bindings.
const clang::Expr *strip(const clang::Expr *expr);

// The name of a declaration as the source spells it, "" for one that has none.
std::string spelling(const clang::Decl *decl);
// The same with the arguments of a class that is made of a template.
std::string displayName(const clang::Decl *decl, const clang::PrintingPolicy &policy);

// forEachStatement calls visit with each statement and expression that is written at or below one, each before its parts.
// What lambdas and the classes of a function hold is below it.
void forEachStatement(const clang::Stmt *root, llvm::function_ref<void(const clang::Stmt *)> visit);

} // namespace warpcheck

#endif
