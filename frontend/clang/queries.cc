#include "queries.h"

#include "clang/Basic/Version.inc"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warpcheck {

const FunctionDecl *definitionOf(const FunctionDecl *function) {
  const FunctionDecl *found = nullptr;
  return function->getBody(found) ? found : nullptr;
}

const Stmt *bodyOf(const FunctionDecl *definition) {
  bool hasOne = definition->doesThisDeclarationHaveABody() && !definition->isLateTemplateParsed();
  return hasOne ? definition->getBody() : nullptr;
}

const Decl *declarationOf(QualType type) {
  if (type.isNull())
    return nullptr;
  const Type *of = type.getTypePtr();
  if (auto *tag = llvm::dyn_cast<TagType>(of))
    return tag->getDecl();
  if (auto *injected = llvm::dyn_cast<InjectedClassNameType>(of))
    return injected->getDecl();
  if (auto *special = llvm::dyn_cast<TemplateSpecializationType>(of)) {
    auto *record = special->getAs<RecordType>();
    return record ? static_cast<const Decl *>(record->getDecl()) : special->getTemplateName().getAsTemplateDecl();
  }
  return nullptr;
}

// patternOfClass returns the class template, or partial specialisation, from which a class was instantiated.
static const Decl *patternOfClass(const CXXRecordDecl *record) {
  if (auto *part = llvm::dyn_cast<ClassTemplatePartialSpecializationDecl>(record))
    return part->getSpecializedTemplate();
  auto *special = llvm::dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!special)
    return record->getInstantiatedFromMemberClass();
  auto from = special->getSpecializedTemplateOrPartial();
  if (auto *whole = from.dyn_cast<ClassTemplateDecl *>())
    return whole;
  return from.dyn_cast<ClassTemplatePartialSpecializationDecl *>();
}

const Decl *patternOf(const Decl *decl) {
  if (auto *record = llvm::dyn_cast<CXXRecordDecl>(decl))
    return patternOfClass(record);
  if (auto *function = llvm::dyn_cast<FunctionDecl>(decl)) {
    if (auto *functions = function->getPrimaryTemplate())
      return functions;
    return function->getInstantiatedFromMemberFunction();
  }
  if (auto *variable = llvm::dyn_cast<VarDecl>(decl))
    return variable->isStaticDataMember() ? variable->getInstantiatedFromStaticDataMember() : nullptr;
  auto *common = llvm::dyn_cast<RedeclarableTemplateDecl>(decl);
  return common ? common->getInstantiatedFromMemberTemplate() : nullptr;
}

// Parts finds out whether each part of a class has a size. A class that does not parse may have itself as a base or a
// field, or a base that is only declared. clang crashes when it computes the layout of such a class.
struct Parts {
  llvm::SmallPtrSet<const RecordDecl *, 8> open, done;

  bool haveSizes(QualType type) {
    while (auto *array = llvm::dyn_cast<ArrayType>(type.getCanonicalType().getTypePtr()))
      type = array->getElementType();
    if (type->isDependentType() || type->isIncompleteType())
      return false;
    const RecordDecl *record = type->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record || done.count(record))
      return true;
    if (!record->isCompleteDefinition() || !open.insert(record).second)
      return false;
    auto *made = llvm::dyn_cast<CXXRecordDecl>(record);
    bool all = llvm::all_of(record->fields(), [&](const FieldDecl *field) { return haveSizes(field->getType()); }) &&
               (!made || llvm::all_of(made->bases(), [&](const CXXBaseSpecifier &base) { return haveSizes(base.getType()); }));
    open.erase(record);
    done.insert(record);
    return all;
  }
};

// hasSize reports whether a type has a constant size.
static bool hasSize(QualType type) {
  auto *deduced = llvm::dyn_cast<DeducedType>(type.getTypePtr());
  return !type->isIncompleteType() && !type->isDependentType() && type->isConstantSizeType() &&
         !(deduced && deduced->getDeducedType().isNull()) && Parts().haveSizes(type);
}

int64_t sizeOf(QualType type, const ASTContext &context) {
  if (type->isReferenceType())
    type = type.getNonReferenceType();
  if (type->isVoidType() || type->isFunctionType())
    return 1; // as in GNU C
  return hasSize(type) ? context.getTypeSizeInChars(type).getQuantity() : 0;
}

