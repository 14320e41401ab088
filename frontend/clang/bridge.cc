#include "bridge.h"

using namespace clang;

namespace warpcheck {

// Members that are not public, reached the way the standard allows: access is
// not checked in the arguments of an explicit instantiation.
template <typename Tag, auto Member> struct Open {
  friend constexpr auto reach(Tag) { return Member; }
};

#define OPEN(NAME, MEMBER)                                                                         \
  struct NAME {                                                                                    \
    friend constexpr auto reach(NAME);                                                             \
  };                                                                                               \
  template struct Open<NAME, &MEMBER>

OPEN(FirstDeclaration, DeclContext::FirstDecl);
OPEN(TemplateCommon, RedeclarableTemplateDecl::Common);
OPEN(FunctionOrigin, FunctionDecl::TemplateOrSpecialization);
OPEN(CtorInitializers, CXXConstructorDecl::CtorInitializers);
OPEN(RecordData, CXXRecordDecl::DefinitionData);
OPEN(ArgumentInteger, TemplateArgument::Integer);
OPEN(NumberValue, APNumericStorage::VAL);
OPEN(NumberWidth, APNumericStorage::BitWidth);
OPEN(Layouts, ASTContext::ASTRecordLayouts);

// These two only name protected types.
struct FunctionTemplates : FunctionTemplateDecl {
  using Data = Common;
};
struct ClassTemplates : ClassTemplateDecl {
  using Data = Common;
};

CXCursor Bridge::cursor(const Decl *decl) const {
  CXCursorKind kind = CXCursor_UnexposedDecl;
  switch (decl->getKind()) {
  case Decl::Function:
    kind = CXCursor_FunctionDecl;
    break;
  case Decl::CXXMethod:
    kind = CXCursor_CXXMethod;
    break;
  case Decl::CXXConstructor:
    kind = CXCursor_Constructor;
    break;
  case Decl::CXXDestructor:
    kind = CXCursor_Destructor;
    break;
  case Decl::CXXConversion:
    kind = CXCursor_ConversionFunction;
    break;
  case Decl::FunctionTemplate:
    kind = CXCursor_FunctionTemplate;
    break;
  case Decl::Var:
    kind = CXCursor_VarDecl;
    break;
  case Decl::ParmVar:
    kind = CXCursor_ParmDecl;
    break;
  case Decl::Field:
    kind = CXCursor_FieldDecl;
    break;
  case Decl::EnumConstant:
    kind = CXCursor_EnumConstantDecl;
    break;
  case Decl::Enum:
    kind = CXCursor_EnumDecl;
    break;
  case Decl::CXXRecord:
  case Decl::ClassTemplateSpecialization:
  case Decl::ClassTemplatePartialSpecialization:
    kind = CXCursor_ClassDecl;
    break;
  default:
    break;
  }
  return {kind, 0, {decl, reinterpret_cast<const void *>(intptr_t(1)), unit}};
}

const FunctionDecl *Bridge::definition(const FunctionDecl *function) const {
  const Decl *found = decl(clang_getCursorDefinition(cursor(function)));
  if (auto *functions = llvm::dyn_cast_or_null<FunctionTemplateDecl>(found))
    found = functions->getTemplatedDecl();
  return llvm::dyn_cast_or_null<FunctionDecl>(found);
}

const Stmt *Bridge::body(const FunctionDecl *definition) const {
  const Stmt *last = nullptr;
  children(cursor(definition), [&](CXCursor child) {
    if (clang_isStatement(child.kind))
      last = stmt(child);
    return true;
  });
  return last;
}

const Expr *Bridge::initialiser(const VarDecl *variable) const {
  CXCursor at = cursor(variable);
  at.kind = CXCursor_VarDecl;
  return llvm::dyn_cast_or_null<Expr>(stmt(clang_Cursor_getVarDeclInitializer(at)));
}

bool Bridge::isLocal(const VarDecl *variable) const {
  CXCursor at = cursor(variable);
  at.kind = CXCursor_VarDecl;
  return clang_Cursor_hasVarDeclGlobalStorage(at) == 0;
}

const Expr *Bridge::defaultInitialiser(const FieldDecl *field) const {
  if (!field->hasInClassInitializer())
    return nullptr;
  const Stmt *last = nullptr;
  children(cursor(field), [&](CXCursor child) {
    if (clang_isExpression(child.kind))
      last = stmt(child);
    return true;
  });
  return llvm::dyn_cast_or_null<Expr>(last);
}

const Decl *Bridge::declarationOf(QualType of) const {
  return decl(clang_getTypeDeclaration(type(of)));
}

bool Bridge::isSignedEnum(QualType of) const {
  CXType integer = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type(of)));
  auto underlying = QualType::getFromOpaquePtr(integer.data[0]);
  if (underlying.isNull())
    return false;
  auto *builtin = llvm::dyn_cast<BuiltinType>(underlying.getCanonicalType().getTypePtr());
  return builtin && builtin->isSignedInteger();
}

