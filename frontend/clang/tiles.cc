// Tiles of cooperative groups in templates that nobody instantiates. Where a template's arguments decide how many lanes a tile
// has, clang has no class for it. Such a tile is read with openTileSize lanes, and so are the parameters that say its size.
#include "walker.h"

using namespace clang;

namespace warpcheck {

static bool isNamed(const NamedDecl *decl, llvm::StringRef name) {
  return decl->getDeclName().isIdentifier() && decl->getDeclName().getAsIdentifierInfo() && decl->getName() == name;
}

// spaceOf is the namespace that a declaration stands in; "" for a class's.
static std::string spaceOf(const Decl *decl) {
  auto *space = llvm::dyn_cast<NamespaceDecl>(decl->getDeclContext());
  return space ? spelling(space) : "";
}

// groupFunctions are the functions of a name that a call leaves open, of which one is the tool's own for cooperative groups;
// nullptr for others.
const OverloadExpr *Walker::groupFunctions(const Expr *callee) {
  auto *overloads = llvm::dyn_cast<OverloadExpr>(strip(callee));
  if (!overloads)
    return nullptr;
  for (auto at = overloads->decls_begin(); at != overloads->decls_end(); ++at)
    if (auto *one = (*at)->getUnderlyingDecl(); spaceOf(one) == "cooperative_groups" && isInStandIn(one))
      return overloads;
  return nullptr;
}

// sizeGiven is the first argument of the template that makes a tile, nullptr for a function that makes none.
static const Expr *sizeGiven(const OverloadExpr *functions) {
  bool makesTile = functions->getName().getAsString() == "tiled_partition";
  auto given = functions->template_arguments();
  bool isSize = makesTile && !given.empty() && given[0].getArgument().getKind() == TemplateArgument::Expression;
  return isSize ? given[0].getArgument().getAsExpr() : nullptr;
}

// sizeOfTile is what a type says of the size of a tile; nullptr for other types.
const Expr *Walker::sizeOfTile(QualType of) {
  while (!of.isNull() && (llvm::isa<ReferenceType>(of.getCanonicalType().getTypePtr()) || llvm::isa<PointerType>(of.getCanonicalType().getTypePtr())))
    of = of->getPointeeType();
  if (of.isNull() || !of->isDependentType())
    return nullptr;
  auto *special = of->getAs<TemplateSpecializationType>();
  auto *classes = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
  if (!classes || !isNamed(classes, "thread_block_tile") || !isInStandIn(classes))
    return nullptr;
  auto given = special->template_arguments();
  return !given.empty() && given[0].getKind() == TemplateArgument::Expression ? given[0].getAsExpr() : nullptr;
}

// openConstant tells apart the constants that the arguments of a template decide: its parameters, what a constant holds that
// is one, and C::size. It is nothing for other expressions.
Walker::OpenConstant Walker::openConstant(const Expr *expr) {
  expr = expr ? strip(expr) : nullptr;
  if (auto *scoped = llvm::dyn_cast_or_null<DependentScopeDeclRefExpr>(expr))
    return {context.getCanonicalNestedNameSpecifier(scoped->getQualifier()), scoped->getDeclName().getAsOpaquePtr()};
  auto *use = llvm::dyn_cast_or_null<DeclRefExpr>(expr);
  auto *constant = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (constant && constant->getType().isConstQualified())
    return openConstant(constant->getInit());
  auto *parameter = use ? llvm::dyn_cast<NonTypeTemplateParmDecl>(use->getDecl()) : nullptr;
  return {parameter ? parameter->getCanonicalDecl() : nullptr, nullptr};
}

// isTileSize reports a constant that says how large a tile is.
bool Walker::isTileSize(const Expr *expr) {
  return frame.side == Side::Device && tileSizes.count(openConstant(expr));
}

// tileSize is such a constant: an int where its type is open, too.
Index Walker::tileSize(const Expr *expr) {
  Index made = integer(expr, openTileSize());
  if (expr->isTypeDependent()) {
    Index of = type(context.IntTy);
    out.nodes[made].type = of;
  }
  return made;
}

// openTileSize is the number of lanes that the stand-in gives a tile where a template's arguments decide it.
int64_t Walker::openTileSize() {
  int64_t lanes = 32;
  for (const NamedDecl *one : groupMembers("open_tile_size"))
    if (auto *constant = llvm::dyn_cast<VarDecl>(one); constant && constant->getInit())
      fold(constant->getInit(), lanes);
  return lanes;
}

// findTiles finds the constants that say how large tiles are, before any of their uses is walked.
void Walker::findTiles() {
  auto note = [this](const Expr *size) {
    if (OpenConstant constant = openConstant(size); constant.first)
      tileSizes.insert(constant);
  };
  for (const FunctionDecl *pattern : patterns) {
    for (unsigned i = 0; i < parameterCount(pattern); i++)
      note(sizeOfTile(pattern->getParamDecl(i)->getType()));
    forEachStatement(bodyOf(pattern), [&](const Stmt *stmt) {
      if (auto *call = llvm::dyn_cast<CallExpr>(stmt)) {
        auto *functions = groupFunctions(call->getCallee());
        note(functions ? sizeGiven(functions) : nullptr);
      } else if (auto *declared = llvm::dyn_cast<DeclStmt>(stmt)) {
        for (const Decl *decl : declared->decls())
          if (auto *variable = llvm::dyn_cast<VarDecl>(decl))
            note(sizeOfTile(variable->getType()));
      }
    });
  }
}

// tileOf is the class of a tile of such a size; nullptr where that is not known.
const CXXRecordDecl *Walker::tileOf(const Expr *size) {
  if (!size)
    return nullptr;
  int64_t lanes = openTileSize();
  if (!isTileSize(size) && (isDependent(size) || !fold(size, lanes)))
    return nullptr;
  for (const NamedDecl *one : groupMembers("thread_block_tile"))
    if (auto *classes = llvm::dyn_cast<ClassTemplateDecl>(one))
      for (const ClassTemplateSpecializationDecl *made : specialisations(classes)) {
        auto given = made->getTemplateArgs().asArray();
        int64_t value;
        bool isWhole = given.size() == 2 && given[1].getKind() == TemplateArgument::Type && given[1].getAsType()->isVoidType();
        if (isWhole && integralValue(given[0], value) && value == lanes)
          return made->getDefinition();
      }
  return nullptr;
}

// groupMembers are the declarations of a name in the tool's own cooperative groups.
std::vector<const NamedDecl *> Walker::groupMembers(llvm::StringRef name) {
  std::vector<const NamedDecl *> found;
  for (const NamedDecl *space : context.getTranslationUnitDecl()->lookup(&context.Idents.get("cooperative_groups")))
    if (auto *groups = llvm::dyn_cast<NamespaceDecl>(space))
      for (const NamedDecl *one : groups->lookup(&context.Idents.get(name)))
        found.push_back(one);
  return found;
}

// groupOf is the class of a group: of a tile whose type clang leaves open, of what it is parted into, and of a variable for
// which a template says auto. It is nullptr for others.
const CXXRecordDecl *Walker::groupOf(const Expr *object) {
  object = strip(object);
  if (frame.side == Side::Host)
    return nullptr;
  if (!object->isTypeDependent()) {
    const CXXRecordDecl *record = recordOf(object->getType());
    return record && spaceOf(record) == "cooperative_groups" && isInStandIn(record) ? record : nullptr;
  }
  if (auto *call = llvm::dyn_cast<CallExpr>(object)) {
    auto *functions = groupFunctions(call->getCallee());
    if (const CXXRecordDecl *tile = functions ? tileOf(sizeGiven(functions)) : nullptr)
      return tile;
    auto *function = functions ? ofGroup(call) : nullptr;
    return function ? recordOf(resultType(function)) : nullptr;
  }
  auto *use = llvm::dyn_cast<DeclRefExpr>(object);
  if (auto *variable = use ? llvm::dyn_cast<VarDecl>(use->getDecl()) : nullptr)
    return groupIn(variable);
  return tileOf(sizeOfTile(object->getType()));
}

// groupIn is the class of the group that a variable of an open type holds; nullptr for other variables.
const CXXRecordDecl *Walker::groupIn(const VarDecl *variable) {
  QualType type = variable->getType().getCanonicalType();
  if (auto *reference = llvm::dyn_cast<ReferenceType>(type.getTypePtr()))
    type = reference->getPointeeTypeAsWritten().getCanonicalType();
  if (!llvm::isa<AutoType>(type.getTypePtr()))
    return tileOf(sizeOfTile(variable->getType()));
  const Expr *init = variable->getInit();
  return init && init->isTypeDependent() ? groupOf(init) : nullptr;
}

// isSameGroup reports classes of groups that are one, but for what a tile was parted from.
static bool isSameGroup(const CXXRecordDecl *one, const CXXRecordDecl *other) {
  auto *a = llvm::dyn_cast<ClassTemplateSpecializationDecl>(one);
  auto *b = llvm::dyn_cast<ClassTemplateSpecializationDecl>(other);
  if (!a || !b || a->getSpecializedTemplate()->getCanonicalDecl() != b->getSpecializedTemplate()->getCanonicalDecl())
    return one->getCanonicalDecl() == other->getCanonicalDecl();
  int64_t lanes, others;
  return integralValue(a->getTemplateArgs()[0], lanes) && integralValue(b->getTemplateArgs()[0], others) && lanes == others;
}

// ofGroup is the function for groups of one class that stands for one which takes any group, where a call with open arguments
// chose none. It is nullptr for other calls.
const FunctionDecl *Walker::ofGroup(const CallExpr *call) {
  auto *functions = frame.side == Side::Host ? nullptr : groupFunctions(call->getCallee());
  const CXXRecordDecl *group = functions && call->getNumArgs() ? groupOf(call->getArg(0)) : nullptr;
  if (!group)
    return nullptr;
  for (const NamedDecl *all : groupMembers("of_open_tile"))
    for (const Decl *one = firstDeclaration(llvm::cast<NamespaceDecl>(all)); one; one = one->getNextDeclInContext())
      if (auto *space = llvm::dyn_cast<NamespaceDecl>(one))
        for (const NamedDecl *made : space->lookup(functions->getName())) {
          const FunctionDecl *function = asFunction(made);
          bool takes = function && parameterCount(function) == call->getNumArgs();
          const CXXRecordDecl *first = takes ? recordOf(function->getParamDecl(0)->getType().getNonReferenceType()) : nullptr;
          if (first && isSameGroup(first, group))
            return function;
        }
  return nullptr;
}

// openTile is the call of a template that makes a tile, as the object that it makes; None for other calls.
Index Walker::openTile(const CallExpr *call) {
  auto *functions = frame.side == Side::Host ? nullptr : groupFunctions(call->getCallee());
  const CXXRecordDecl *tile = functions && call->isTypeDependent() ? tileOf(sizeGiven(functions)) : nullptr;
  if (!tile)
    return None;
  Index made = addExpression(Kind::Construct, call, {});
  Index type = recordType(tile);
  out.nodes[made].type = type;
  for (const Decl *decl = firstDeclaration(tile); decl; decl = decl->getNextDeclInContext())
    if (auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(decl); constructor && parameterCount(constructor) == 0)
      setFunction(made, constructor);
  Nodes parts;
  for (unsigned i = 0; i < call->getNumArgs(); i++)
    parts.push_back(expression(call->getArg(i)));
  for (Index part : parts) {
    Index both = addExpression(Kind::Binary, call, {part, made});
    out.nodes[both].op = int32_t(Op::Comma);
    out.nodes[both].type = type;
    made = both;
  }
  return made;
}

} // namespace warpcheck