const ASTRecordLayout *layoutOf(const RecordDecl *record) {
  const ASTContext &context = record->getASTContext();
  return hasSize(context.getTypeDeclType(record)) ? &context.getASTRecordLayout(record) : nullptr;
}

// clang crashes when it is asked for an alignment that depends on template arguments.
int32_t alignmentOf(const VarDecl *variable) {
  for (const AlignedAttr *attribute : variable->specific_attrs<AlignedAttr>())
    if (attribute->isAlignmentDependent() || attribute->isAlignmentErrorDependent())
      return openAlignment;
  return int32_t(variable->getMaxAlignment() / 8);
}

bool isSignedEnum(QualType type) {
  auto *numbers = llvm::dyn_cast_or_null<EnumDecl>(declarationOf(type));
  QualType underlying = numbers ? numbers->getIntegerType() : QualType();
  return !underlying.isNull() && underlying->isSignedIntegerType();
}

const Decl *firstDeclaration(const DeclContext *context) {
  auto all = context->decls();
  return all.begin() == all.end() ? nullptr : *all.begin();
}

const DeclContext *asContext(const Decl *decl) {
  switch (decl->getKind()) {
  case Decl::TranslationUnit:
  case Decl::Namespace:
  case Decl::LinkageSpec:
  case Decl::Export:
  case Decl::CXXRecord:
  case Decl::ClassTemplateSpecialization:
  case Decl::ClassTemplatePartialSpecialization:
    return Decl::castToDeclContext(decl);
  default:
    return nullptr;
  }
}

const Decl *asDeclaration(const DeclContext *context) {
  bool isNamed = llvm::isa<NamespaceDecl>(context) || llvm::isa<CXXRecordDecl>(context) || llvm::isa<FunctionDecl>(context);
  return isNamed ? Decl::castFromDeclContext(context) : nullptr;
}

std::vector<const FunctionDecl *> specialisations(const FunctionTemplateDecl *decl) {
  auto all = decl->specializations();
  return {all.begin(), all.end()};
}

std::vector<const ClassTemplateSpecializationDecl *>
specialisations(const ClassTemplateDecl *decl) {
  auto all = decl->specializations();
  return {all.begin(), all.end()};
}

static llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> parts(const ClassTemplateDecl *decl) {
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> found;
  const_cast<ClassTemplateDecl *>(decl)->getPartialSpecializations(found);
  return found;
}

std::vector<const CXXRecordDecl *> definitions(const ClassTemplateDecl *decl) {
  std::vector<const CXXRecordDecl *> found;
  auto add = [&](const CXXRecordDecl *record) {
    if (const CXXRecordDecl *definition = record->getDefinition())
      found.push_back(definition);
  };
  add(decl->getTemplatedDecl());
  for (auto *part : parts(decl))
    add(part);
  for (auto *special : specialisations(decl))
    add(special);
  return found;
}

const CXXRecordDecl *classOf(const ClassTemplateDecl *decl) {
  const CXXRecordDecl *definition = decl->getTemplatedDecl()->getDefinition();
  return definition ? definition : decl->getTemplatedDecl();
}

bool isSpecialised(const ClassTemplateDecl *decl) {
  auto isGiven = [](const ClassTemplateSpecializationDecl *special) {
    return special->getSpecializationKind() == TSK_ExplicitSpecialization;
  };
  return !parts(decl).empty() || llvm::any_of(specialisations(decl), isGiven);
}

bool hasDefaults(const CXXRecordDecl *record) {
  return llvm::any_of(record->fields(), [](const FieldDecl *field) { return field->hasInClassInitializer(); });
}

const Decl *templated(const Decl *decl) {
  auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl);
  return functions ? functions->getTemplatedDecl() : decl;
}

const FunctionDecl *asFunction(const NamedDecl *decl) {
  if (auto *shadow = llvm::dyn_cast<UsingShadowDecl>(decl))
    decl = shadow->getTargetDecl();
  if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl))
    return functions->getTemplatedDecl();
  return llvm::dyn_cast<FunctionDecl>(decl);
}

bool isTemplatePattern(const FunctionDecl *function) { return function->getDescribedFunctionTemplate() != nullptr; }