const ASTRecordLayout *Bridge::layoutOf(const RecordDecl *record) const {
  const ASTContext &owner = llvm::cast<TranslationUnitDecl>(context)->getASTContext();
  clang_Type_getSizeOf(type(QualType(record->getTypeForDecl(), 0)));
  return (owner.*reach(Layouts())).lookup(record);
}

const Decl *Bridge::patternOf(const Decl *of) const {
  return decl(clang_getSpecializedCursorTemplate(cursor(of)));
}

const Decl *firstDeclaration(const DeclContext *context) { return context->*reach(FirstDeclaration()); }

const DeclContext *asContext(const Decl *decl) {
  switch (decl->getKind()) {
  case Decl::TranslationUnit:
    return llvm::cast<TranslationUnitDecl>(decl);
  case Decl::Namespace:
    return llvm::cast<NamespaceDecl>(decl);
  case Decl::LinkageSpec:
    return llvm::cast<LinkageSpecDecl>(decl);
  case Decl::Export:
    return llvm::cast<ExportDecl>(decl);
  case Decl::CXXRecord:
  case Decl::ClassTemplateSpecialization:
  case Decl::ClassTemplatePartialSpecialization:
    return llvm::cast<CXXRecordDecl>(decl);
  default:
    return nullptr;
  }
}

const Decl *asDeclaration(const DeclContext *context) {
  if (auto *space = llvm::dyn_cast<NamespaceDecl>(context))
    return space;
  if (auto *record = llvm::dyn_cast<CXXRecordDecl>(context))
    return record;
  if (auto *function = llvm::dyn_cast<FunctionDecl>(context))
    return function;
  return nullptr;
}

std::vector<const FunctionDecl *> specialisations(const FunctionTemplateDecl *decl) {
  std::vector<const FunctionDecl *> found;
  if (auto *common = decl->*reach(TemplateCommon()))
    for (auto &info : static_cast<FunctionTemplates::Data *>(common)->Specializations)
      found.push_back(info.getFunction());
  return found;
}

std::vector<const ClassTemplateSpecializationDecl *>
specialisations(const ClassTemplateDecl *decl) {
  std::vector<const ClassTemplateSpecializationDecl *> found;
  if (auto *common = decl->*reach(TemplateCommon()))
    for (auto &special : static_cast<ClassTemplates::Data *>(common)->Specializations)
      found.push_back(&special);
  return found;
}

std::vector<const CXXRecordDecl *> definitions(const ClassTemplateDecl *decl) {
  std::vector<const CXXRecordDecl *> found;
  auto add = [&](const CXXRecordDecl *record) {
    if (auto *data = record->*reach(RecordData()))
      found.push_back(data->Definition);
  };
  add(decl->getTemplatedDecl());
  if (auto *common = static_cast<ClassTemplates::Data *>(decl->*reach(TemplateCommon()))) {
    for (auto &special : common->PartialSpecializations)
      add(&special);
    for (auto &special : common->Specializations)
      add(&special);
  }
  return found;
}

const CXXRecordDecl *classOf(const ClassTemplateDecl *decl) {
  auto *data = decl->getTemplatedDecl()->*reach(RecordData());
  return data ? data->Definition : decl->getTemplatedDecl();
}

bool isSpecialised(const ClassTemplateDecl *decl) {
  auto *common = static_cast<ClassTemplates::Data *>(decl->*reach(TemplateCommon()));
  if (!common)
    return false;
  auto isGiven = [](const ClassTemplateSpecializationDecl *special) {
    return special->getSpecializationKind() == TSK_ExplicitSpecialization;
  };
  return common->PartialSpecializations.begin() != common->PartialSpecializations.end() ||
         llvm::any_of(specialisations(decl), isGiven);
}

bool hasDefaults(const CXXRecordDecl *record) {
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
    if (auto *member = llvm::dyn_cast<FieldDecl>(decl); member && member->hasInClassInitializer())
      return true;
  return false;
}

const Decl *templated(const Decl *decl) {
  auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl);
  return functions ? functions->getTemplatedDecl() : decl;
}

bool isTemplatePattern(const FunctionDecl *function) {
  auto &origin = function->*reach(FunctionOrigin());
  return llvm::isa_and_nonnull<FunctionTemplateDecl>(origin.template dyn_cast<NamedDecl *>());
}

bool isImplicitlyMade(const FunctionDecl *function) {
  auto &origin = function->*reach(FunctionOrigin());
  if (auto *member = origin.template dyn_cast<MemberSpecializationInfo *>())
    return member->getTemplateSpecializationKind() != TSK_ExplicitSpecialization;
  auto *info = origin.template dyn_cast<FunctionTemplateSpecializationInfo *>();
  return info && info->getTemplateSpecializationKind() != TSK_ExplicitSpecialization;
}

