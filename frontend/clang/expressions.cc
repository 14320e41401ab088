// Expressions, except for calls and object construction (calls.cc).
#include "walker.h"

#include <cstdio>

using namespace clang;

namespace warpcheck {

Index Walker::addExpression(Kind kind, const Expr *expr, const Nodes &children) {
  Index of = type(expr->getType());
  wc_node made = {int32_t(kind), 0,    0,    of,   None, None,           None,
                  None,          None, None, None, list(children), 0};
  made.flags = expr->isGLValue() ? WC_LVALUE : 0;
  bool wraps = llvm::isa<ImplicitCastExpr>(expr) || llvm::isa<MaterializeTemporaryExpr>(expr);
  made.pos = wraps && children.size() == 1 && children[0] != None
                 ? out.nodes[children[0]].pos
                 : position(expr);
  out.nodes.push_back(made);
  return out.nodes.size() - 1;
}

Index Walker::expression(const Expr *expr) {
  if (!expr)
    return None;
  if (depth > MaxDepth)
    return unsupported(expr);
  depth++;
  Index made = expressionKind(expr);
  depth--;
  if (frame.side == Side::Host && llvm::isa<CallExpr>(expr))
    launchCalls[expr] = made;
  return made;
}

Index Walker::expressionKind(const Expr *expr) {
  switch (expr->getStmtClass()) {
  // Wrappers that change nothing get no node.
  case Stmt::ParenExprClass:
    return expression(llvm::cast<ParenExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return expression(llvm::cast<ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    return constant(llvm::cast<ConstantExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return expression(llvm::cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXBindTemporaryExprClass: {
    auto *bound = llvm::cast<CXXBindTemporaryExpr>(expr);
    if (auto *special = bound->getTemporary()->getDestructor())
      need(special);
    return expression(bound->getSubExpr());
  }
  case Stmt::CXXDefaultArgExprClass: {
    auto *parameter = llvm::cast<CXXDefaultArgExpr>(expr)->getParam();
    const Expr *init =
        parameter->hasUninstantiatedDefaultArg() ? nullptr : parameter->getInit();
    return init ? expression(init) : leaf(expr);
  }
  case Stmt::CXXDefaultInitExprClass: {
    const Expr *init = llvm::cast<CXXDefaultInitExpr>(expr)->getField()->getInClassInitializer();
    bool outer = std::exchange(frame.inDefault, true);
    Index made = init ? expression(init) : leaf(expr);
    frame.inDefault = outer;
    return made;
  }
  case Stmt::GenericSelectionExprClass: {
    auto *choice = llvm::cast<GenericSelectionExpr>(expr);
    return choice->isResultDependent() ? leaf(expr) : expression(choice->getResultExpr());
  }
  case Stmt::ChooseExprClass: {
    auto *choice = llvm::cast<ChooseExpr>(expr);
    return choice->isConditionDependent() ? leaf(expr) : expression(choice->getChosenSubExpr());
  }
  case Stmt::OpaqueValueExprClass:
    return kept(llvm::cast<OpaqueValueExpr>(expr));
  case Stmt::PseudoObjectExprClass: {
    auto *pseudo = llvm::cast<PseudoObjectExpr>(expr);
    if (auto *read = llvm::dyn_cast<MSPropertyRefExpr>(unwrap(pseudo->getSyntacticForm())))
      return property(read);
    return pseudo->getResultExpr() ? expression(pseudo->getResultExpr()) : leaf(expr);
  }
  case Stmt::MSPropertyRefExprClass:
    return property(llvm::cast<MSPropertyRefExpr>(expr));
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return expression(llvm::cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  case Stmt::CompoundLiteralExprClass:
    return expression(llvm::cast<CompoundLiteralExpr>(expr)->getInitializer());

  // Literals, and expressions that clang always folds.
  case Stmt::IntegerLiteralClass: {
    int64_t value;
    if (!literalValue(llvm::cast<IntegerLiteral>(expr), value))
      return leaf(expr);
    return integer(expr, value);
  }
  case Stmt::CharacterLiteralClass:
    return integer(expr, llvm::cast<CharacterLiteral>(expr)->getValue());
  case Stmt::CXXBoolLiteralExprClass:
    return integer(expr, llvm::cast<CXXBoolLiteralExpr>(expr)->getValue());
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return integer(expr, 0);
  case Stmt::FloatingLiteralClass:
    return floating(expr);
  case Stmt::StringLiteralClass: {
    auto *literal = llvm::cast<StringLiteral>(expr);
    bool narrow = literal->getCharByteWidth() == 1;
    return withText(addExpression(Kind::StringLit, expr, {}), narrow ? literal->getBytes() : "");
  }
  case Stmt::PredefinedExprClass: {
    auto *name = llvm::cast<PredefinedExpr>(expr)->getFunctionName();
    return name ? expression(name) : withText(addExpression(Kind::StringLit, expr, {}), "");
  }
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::OffsetOfExprClass: {
    int64_t value;
    return fold(expr, value) ? integer(expr, value) : templateConst(expr, "");
  }
  case Stmt::DependentScopeDeclRefExprClass:
    return isTileSize(expr) ? tileSize(expr) : templateConst(expr, "");
  case Stmt::UnresolvedLookupExprClass: {
    auto *names = llvm::cast<OverloadExpr>(expr);
    bool found = names->decls_begin() != names->decls_end();
    return found ? templateConst(expr, "") : unsupported(expr);
  }

  // Names and objects.
  case Stmt::DeclRefExprClass:
    return reference(expr, llvm::cast<DeclRefExpr>(expr)->getDecl());
  case Stmt::MemberExprClass:
    return member(llvm::cast<MemberExpr>(expr));
  case Stmt::CXXThisExprClass:
    return thisExpression(llvm::cast<CXXThisExpr>(expr));
  case Stmt::ArraySubscriptExprClass: {
    auto *index = llvm::cast<ArraySubscriptExpr>(expr);
    if (auto *function = openOperator(OO_Subscript, baseOf(index), 1))
      return operatorCalled(expr, function, {baseOf(index), indexOf(index)});
    Index base = expression(baseOf(index));
    Index made = addExpression(Kind::Index, expr, {base, expression(indexOf(index))});
    if (readsConstant(baseOf(index)) && mayBeConstant(expr, 0))
      foldInto(made, expr);
    return made;
  }

  // Operators.
  case Stmt::UnaryOperatorClass:
    return unary(llvm::cast<UnaryOperator>(expr));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binary(llvm::cast<BinaryOperator>(expr));
  case Stmt::ConditionalOperatorClass: {
    auto *choice = llvm::cast<ConditionalOperator>(expr);
    Index cond = expression(choice->getCond());
    Index then = expression(choice->getTrueExpr());
    return addExpression(Kind::Cond, expr, {cond, then, expression(choice->getFalseExpr())});
  }
  case Stmt::BinaryConditionalOperatorClass: {
    auto *choice = llvm::cast<BinaryConditionalOperator>(expr);
    Index once = keep(choice->getOpaqueValue());
    Index cond = expression(choice->getCond());
    Index then = expression(choice->getTrueExpr());
    Index made = addExpression(Kind::Cond, expr, {cond, then, expression(choice->getFalseExpr())});
    return addExpression(Kind::StmtExpr, expr, {add(Kind::Compound, expr, {once, made})});
  }
  case Stmt::StmtExprClass:
    return addExpression(Kind::StmtExpr, expr,
                         {statement(llvm::cast<StmtExpr>(expr)->getSubStmt())});

  // Object construction.
  case Stmt::MaterializeTemporaryExprClass:
    return addExpression(Kind::Temporary, expr,
                         {expression(llvm::cast<MaterializeTemporaryExpr>(expr)->getSubExpr())});
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return addExpression(Kind::Zero, expr, {});
  case Stmt::InitListExprClass:
    return initList(llvm::cast<InitListExpr>(expr));
  case Stmt::ArrayInitLoopExprClass:
    return arrayCopy(llvm::cast<ArrayInitLoopExpr>(expr));
  case Stmt::ArrayInitIndexExprClass: {
    Index of = type(expr->getType());
    out.vars[frame.turn].type = of;
    return read(expr, frame.turn);
  }
  case Stmt::CXXStdInitializerListExprClass:
    return initializerList(llvm::cast<CXXStdInitializerListExpr>(expr));
  case Stmt::LambdaExprClass:
    return lambda(llvm::cast<LambdaExpr>(expr));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(llvm::cast<CXXConstructExpr>(expr));
  case Stmt::CXXInheritedCtorInitExprClass: {
    Index made = addExpression(Kind::Construct, expr, {});
    setFunction(made, llvm::cast<CXXInheritedCtorInitExpr>(expr)->getConstructor());
    return made;
  }
  case Stmt::CXXNewExprClass:
    return newExpression(llvm::cast<CXXNewExpr>(expr));
  case Stmt::CXXDeleteExprClass: {
    auto *deletes = llvm::cast<CXXDeleteExpr>(expr);
    Kind kind = deletes->isArrayForm() ? Kind::DeleteArray : Kind::Delete;
    return addExpression(kind, expr, {expression(deletes->getArgument())});
  }

  // Expressions that template parameters decide.
  case Stmt::CXXDependentScopeMemberExprClass:
    return dependentMember(llvm::cast<CXXDependentScopeMemberExpr>(expr));
  case Stmt::CXXUnresolvedConstructExprClass: {
    auto *made = llvm::cast<CXXUnresolvedConstructExpr>(expr);
    llvm::ArrayRef<const Expr *> arguments{made->arg_begin(), made->arg_end()};
    Index object = constructed(position(expr), expr->getType(), arguments);
    return object == None ? dependentConstruct(expr, arguments) : object;
  }
  case Stmt::ParenListExprClass: {
    auto *list = const_cast<ParenListExpr *>(llvm::cast<ParenListExpr>(expr));
    return dependentConstruct(expr, {list->getExprs(), list->getExprs() + list->getNumExprs()});
  }

  // Calls.
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(llvm::cast<CallExpr>(expr));
  case Stmt::CXXOperatorCallExprClass:
    return operatorCall(llvm::cast<CXXOperatorCallExpr>(expr));
  case Stmt::CUDAKernelCallExprClass:
    return kernelCall(llvm::cast<CUDAKernelCallExpr>(expr));
  case Stmt::RecoveryExprClass:
    return recovered(llvm::cast<RecoveryExpr>(expr));
  default:
    if (auto *conversion = llvm::dyn_cast<CastExpr>(expr))
      return cast(conversion);
    return unsupported(expr);
  }
}

Index Walker::withText(Index node, llvm::StringRef text) {
  Index index = string(text);
  out.nodes[node].text = index;
  return node;
}

// leaf returns a node for an expression that stays unknown, without children.
Index Walker::leaf(const Expr *expr) {
  return withText(addExpression(Kind::Unsupported, expr, {}), expr->getStmtClassName());
}

// local adds a variable that the source does not name.
Index Walker::local(Index type, Index init) {
  Index name = string("");
  out.vars.push_back({name, None, type, init, None, int32_t(Storage::Local), 0, 0, 0});
  return out.vars.size() - 1;
}

// read returns the value of a variable that local added, or the variable itself where expr is an lvalue.
Index Walker::read(const Expr *expr, Index var) {
  Index object = addExpression(Kind::VarRef, expr, {});
  out.nodes[object].var = var;
  if (expr->isGLValue())
    return object;
  out.nodes[object].flags = WC_LVALUE;
  Index made = addExpression(Kind::Cast, expr, {object});
  out.nodes[made].op = int32_t(Op::CastLoad);
  return made;
}

// keep declares a variable for an operand that is evaluated once and used twice: the first one of x ?: y.
Index Walker::keep(const OpaqueValueExpr *expr) {
  Index init = expression(expr->getSourceExpr());
  Index of = type(expr->getType());
  Index var = local(expr->isGLValue() ? referenceTo(of) : of, init);
  keptValues[expr] = var;
  Index made = add(Kind::Decl, expr, {});
  out.nodes[made].var = var;
  return made;
}

Index Walker::kept(const OpaqueValueExpr *expr) {
  auto found = keptValues.find(expr);
  if (found != keptValues.end())
    return read(expr, found->second);
  return expr->getSourceExpr() ? expression(expr->getSourceExpr()) : leaf(expr);
}

// arrayCopy copies a whole array, in a copy constructor or a capture. It copies the bytes, or each element by a
// constructor. The result is a leaf if a constructor copies the elements of an array of arrays.
Index Walker::arrayCopy(const ArrayInitLoopExpr *expr) {
  const Expr *element = unwrap(expr->getSubExpr());
  for (auto *rows = llvm::dyn_cast<ArrayInitLoopExpr>(element); rows;
       rows = llvm::dyn_cast<ArrayInitLoopExpr>(element))
    element = unwrap(rows->getSubExpr());
  auto *copy = llvm::dyn_cast<CXXConstructExpr>(element);
  if (!copy || copy->getConstructor()->isTrivial()) {
    Index made = addExpression(Kind::Cast, expr, {expression(expr->getCommonExpr()->getSourceExpr())});
    out.nodes[made].op = int32_t(Op::CastLoad);
    return made;
  }
  if (element != unwrap(expr->getSubExpr()))
    return leaf(expr);
  Index outer = std::exchange(frame.turn, local(None, None));
  Index made = construct(copy);
  Index of = type(expr->getType());
  out.nodes[made].type = of;
  out.nodes[made].var = frame.turn;
  frame.turn = outer;
  return made;
}

Index Walker::integer(const Expr *expr, int64_t value) {
  Index made = addExpression(Kind::IntLit, expr, {});
  Index of = out.nodes[made].type;
  out.nodes[made].value = of == None ? value : converted(value, out.types[of]);
  out.nodes[made].flags |= WC_KNOWN;
  return made;
}

Index Walker::floating(const Expr *expr) {
  char text[40] = "";
  Expr::EvalResult result;
  if (!expr->isValueDependent() && expr->IgnoreParens()->EvaluateAsRValue(result, context) && result.Val.isFloat()) {
    bool isInexact;
    llvm::APFloat value = result.Val.getFloat();
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
    snprintf(text, sizeof text, "%.17g", value.convertToDouble());
  }
  return withText(addExpression(Kind::FloatLit, expr, {}), text);
}

// constant returns a node for an expression that must be constant, such as a case label.
Index Walker::constant(const Expr *expr) {
  Index made = expression(expr);
  if (made != None)
    foldInto(made, expr);
  return made;
}

// templateConst returns a node for a constant that template arguments decide.
Index Walker::templateConst(const Expr *expr, llvm::StringRef parameter) {
  return withText(addExpression(Kind::TemplateConst, expr, {}), parameter);
}

Index Walker::reference(const Expr *expr, const ValueDecl *decl) {
  auto *use = llvm::dyn_cast<DeclRefExpr>(expr);
  if (auto *variable = llvm::dyn_cast<VarDecl>(decl)) {
    auto field = frame.captures.find(variable->getCanonicalDecl());
    if (use && use->refersToEnclosingVariableOrCapture() && field != frame.captures.end())
      return captured(expr, this->field(field->second));
    if (auto held = frame.implied.find(variable->getCanonicalDecl()); held != frame.implied.end())
      return captured(expr, held->second);
    Index var = this->variable(variable);
    Index made = addExpression(Kind::VarRef, expr, {});
    out.nodes[made].var = var;
    return made;
  }
  if (llvm::isa<EnumConstantDecl>(decl)) {
    if (isDependent(expr))
      return templateConst(expr, "");
    return integer(expr, valueOf(llvm::cast<EnumConstantDecl>(decl)));
  }
  if (auto *function = llvm::dyn_cast<FunctionDecl>(decl)) {
    Index made = addExpression(Kind::FuncRef, expr, {});
    setFunction(made, function);
    return made;
  }
  if (auto *parameter = llvm::dyn_cast<NonTypeTemplateParmDecl>(decl))
    return templateParameter(expr, parameter);
  if (auto *binding = llvm::dyn_cast<BindingDecl>(decl))
    if (binding->getBinding())
      return expression(binding->getBinding());
  return leaf(expr);
}

// templateParameter returns a node for a number that is a template argument. Its value is known in a method of an
// instance that has the body of its template (see define). If it gives the size of a tile, its value is openTileSize.
Index Walker::templateParameter(const Expr *expr, const NonTypeTemplateParmDecl *parameter) {
  auto *made = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(frame.object);
  if (made && !llvm::isa_and_nonnull<CXXRecordDecl>(asDeclaration(made->getDeclContext())) && parameter->getDepth() == 0) {
    auto arguments = made->getTemplateArgs().asArray();
    int64_t value;
    if (parameter->getIndex() < arguments.size() && integralValue(arguments[parameter->getIndex()], value))
      return integer(expr, value);
  }
  if (isTileSize(expr))
    return tileSize(expr);
  return templateConst(expr, parameter->getIdentifier() ? parameter->getIdentifier()->getName() : "");
}

// captured returns a node for a captured variable in the body of a lambda: a field of the closure.
Index Walker::captured(const Expr *expr, Index field) {
  Index object = thisOf(expr, pointerTo(recordType(frame.closure)));
  Index made = addExpression(Kind::Member, expr, {object});
  out.nodes[made].op = int32_t(Op::Arrow);
  out.nodes[made].field = field;
  out.nodes[made].flags = WC_LVALUE;
  return made;
}

// thisOf returns a node for `this` with the given pointer type. The source does not spell this `this`, or clang gives
// it another type.
Index Walker::thisOf(const Expr *at, Index pointer) {
  Index object = addExpression(Kind::This, at, {});
  out.nodes[object].type = pointer;
  out.nodes[object].flags = 0;
  return object;
}

// In a lambda, `this` means the captured `this`: a pointer, or a copy of *this.
Index Walker::thisExpression(const CXXThisExpr *expr) {
  if (frame.inDefault)
    return addExpression(Kind::Self, expr, {});
  if (frame.object)
    return thisOf(expr, pointerTo(recordType(frame.object)));
  if (!frame.thisField)
    return addExpression(Kind::This, expr, {});
  Index object = captured(expr, field(frame.thisField));
  bool pointer = llvm::isa<PointerType>(frame.thisField->getType().getCanonicalType().getTypePtr());
  Index of = type(frame.thisField->getType());
  out.nodes[object].type = of;
  Index made = addExpression(pointer ? Kind::Cast : Kind::Unary, expr, {object});
  out.nodes[made].op = int32_t(pointer ? Op::CastLoad : Op::AddrOf);
  return made;
}

Index Walker::member(const MemberExpr *expr) {
  const ValueDecl *decl = made(expr->getMemberDecl());
  if (!llvm::isa<FieldDecl>(decl) && !llvm::isa<CXXMethodDecl>(decl))
    return reference(expr, decl);
  Index object = expression(expr->getBase());
  if (!llvm::isa<FieldDecl>(decl))
    return withText(addExpression(Kind::Unsupported, expr, {object}), expr->getStmtClassName());
  recordType(llvm::cast<CXXRecordDecl>(decl->getDeclContext()));
  Index field = this->field(decl);
  Index made = addExpression(Kind::Member, expr, {object});
  out.nodes[made].field = field;
  out.nodes[made].op = int32_t(expr->isArrow() ? Op::Arrow : Op::NoOp);
  if (readsConstant(expr->getBase()))
    foldInto(made, expr);
  return made;
}

// memberOf returns the member of a class with this name, or the enumerator with this name of an unscoped enumeration in
// the class. It returns nullptr if there is none.
static const NamedDecl *memberOf(const DeclContext *context, llvm::StringRef name) {
  for (const Decl *decl = firstDeclaration(context); decl; decl = decl->getNextDeclInContext()) {
    auto *enumeration = llvm::dyn_cast<EnumDecl>(decl);
    auto *member = enumeration && !enumeration->isScoped() ? memberOf(enumeration, name)
                                                           : llvm::dyn_cast<NamedDecl>(decl);
    if (member && member->getIdentifier() && member->getName() == name)
      return member;
  }
  return nullptr;
}

// readsTemplateConstant reports whether a member is a constant in a class template and in all its specialisations. Its
// value then depends only on the template arguments:
//
//   template <int I> struct tile { static constexpr int rows = I; };
//   for (int i = 0; i < t.rows; i++)
bool Walker::readsTemplateConstant(const CXXDependentScopeMemberExpr *expr) {
  if (!llvm::isa<DeclRefExpr>(expr->getBase()) || expr->getBaseType().isNull())
    return false; // another object expression may have effects
  QualType of = expr->getBaseType().getCanonicalType();
  if (auto *pointer = llvm::dyn_cast<PointerType>(of.getTypePtr()))
    of = pointer->getPointeeType();
  auto *made = llvm::dyn_cast_or_null<ClassTemplateDecl>(warpcheck::declarationOf(of));
  return made && llvm::all_of(definitions(made), [&](const CXXRecordDecl *record) {
    auto *member = memberOf(record, expr->getMember().getAsIdentifierInfo()->getName());
    auto *variable = llvm::dyn_cast_or_null<VarDecl>(member);
    return llvm::isa_and_nonnull<EnumConstantDecl>(member) ||
           (variable && variable->getType().isConstQualified());
  });
}

// openField returns a field of a local object whose class is a primary template, None for other members.
Index Walker::openField(const CXXDependentScopeMemberExpr *expr) {
  auto *object = llvm::dyn_cast<DeclRefExpr>(expr->getBase());
  auto *variable = object && !expr->isArrow() ? llvm::dyn_cast<VarDecl>(object->getDecl()) : nullptr;
  int flags = 0;
  if (!variable || variable->hasGlobalStorage() || storage(variable, flags) == Storage::Shared)
    return None;
  const ClassTemplateDecl *classes = primary(expr->getBaseType());
  auto *member = classes ? memberOf(classOf(classes), expr->getMember().getAsIdentifierInfo()->getName())
                         : nullptr;
  auto *declared = llvm::dyn_cast_or_null<FieldDecl>(member);
  if (!declared)
    return None;
  Index of = type(declared->getType()), field = this->field(declared);
  Index made = addExpression(Kind::Member, expr, {expression(object)});
  out.nodes[made].type = of;
  out.nodes[made].field = field;
  out.nodes[made].flags = WC_LVALUE;
  return made;
}

// dependentMember returns a node for a member that template arguments decide.
Index Walker::dependentMember(const CXXDependentScopeMemberExpr *expr) {
  bool implicit = !expr->getOperatorLoc().isValid();
  if (!expr->getMember().isIdentifier() || (implicit && frame.thisField))
    return unsupported(expr);
  if (!implicit && readsTemplateConstant(expr))
    return templateConst(expr, "");
  if (Index field = implicit ? None : openField(expr); field != None)
    return field;
  Index object = implicit ? thisOf(expr, type(expr->getBaseType())) : expression(expr->getBase());
  Index made = addExpression(Kind::Member, expr, {object});
  out.nodes[made].op = int32_t(expr->isArrow() ? Op::Arrow : Op::NoOp);
  return withText(made, expr->getMember().getAsIdentifierInfo()->getName());
}

// dependentConstruct returns a node for T(), T(x) or T(x, y): a zero, a conversion, or a construction with known
// arguments.
Index Walker::dependentConstruct(const Expr *expr, llvm::ArrayRef<const Expr *> arguments) {
  if (arguments.empty())
    return addExpression(Kind::Zero, expr, {});
  Nodes children;
  for (const Expr *argument : arguments)
    children.push_back(expression(argument));
  if (arguments.size() > 1)
    return addExpression(Kind::Construct, expr, children);
  Index made = addExpression(Kind::Cast, expr, children);
  out.nodes[made].op = int32_t(Op::CastUnknown);
  return made;
}

// property reads a property as if it were a field: threadIdx.x in clang's own CUDA headers.
Index Walker::property(const MSPropertyRefExpr *expr) {
  Index object = expression(expr->getBaseExpr());
  recordType(llvm::cast<CXXRecordDecl>(expr->getPropertyDecl()->getDeclContext()));
  Index field = this->field(expr->getPropertyDecl());
  Index made = addExpression(Kind::Member, expr, {object});
  Index of = type(expr->getPropertyDecl()->getType());
  out.nodes[made].field = field;
  out.nodes[made].type = of;
  out.nodes[made].op = int32_t(expr->isArrow() ? Op::Arrow : Op::NoOp);
  out.nodes[made].flags = WC_LVALUE;
  Index load = addExpression(Kind::Cast, expr, {made});
  out.nodes[load].type = of;
  out.nodes[load].op = int32_t(Op::CastLoad);
  out.nodes[load].flags = 0;
  return load;
}

static Op binaryOp(BinaryOperatorKind opcode) {
  switch (opcode) {
  case BO_Assign:
    return Op::Plain;
  case BO_Add:
  case BO_AddAssign:
    return Op::Add;
  case BO_Sub:
  case BO_SubAssign:
    return Op::Sub;
  case BO_Mul:
  case BO_MulAssign:
    return Op::Mul;
  case BO_Div:
  case BO_DivAssign:
    return Op::Div;
  case BO_Rem:
  case BO_RemAssign:
    return Op::Rem;
  case BO_Shl:
  case BO_ShlAssign:
    return Op::Shl;
  case BO_Shr:
  case BO_ShrAssign:
    return Op::Shr;
  case BO_And:
  case BO_AndAssign:
    return Op::And;
  case BO_Or:
  case BO_OrAssign:
    return Op::Or;
  case BO_Xor:
  case BO_XorAssign:
    return Op::Xor;
  case BO_LAnd:
    return Op::LAnd;
  case BO_LOr:
    return Op::LOr;
  case BO_EQ:
    return Op::EQ;
  case BO_NE:
    return Op::NE;
  case BO_LT:
    return Op::LT;
  case BO_GT:
    return Op::GT;
  case BO_LE:
    return Op::LE;
  case BO_GE:
    return Op::GE;
  case BO_Comma:
    return Op::Comma;
  default:
    return Op::NoOp;
  }
}

Index Walker::binary(const BinaryOperator *expr) {
  Op op = binaryOp(expr->getOpcode());
  if (op == Op::NoOp)
    return unsupported(expr);
  Kind kind = expr->isAssignmentOp() ? Kind::Assign : Kind::Binary;
  if (Index open = openOperation(expr, kind, op, {expr->getLHS(), expr->getRHS()}); open != None)
    return open;
  Index left = expression(expr->getLHS());
  Index right = expression(expr->getRHS());
  Index made = addExpression(kind, expr, {left, right});
  out.nodes[made].op = int32_t(op);
  if (auto *compound = llvm::dyn_cast<CompoundAssignOperator>(expr)) {
    Index computed = type(compound->getComputationLHSType());
    out.nodes[made].base = computed;
  }
  return made;
}

static Op unaryOp(UnaryOperatorKind opcode) {
  switch (opcode) {
  case UO_PostInc:
    return Op::PostInc;
  case UO_PostDec:
    return Op::PostDec;
  case UO_PreInc:
    return Op::PreInc;
  case UO_PreDec:
    return Op::PreDec;
  case UO_AddrOf:
    return Op::AddrOf;
  case UO_Deref:
    return Op::Deref;
  case UO_Plus:
    return Op::UPlus;
  case UO_Minus:
    return Op::Neg;
  case UO_Not:
    return Op::BNot;
  case UO_LNot:
    return Op::Not;
  default:
    return Op::NoOp;
  }
}

Index Walker::unary(const UnaryOperator *expr) {
  if (expr->getOpcode() == UO_Extension)
    return expression(expr->getSubExpr());
  Op op = unaryOp(expr->getOpcode());
  if (op == Op::NoOp)
    return unsupported(expr);
  if (Index open = openOperation(expr, Kind::Unary, op, {expr->getSubExpr()}); open != None)
    return open;
  Index made = addExpression(Kind::Unary, expr, {expression(expr->getSubExpr())});
  out.nodes[made].op = int32_t(op);
  if (op == Op::Deref) // clang does not set it for a dependent one
    out.nodes[made].flags |= WC_LVALUE;
  return made;
}

static Op castOp(CastKind kind) {
  switch (kind) {
  case CK_LValueToRValue:
    return Op::CastLoad;
  case CK_NoOp:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return Op::CastNone;
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return Op::CastDecay;
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return Op::CastNull;
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
    return Op::CastInt;
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
  case CK_MemberPointerToBoolean:
    return Op::CastBool;
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
    return Op::CastFloat;
  case CK_BitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
  case CK_AddressSpaceConversion:
  case CK_ReinterpretMemberPointer:
    return Op::CastPointer;
  case CK_LValueBitCast:
  case CK_LValueToRValueBitCast:
    return Op::CastBits;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return Op::CastBase;
  case CK_BaseToDerived:
    return Op::CastDerived;
  case CK_ToVoid:
    return Op::CastVoid;
  default:
    return Op::CastUnknown;
  }
}

Index Walker::cast(const CastExpr *expr) {
  Index operand = expression(expr->getSubExpr());
  Index made = addExpression(Kind::Cast, expr, {operand});
  Op op = castOp(expr->getCastKind());
  out.nodes[made].op = int32_t(op);
  if (op == Op::CastBase || op == Op::CastDerived) {
    QualType to = expr->getType().getCanonicalType();
    if (auto *pointer = llvm::dyn_cast<PointerType>(to.getTypePtr()))
      to = pointer->getPointeeType();
    Index base = type(to.getCanonicalType());
    out.nodes[made].base = base;
  }
  if (op == Op::CastLoad)
    copyKnown(operand, made);
  return made;
}

} // namespace warpcheck
