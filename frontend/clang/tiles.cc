// Tiles of cooperative groups in templates that nobody instantiates. If template arguments decide the size of a tile,
// clang has no class for the tile. Such a tile is taken to have openTileSize lanes, and so are the parameters that give
// its size.
#include "walker.h"

using namespace clang;

namespace warpcheck {

static bool isNamed(const NamedDecl *decl, llvm::StringRef name) {
  return decl->getDeclName().isIdentifier() && decl->getDeclName().getAsIdentifierInfo() && decl->getName() == name;
}

// spaceOf returns the name of the namespace that directly contains a declaration; "" for others.
static std::string spaceOf(const Decl *decl) {
  auto *space = llvm::dyn_cast<NamespaceDecl>(decl->getDeclContext());
  return space ? spelling(space) : "";
}

// groupFunctions returns the overload set of an unresolved callee, if one of its functions is the tool's own for
// cooperative groups; nullptr for others.
const OverloadExpr *Walker::groupFunctions(const Expr *callee) {
  auto *overloads = llvm::dyn_cast<OverloadExpr>(strip(callee));
  if (!overloads)
    return nullptr;
  for (auto at = overloads->decls_begin(); at != overloads->decls_end(); ++at)
    if (auto *one = (*at)->getUnderlyingDecl(); spaceOf(one) == "cooperative_groups" && isInStandIn(one))
      return overloads;
  return nullptr;
}

// sizeGiven returns the first template argument of a call that makes a tile, nullptr for another function.
static const Expr *sizeGiven(const OverloadExpr *functions) {
  bool makesTile = functions->getName().getAsString() == "tiled_partition";
  auto given = functions->template_arguments();
  bool isSize = makesTile && !given.empty() && given[0].getArgument().getKind() == TemplateArgument::Expression;
  return isSize ? given[0].getArgument().getAsExpr() : nullptr;
}

// sizeOfTile returns the expression for the size in the type of a tile; nullptr for other types.
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

// openConstant returns a key for a constant that template arguments decide. That is a template parameter, a member such
// as C::size, or a constant variable with the value of such a constant. The key is empty for other expressions.
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

// isTileSize reports whether a constant is the size of a tile.
bool Walker::isTileSize(const Expr *expr) {
  return frame.side == Side::Device && tileSizes.count(openConstant(expr));
}

// tileSize returns a literal for the size of a tile. If the type of expr is not known, it is an int.
Index Walker::tileSize(const Expr *expr) {
  Index made = integer(expr, openTileSize());
  if (expr->isTypeDependent()) {
    Index of = type(context.IntTy);
    out.nodes[made].type = of;
  }
  return made;
}

// openTileSize returns the number of lanes of a tile whose size template arguments decide. The stand-in header defines
// it.
int64_t Walker::openTileSize() {
  int64_t lanes = 32;
  for (const NamedDecl *one : groupMembers("open_tile_size"))
    if (auto *constant = llvm::dyn_cast<VarDecl>(one); constant && constant->getInit())
      fold(constant->getInit(), lanes);
  return lanes;
}

// findTiles finds the constants that give sizes of tiles. It runs before the walk reaches a use of them.
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

// tileOf returns the class of a tile with the size in an expression; nullptr if that is not known.
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

// groupMembers returns the declarations of a name in the tool's own cooperative groups.
std::vector<const NamedDecl *> Walker::groupMembers(llvm::StringRef name) {
  std::vector<const NamedDecl *> found;
  for (const NamedDecl *space : context.getTranslationUnitDecl()->lookup(&context.Idents.get("cooperative_groups")))
    if (auto *groups = llvm::dyn_cast<NamespaceDecl>(space))
      for (const NamedDecl *one : groups->lookup(&context.Idents.get(name)))
        found.push_back(one);
  return found;
}

// groupOf returns the class of a group, or nullptr for other expressions. The expression may be a tile of unknown size,
// a call that partitions a group, or a variable of a template that is declared auto.
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

// groupIn returns the class of the group in a variable whose type clang does not know; nullptr for other variables.
const CXXRecordDecl *Walker::groupIn(const VarDecl *variable) {
  QualType type = variable->getType().getCanonicalType();
  if (auto *reference = llvm::dyn_cast<ReferenceType>(type.getTypePtr()))
    type = reference->getPointeeTypeAsWritten().getCanonicalType();
  if (!llvm::isa<AutoType>(type.getTypePtr()))
    return tileOf(sizeOfTile(variable->getType()));
  const Expr *init = variable->getInit();
  return init && init->isTypeDependent() ? groupOf(init) : nullptr;
}

// isSameGroup reports whether two classes are the same group. Two tiles of the same size count as the same, even if
// they were made from different groups.
static bool isSameGroup(const CXXRecordDecl *one, const CXXRecordDecl *other) {
  auto *a = llvm::dyn_cast<ClassTemplateSpecializationDecl>(one);
  auto *b = llvm::dyn_cast<ClassTemplateSpecializationDecl>(other);
  if (!a || !b || a->getSpecializedTemplate()->getCanonicalDecl() != b->getSpecializedTemplate()->getCanonicalDecl())
    return one->getCanonicalDecl() == other->getCanonicalDecl();
  int64_t lanes, others;
  return integralValue(a->getTemplateArgs()[0], lanes) && integralValue(b->getTemplateArgs()[0], others) && lanes == others;
}

// ofGroup handles a call that clang could not resolve. If the callee is a function for any group, it returns the
// function of the tool's own headers for the class of the actual group. Otherwise it returns nullptr.
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

// openTile returns the tile that an unresolved call makes, as an object; None for other calls.
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