llvm::ArrayRef<LambdaCapture> captures(const CXXRecordDecl *closure) {
  auto begin = closure->captures_begin();
  return {begin, closure->captures_end()};
}

bool integralValue(const TemplateArgument &argument, int64_t &value) {
  if (argument.getKind() != TemplateArgument::Integral)
    return false;
  auto &integer = argument.*reach(ArgumentInteger());
  if (integer.BitWidth > 64)
    return false;
  unsigned spare = 64 - integer.BitWidth;
  value = integer.IsUnsigned ? int64_t(integer.VAL) : int64_t(integer.VAL << spare) >> spare;
  return true;
}

std::string integralArgument(const TemplateArgument &argument) {
  auto &integer = argument.*reach(ArgumentInteger());
  QualType type = QualType::getFromOpaquePtr(integer.Type).getCanonicalType();
  if (integer.BitWidth > 64)
    return "?";
  auto *builtin = llvm::dyn_cast<BuiltinType>(type.getTypePtr());
  if (builtin && builtin->getKind() == BuiltinType::Bool)
    return integer.VAL ? "true" : "false";
  if (integer.IsUnsigned)
    return std::to_string(integer.VAL);
  int64_t value = 0;
  integralValue(argument, value);
  return std::to_string(value);
}

llvm::ArrayRef<CXXCtorInitializer *> initialisers(const CXXConstructorDecl *constructor) {
  unsigned count = constructor->getNumCtorInitializers();
  if (count == 0)
    return {};
  auto &lazy = constructor->*reach(CtorInitializers());
  return {const_cast<std::decay_t<decltype(lazy)> &>(lazy).get(nullptr), count};
}

llvm::ArrayRef<CXXBaseSpecifier> bases(const CXXRecordDecl *record) {
  auto *data = record->*reach(RecordData());
  if (!data || data->NumBases == 0)
    return {};
  return {data->Bases.get(nullptr), data->NumBases};
}

llvm::ArrayRef<TemplateArgument> templateArguments(const FunctionDecl *function) {
  auto &origin = function->*reach(FunctionOrigin());
  if (auto *info = origin.template dyn_cast<FunctionTemplateSpecializationInfo *>())
    return info->TemplateArguments->asArray();
  return {};
}

bool literalValue(const IntegerLiteral *literal, int64_t &value) {
  auto *number = reinterpret_cast<const APNumericStorage *>(
      static_cast<const APIntStorage *>(literal));
  if (number->*reach(NumberWidth()) > 64)
    return false;
  value = static_cast<int64_t>(number->*reach(NumberValue()));
  return true;
}

unsigned parameterCount(const FunctionDecl *function) {
  QualType type = function->getType();
  if (type.isNull())
    return 0;
  auto *prototype = llvm::dyn_cast<FunctionProtoType>(type.getCanonicalType().getTypePtr());
  return prototype ? prototype->getNumParams() : 0;
}

QualType resultType(const FunctionDecl *function) {
  auto *type = llvm::dyn_cast<FunctionType>(function->getType().getCanonicalType().getTypePtr());
  return type ? type->getReturnType() : QualType();
}

static bool isPointer(const Expr *expr) {
  return llvm::isa<PointerType>(expr->getType().getCanonicalType().getTypePtr());
}

const Expr *baseOf(const ArraySubscriptExpr *expr) {
  return isPointer(expr->getRHS()) ? expr->getRHS() : expr->getLHS();
}

const Expr *indexOf(const ArraySubscriptExpr *expr) {
  return isPointer(expr->getRHS()) ? expr->getLHS() : expr->getRHS();
}

bool isDependent(const Expr *expr) {
  return expr->isTypeDependent() || expr->isValueDependent() || expr->containsErrors();
}

const char *className(const Stmt *stmt) {
  switch (stmt->getStmtClass()) {
#define ABSTRACT_STMT(NODE)
#define STMT(CLASS, PARENT)                                                                        \
  case Stmt::CLASS##Class:                                                                         \
    return #CLASS;
#include "clang/AST/StmtNodes.inc"
  default:
    return "Stmt";
  }
}

const Expr *unwrap(const Expr *expr) {
  for (;;) {
    if (auto *paren = llvm::dyn_cast<ParenExpr>(expr))
      expr = paren->getSubExpr();
    else if (auto *full = llvm::dyn_cast<FullExpr>(expr))
      expr = full->getSubExpr();
    else if (auto *subst = llvm::dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
      expr = subst->getReplacement();
    else
      return expr;
  }
}

const Expr *strip(const Expr *expr) {
  for (;;) {
    expr = unwrap(expr);
    if (auto *cast = llvm::dyn_cast<CastExpr>(expr))
      expr = cast->getSubExpr();
    else if (auto *temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    else if (auto *bound = llvm::dyn_cast<CXXBindTemporaryExpr>(expr))
      expr = bound->getSubExpr();
    else
      return expr;
  }
}

} // namespace warpcheck