bool isImplicitlyMade(const FunctionDecl *function) {
  TemplateSpecializationKind kind = function->getTemplateSpecializationKind();
  return kind != TSK_Undeclared && kind != TSK_ExplicitSpecialization;
}

bool isStatic(const FunctionDecl *function) {
  auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
  return method && method->isStatic();
}

llvm::ArrayRef<LambdaCapture> captures(const CXXRecordDecl *closure) {
  auto begin = closure->captures_begin();
  return {begin, closure->captures_end()};
}

bool integralValue(const TemplateArgument &argument, int64_t &value) {
  if (argument.getKind() != TemplateArgument::Integral || argument.getAsIntegral().getBitWidth() > 64)
    return false;
  const llvm::APSInt integer = argument.getAsIntegral();
  value = integer.isUnsigned() ? int64_t(integer.getZExtValue()) : integer.getSExtValue();
  return true;
}

std::string integralArgument(const TemplateArgument &argument) {
  const llvm::APSInt integer = argument.getAsIntegral();
  if (integer.getBitWidth() > 64)
    return "?";
  if (argument.getIntegralType()->isBooleanType())
    return integer.getBoolValue() ? "true" : "false";
  return llvm::toString(integer, 10);
}

llvm::ArrayRef<CXXCtorInitializer *> initialisers(const CXXConstructorDecl *constructor) {
  return {constructor->init_begin(), constructor->getNumCtorInitializers()};
}

llvm::ArrayRef<CXXBaseSpecifier> bases(const CXXRecordDecl *record) {
  if (!record->hasDefinition())
    return {};
  return {record->bases_begin(), record->getNumBases()};
}

llvm::ArrayRef<TemplateArgument> templateArguments(const FunctionDecl *function) {
  auto *arguments = function->getTemplateSpecializationArgs();
  return arguments ? arguments->asArray() : llvm::ArrayRef<TemplateArgument>();
}

bool literalValue(const IntegerLiteral *literal, int64_t &value) {
  if (literal->getValue().getBitWidth() > 64)
    return false;
  value = int64_t(literal->getValue().getZExtValue());
  return true;
}

unsigned parameterCount(const FunctionDecl *function) {
  return function->getType().isNull() ? 0 : function->getNumParams();
}

QualType resultType(const FunctionDecl *function) {
  auto *type = llvm::dyn_cast<FunctionType>(function->getType().getCanonicalType().getTypePtr());
  return type ? type->getReturnType() : QualType();
}

const Expr *baseOf(const ArraySubscriptExpr *expr) {
  return expr->getRHS()->getType()->isPointerType() ? expr->getRHS() : expr->getLHS();
}

const Expr *indexOf(const ArraySubscriptExpr *expr) {
  return expr->getRHS()->getType()->isPointerType() ? expr->getLHS() : expr->getRHS();
}

bool isDependent(const Expr *expr) {
  return expr->isTypeDependent() || expr->isValueDependent() || expr->containsErrors();
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

std::string spelling(const Decl *decl) {
  auto *named = llvm::dyn_cast_or_null<NamedDecl>(decl);
  if (!named || llvm::isa<UsingDirectiveDecl>(named))
    return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  named->printName(out);
  return out.str();
}

// withArguments spells a specialisation with its arguments: as the source writes them, or as clang deduced them.
static std::string withArguments(const ClassTemplateSpecializationDecl *special, const PrintingPolicy &policy) {
#if CLANG_VERSION_MAJOR < 19
  if (TypeSourceInfo *written = special->getTypeAsWritten())
    return written->getType().getAsString(policy);
#endif
  std::string text = spelling(special);
  llvm::raw_string_ostream out(text);
  auto *parameters = special->getSpecializedTemplate()->getTemplateParameters();
#if CLANG_VERSION_MAJOR >= 19
  if (auto *written = special->getTemplateArgsAsWritten()) {
    printTemplateArgumentList(out, written->arguments(), policy, parameters);
    return out.str();
  }
#endif
  printTemplateArgumentList(out, special->getTemplateArgs().asArray(), policy, parameters);
  return out.str();
}

std::string displayName(const Decl *decl, const PrintingPolicy &policy) {
  auto *special = llvm::dyn_cast<ClassTemplateSpecializationDecl>(decl);
  return special ? withArguments(special, policy) : spelling(decl);
}

} // namespace warpcheck
