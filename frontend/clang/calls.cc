// Calls, and expressions that make objects.
#include "walker.h"

using namespace clang;

namespace warpcheck {

// writtenTemplate returns the template of a function, if clang has no instance of the function because only templates
// without instances call it. It returns nullptr for other functions, and in host code. It also returns nullptr for most
// functions of libraries, because their effects are known by their names. Methods of classes in the tool's own headers
// are an exception.
const FunctionDecl *Walker::writtenTemplate(const FunctionDecl *function) {
  bool isForeign = inSystemHeader(function) && !(isOfMadeClass(function) && isInStandIn(function));
  if (frame.side == Side::Host || isForeign || definitionOf(function))
    return nullptr;
  const Decl *from = isImplicitlyMade(function) ? patternOf(function) : memberTemplate(function);
  for (; from; from = patternOf(from)) {
    auto *written = llvm::dyn_cast<FunctionDecl>(templated(from));
    if (written && definitionOf(written))
      return written;
  }
  return nullptr;
}

// memberTemplate returns the template of function, if function is a member template of an instance of a class template.
const Decl *Walker::memberTemplate(const FunctionDecl *function) {
  auto *made = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(asDeclaration(function->getDeclContext()));
  const Decl *decl = made && isTemplatePattern(function) ? firstDeclaration(made) : nullptr;
  for (; decl; decl = decl->getNextDeclInContext())
    if (llvm::isa<FunctionTemplateDecl>(decl) && templated(decl) == function)
      return patternOf(decl);
  return nullptr;
}

// asWritten returns the called function itself, or its template if clang has not instantiated it. For a method of an
// instantiated class it returns the method, because the fields of its object differ from those of the template (see
// define).
const FunctionDecl *Walker::asWritten(const FunctionDecl *function) {
  if (auto made = frame.made.find(function->getCanonicalDecl()); made != frame.made.end())
    return llvm::cast<FunctionDecl>(made->second);
  const FunctionDecl *written = isOfMadeClass(function) ? nullptr : writtenTemplate(function);
  return written ? written : function;
}

// isOfMadeClass reports whether a function is called for an object, or is a member of an instance of a class template.
bool Walker::isOfMadeClass(const FunctionDecl *function) {
  return isOfObject(function) || llvm::isa_and_nonnull<ClassTemplateSpecializationDecl>(asDeclaration(function->getDeclContext()));
}

// isOfObject reports whether a function is a method that is called for an object.
bool Walker::isOfObject(const FunctionDecl *function) {
  return llvm::isa<CXXMethodDecl>(function) && !isStatic(function);
}

void Walker::setFunction(Index node, const FunctionDecl *function) {
  function = asWritten(function);
  Index index = this->function(function);
  out.nodes[node].func = index;
  need(function);
}

// callee returns the function that an expression names, nullptr if the function is computed.
const FunctionDecl *Walker::callee(const Expr *expr) {
  for (;;) {
    expr = strip(expr);
    auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
    if (!unary || (unary->getOpcode() != UO_AddrOf && unary->getOpcode() != UO_Deref))
      break;
    expr = unary->getSubExpr();
  }
  if (auto *use = llvm::dyn_cast<DeclRefExpr>(expr))
    return llvm::dyn_cast<FunctionDecl>(use->getDecl());
  if (auto *member = llvm::dyn_cast<MemberExpr>(expr))
    return llvm::dyn_cast<FunctionDecl>(member->getMemberDecl());
  return nullptr;
}

static bool pointsToConst(QualType type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type.getCanonicalType().getTypePtr());
  return pointer && pointer->getPointeeType().isConstQualified();
}

// overload returns one function of an overload set: the first function that takes this number of arguments, or else the
// first of all.
const FunctionDecl *Walker::overload(const OverloadExpr *overloads, unsigned arguments) {
  const FunctionDecl *first = nullptr;
  for (auto at = overloads->decls_begin(); at != overloads->decls_end(); ++at) {
    const FunctionDecl *function = asFunction(*at);
    if (function && accepts(function, arguments))
      return function;
    if (!first)
      first = function;
  }
  return first;
}

bool Walker::accepts(const FunctionDecl *function, unsigned arguments) {
  unsigned parameters = parameterCount(function);
  for (unsigned i = arguments; i < parameters; i++)
    if (!defaultArgument(function->getParamDecl(i)))
      return false;
  if (arguments <= parameters)
    return true;
  auto *last = parameters ? function->getParamDecl(parameters - 1) : nullptr;
  return last && llvm::isa<PackExpansionType>(last->getType().getTypePtr());
}

const Expr *Walker::defaultArgument(const ParmVarDecl *parameter) {
  return parameter->hasUninstantiatedDefaultArg() ? nullptr : parameter->getInit();
}

// addDefaults adds the default arguments that a call leaves out. clang does not add them if the callee depends on the
// parameters of a template.
void Walker::addDefaults(const FunctionDecl *function, unsigned given, Nodes &to) {
  for (unsigned i = given; i < parameterCount(function); i++) {
    const Expr *argument = defaultArgument(function->getParamDecl(i));
    if (!argument)
      return;
    to.push_back(expression(argument));
  }
}

// templateOf returns the class template of the object of member, if the template's arguments depend on others; nullptr
// for other types.
const ClassTemplateDecl *Walker::templateOf(const CXXDependentScopeMemberExpr *member) {
  QualType type = member->getBaseType().getCanonicalType();
  if (member->isArrow())
    type = type->getPointeeType();
  return llvm::dyn_cast_or_null<ClassTemplateDecl>(warpcheck::declarationOf(type));
}

// functionsOf returns the functions and function templates that a class declares, without those that clang adds.
static std::vector<const FunctionDecl *> functionsOf(const CXXRecordDecl *record) {
  std::vector<const FunctionDecl *> found;
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
    if (auto *named = llvm::dyn_cast<NamedDecl>(decl); named && !named->isImplicit())
      if (const FunctionDecl *function = asFunction(named))
        found.push_back(function);
  return found;
}

// primary returns the class template of a type whose template arguments depend on others, if the type is certainly made
// from the primary template. It returns nullptr if the template has specialisations, is a union, or belongs to a
// library. In host code it always returns nullptr.
const ClassTemplateDecl *Walker::primary(QualType of) {
  if (of.isNull() || frame.side == Side::Host || !of.getCanonicalType()->isDependentType())
    return nullptr;
  auto *classes = llvm::dyn_cast_or_null<ClassTemplateDecl>(warpcheck::declarationOf(of.getCanonicalType()));
  bool isPlain = classes && !inSystemHeader(classes) && !classes->getTemplatedDecl()->isUnion() && !isSpecialised(classes);
  return isPlain ? classes : nullptr;
}

// openClass returns the class of a primary template for a type whose template arguments depend on others (see primary).
// For the type of this in a method of a template it returns the class of the method.
const CXXRecordDecl *Walker::openClass(QualType of) {
  if (auto *classes = primary(of))
    return classOf(classes);
  if (of.isNull() || frame.side == Side::Host || !llvm::isa<InjectedClassNameType>(of.getCanonicalType().getTypePtr()))
    return nullptr;
  auto *record = llvm::dyn_cast_or_null<CXXRecordDecl>(warpcheck::declarationOf(of.getCanonicalType()));
  return record && record->isCompleteDefinition() ? record : nullptr;
}

// onlyOne returns the only function of record for which isMeant is true and that takes this number of arguments. If
// isMeant is true for no function of the class, onlyOne searches the bases. It returns nullptr if there are several
// such functions, or if the function has no body.
template <typename Means>
const FunctionDecl *Walker::onlyOne(const CXXRecordDecl *record, unsigned arguments, Means isMeant) {
  if (!record)
    return nullptr;
  std::vector<const FunctionDecl *> named, taking;
  for (const FunctionDecl *function : functionsOf(record))
    if (isMeant(function))
      named.push_back(function);
  for (const FunctionDecl *function : named)
    if (accepts(function, arguments))
      taking.push_back(function);
  if (named.empty())
    for (auto &base : bases(record))
      if (auto *found = onlyOne(openClass(base.getTypeSourceInfo()->getType()), arguments, isMeant))
        taking.push_back(found);
  bool isKnown = taking.size() == 1 && (definitionOf(taking[0]) || (isOfMadeClass(taking[0]) && writtenTemplate(taking[0])));
  return isKnown ? taking[0] : nullptr;
}

// openOperator returns the method for an operator on an object whose class is a primary template.
const FunctionDecl *Walker::openOperator(OverloadedOperatorKind which, const Expr *object, unsigned arguments) {
  return onlyOne(openClass(object->getType()), arguments, [this, which](const FunctionDecl *one) {
    return isOfObject(one) && one->getDeclName().getCXXOverloadedOperator() == which;
  });
}

// openCallOperator returns the operator() of a lambda in a template, or of an object whose class is a primary template.
const FunctionDecl *Walker::openCallOperator(const Expr *object, unsigned arguments) {
  if (const CXXRecordDecl *closure = closureOf(object)) {
    const FunctionDecl *function = callOperator(closure);
    return function && accepts(function, arguments) ? function : nullptr;
  }
  return openOperator(OO_Call, object, arguments);
}

// ofPrimary returns the method of a primary template or of a cooperative group that a call names: Box<T>::sum(v),
// box.sum(v).
const FunctionDecl *Walker::ofPrimary(const Expr *callee, unsigned arguments) {
  DeclarationName name;
  QualType of;
  const CXXRecordDecl *group = nullptr;
  if (auto *member = llvm::dyn_cast<CXXDependentScopeMemberExpr>(callee)) {
    name = member->getMember();
    of = member->getBaseType();
    if (member->isArrow() && llvm::isa<PointerType>(of.getCanonicalType().getTypePtr()))
      of = llvm::cast<PointerType>(of.getCanonicalType().getTypePtr())->getPointeeType();
    if (!member->isImplicitAccess())
      group = groupOf(member->getBase());
  } else if (auto *scoped = llvm::dyn_cast<DependentScopeDeclRefExpr>(callee)) {
    name = scoped->getDeclName();
    if (const Type *named = scoped->getQualifier()->getAsType())
      of = QualType(named, 0);
  }
  return onlyOne(group ? group : openClass(of), arguments, [&](const FunctionDecl *one) { return one->getDeclName() == name; });
}

// mayCopy reports whether an argument may be an object of a class template: its type is dependent, and is no pointer,
// array or bare type parameter.
bool Walker::mayCopy(const Expr *argument) {
  const Type *type = argument->getType().getCanonicalType().getTypePtr();
  return type->isDependentType() && !llvm::isa<PointerType>(type) && !llvm::isa<ArrayType>(type) &&
         !llvm::isa<TemplateTypeParmType>(type);
}

// constructed returns a node for an object of a primary template's class, made by its constructor. Without arguments it
// may be the implicit default constructor, if fields have default initialisers. The result is None if the constructor
// is not known. It is also None if the only argument may be an object (mayCopy), because the node may then stand for a
// copy of it.
Index Walker::constructed(Index at, QualType of, llvm::ArrayRef<const Expr *> arguments) {
  const ClassTemplateDecl *classes = primary(of);
  if (!classes || (arguments.size() == 1 && mayCopy(arguments[0])))
    return None;
  auto isConstructor = [](const FunctionDecl *one) { return llvm::isa<CXXConstructorDecl>(one); };
  const CXXRecordDecl *record = classOf(classes);
  bool hasNone = llvm::none_of(functionsOf(record), isConstructor);
  auto *constructor = hasNone ? nullptr : onlyOne(record, arguments.size(), isConstructor);
  if (!constructor && !(hasNone && arguments.empty() && hasDefaults(record)))
    return None;
  Nodes children;
  for (const Expr *argument : arguments)
    children.push_back(expression(argument));
  if (constructor)
    addDefaults(constructor, arguments.size(), children);
  Index made = nodeAt(Kind::Construct, at, children);
  Index type = this->type(of);
  out.nodes[made].type = type;
  if (constructor) {
    setFunction(made, constructor);
  } else {
    Index function = defaultConstructor(record);
    out.nodes[made].func = function;
  }
  return made;
}

// unresolved sets the callee of a call, if template parameters decide which function is called. Only the name of this
// callee is known, and possibly the class.
void Walker::unresolved(Index node, const Expr *callee) {
  callee = strip(callee);
  DeclarationName name;
  const ClassTemplateDecl *owner = nullptr;
  if (auto *overloads = llvm::dyn_cast<OverloadExpr>(callee)) {
    name = overloads->getName();
  } else if (auto *member = llvm::dyn_cast<CXXDependentScopeMemberExpr>(callee)) {
    name = member->getMember();
    owner = templateOf(member);
  } else if (auto *scoped = llvm::dyn_cast<DependentScopeDeclRefExpr>(callee)) {
    name = scoped->getDeclName();
  }
  if (name) {
    Index index = namedFunction(name, owner);
    out.nodes[node].func = index;
  }
}

Index Walker::call(const CallExpr *expr) {
  if (Index tile = openTile(expr); tile != None)
    return tile;
  const FunctionDecl *function = callee(expr->getCallee());
  const Expr *named = unwrap(expr->getCallee());
  const Expr *object = nullptr;
  bool arrow = false;
  if (auto *member = llvm::dyn_cast<MemberExpr>(named)) {
    auto *method = llvm::dyn_cast<CXXMethodDecl>(member->getMemberDecl());
    if (const FunctionDecl *body = pointedLambda(expr, method))
      return lambdaPointer(expr, body);
    if (method && !isStatic(method))
      object = member->getBase(), arrow = member->isArrow();
  } else if (auto *pointed = llvm::dyn_cast<BinaryOperator>(named)) {
    if (pointed->isPtrMemOp())
      return memberPointerCall(expr, pointed);
  } else if (auto *dependent = llvm::dyn_cast<CXXDependentScopeMemberExpr>(named)) {
    function = ofPrimary(named, expr->getNumArgs());
    if (dependent->getOperatorLoc().isValid() && !(function && !isOfObject(function)))
      object = dependent->getBase(), arrow = dependent->isArrow();
  } else if (llvm::isa<DependentScopeDeclRefExpr>(named)) {
    function = ofPrimary(named, expr->getNumArgs());
    if (function && isOfObject(function))
      function = nullptr; // a method of a base class, called for the caller's object
  } else if (auto *overloads = llvm::dyn_cast<UnresolvedMemberExpr>(named)) {
    if (overloads->getOperatorLoc().isValid())
      object = overloads->getBase(), arrow = overloads->isArrow();
  } else if (!function) {
    function = openCallOperator(named, expr->getNumArgs());
    object = function ? named : nullptr;
  }
  bool isNamed = function || object || llvm::isa<OverloadExpr>(strip(named));
  if (auto *names = llvm::dyn_cast<OverloadExpr>(strip(named)))
    function = overload(names, expr->getNumArgs());
  if (const FunctionDecl *known = ofGroup(expr))
    function = known;
  Nodes children = {isNamed ? None : expression(expr->getCallee())};
  if (object)
    children.push_back(expression(object));
  else if (function && impliesThis(named, function))
    children.push_back(implicitThis(llvm::cast<UnresolvedMemberExpr>(named))), arrow = true;
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  if (function)
    addDefaults(function, expr->getNumArgs(), children);
  Index made = addExpression(Kind::Call, expr, children);
  if (arrow)
    out.nodes[made].op = int32_t(Op::Arrow);
  if (function) {
    setFunction(made, function);
    pass(expr, function);
  } else {
    unresolved(made, named);
  }
  if (mayBeConstant(expr, 0))
    foldInto(made, expr);
  return made;
}

// impliesThis reports whether a call names a method without an object, as in sum(v), and means this->sum(v). It returns
// false in a lambda that captures this.
bool Walker::impliesThis(const Expr *named, const FunctionDecl *function) {
  auto *member = llvm::dyn_cast<UnresolvedMemberExpr>(named);
  return member && !member->getOperatorLoc().isValid() && !frame.thisField && isOfObject(function);
}

Index Walker::implicitThis(const UnresolvedMemberExpr *member) {
  return thisOf(member, frame.object ? pointerTo(recordType(frame.object)) : type(member->getBaseType()));
}

// memberPointerCall makes the call (object.*pointer)(arguments) or (object->*pointer)(arguments).
Index Walker::memberPointerCall(const CallExpr *expr, const BinaryOperator *pointed) {
  Nodes children = {expression(pointed->getRHS()), expression(pointed->getLHS())};
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Call, expr, children);
  if (pointed->getOpcode() == BO_PtrMemI)
    out.nodes[made].op = int32_t(Op::Arrow);
  return made;
}

// pointedLambda returns the operator() of a lambda that a call converts to a function pointer. It returns nullptr in
// host code, which is passed on as it is written.
const FunctionDecl *Walker::pointedLambda(const CallExpr *expr, const CXXMethodDecl *method) {
  if (!method || frame.side == Side::Host || !llvm::isa<CXXConversionDecl>(method))
    return nullptr;
  auto *closure = llvm::cast<CXXRecordDecl>(method->getDeclContext());
  auto *pointer = llvm::dyn_cast<PointerType>(expr->getType().getCanonicalType().getTypePtr());
  auto *wanted = pointer ? llvm::dyn_cast<FunctionProtoType>(
                               pointer->getPointeeType().getCanonicalType().getTypePtr())
                         : nullptr;
  if (!closure->isLambda() || !wanted)
    return nullptr;
  for (const FunctionDecl *candidate : callOperators(closure)) {
    auto *type = llvm::dyn_cast<FunctionProtoType>(
        candidate->getType().getCanonicalType().getTypePtr());
    if (type && type->getParamTypes() == wanted->getParamTypes())
      return candidate;
  }
  return nullptr;
}

// callOperators returns the operator() of a closure; for a generic lambda, all instances of it.
std::vector<const FunctionDecl *> Walker::callOperators(const CXXRecordDecl *closure) {
  std::vector<const FunctionDecl *> found;
  for (const Decl *decl = firstDeclaration(closure); decl; decl = decl->getNextDeclInContext()) {
    auto *named = llvm::dyn_cast<NamedDecl>(decl);
    if (!named || named->getDeclName().getCXXOverloadedOperator() != OO_Call)
      continue;
    if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl)) {
      auto made = specialisations(functions);
      found.insert(found.end(), made.begin(), made.end());
    } else if (auto *function = llvm::dyn_cast<FunctionDecl>(decl)) {
      found.push_back(function);
    }
  }
  return found;
}

Index Walker::lambdaPointer(const CallExpr *expr, const FunctionDecl *body) {
  Index function = addExpression(Kind::FuncRef, expr, {});
  setFunction(function, body);
  Index pointer = out.nodes[function].type;
  out.nodes[function].type = out.types[pointer].elem;
  out.nodes[function].flags = WC_LVALUE;
  Index made = addExpression(Kind::Cast, expr, {function});
  out.nodes[made].op = int32_t(Op::CastDecay);
  return made;
}

// DependentOperator is the built-in operator that replaces an operator function. Template parameters decide which
// function is called.
struct DependentOperator {
  Kind kind;
  Op op;
};

static DependentOperator dependentOperator(OverloadedOperatorKind which, unsigned operands) {
  bool unary = operands == 1;
  switch (which) {
  case OO_Plus:
    return unary ? DependentOperator{Kind::Unary, Op::UPlus} : DependentOperator{Kind::Binary, Op::Add};
  case OO_Minus:
    return unary ? DependentOperator{Kind::Unary, Op::Neg} : DependentOperator{Kind::Binary, Op::Sub};
  case OO_Star:
    return unary ? DependentOperator{Kind::Unary, Op::Deref} : DependentOperator{Kind::Binary, Op::Mul};
  case OO_Amp:
    return unary ? DependentOperator{Kind::Unary, Op::AddrOf} : DependentOperator{Kind::Binary, Op::And};
  case OO_PlusPlus:
    return {Kind::Unary, unary ? Op::PreInc : Op::PostInc};
  case OO_MinusMinus:
    return {Kind::Unary, unary ? Op::PreDec : Op::PostDec};
  case OO_Exclaim:
    return {Kind::Unary, Op::Not};
  case OO_Tilde:
    return {Kind::Unary, Op::BNot};
  case OO_Slash:
    return {Kind::Binary, Op::Div};
  case OO_Percent:
    return {Kind::Binary, Op::Rem};
  case OO_LessLess:
    return {Kind::Binary, Op::Shl};
  case OO_GreaterGreater:
    return {Kind::Binary, Op::Shr};
  case OO_Pipe:
    return {Kind::Binary, Op::Or};
  case OO_Caret:
    return {Kind::Binary, Op::Xor};
  case OO_AmpAmp:
    return {Kind::Binary, Op::LAnd};
  case OO_PipePipe:
    return {Kind::Binary, Op::LOr};
  case OO_EqualEqual:
    return {Kind::Binary, Op::EQ};
  case OO_ExclaimEqual:
    return {Kind::Binary, Op::NE};
  case OO_Less:
    return {Kind::Binary, Op::LT};
  case OO_Greater:
    return {Kind::Binary, Op::GT};
  case OO_LessEqual:
    return {Kind::Binary, Op::LE};
  case OO_GreaterEqual:
    return {Kind::Binary, Op::GE};
  case OO_Equal:
    return {Kind::Assign, Op::Plain};
  case OO_PlusEqual:
    return {Kind::Assign, Op::Add};
  case OO_MinusEqual:
    return {Kind::Assign, Op::Sub};
  case OO_StarEqual:
    return {Kind::Assign, Op::Mul};
  case OO_SlashEqual:
    return {Kind::Assign, Op::Div};
  case OO_PercentEqual:
    return {Kind::Assign, Op::Rem};
  case OO_LessLessEqual:
    return {Kind::Assign, Op::Shl};
  case OO_GreaterGreaterEqual:
    return {Kind::Assign, Op::Shr};
  case OO_AmpEqual:
    return {Kind::Assign, Op::And};
  case OO_PipeEqual:
    return {Kind::Assign, Op::Or};
  case OO_CaretEqual:
    return {Kind::Assign, Op::Xor};
  default:
    return {Kind::Call, Op::NoOp};
  }
}

// converted returns the conversion of an object of a primary template's class to another type, as a call. It calls the
// only conversion operator of the class that has a body. If there are several, it calls the only one that agrees with
// the type in whether it points to const. If there is no such operator, it returns None.
Index Walker::converted(const Expr *object, QualType to) {
  const ClassTemplateDecl *classes = primary(to) ? nullptr : primary(object->getType());
  if (!classes)
    return None;
  std::vector<const FunctionDecl *> all, alike;
  for (const FunctionDecl *one : functionsOf(classOf(classes)))
    if (llvm::isa<CXXConversionDecl>(one) && definitionOf(one)) {
      all.push_back(one);
      if (pointsToConst(resultType(one)) == pointsToConst(to))
        alike.push_back(one);
    }
  auto &meant = all.size() > 1 ? alike : all;
  return meant.size() == 1 ? operatorCalled(object, meant[0], {object}) : None;
}

// openOperation returns a call of the method for an operator on an object of a primary template's class. It returns
// None if the class has no such method, or if the method is not known.
Index Walker::openOperation(const Expr *expr, Kind kind, Op op, llvm::ArrayRef<const Expr *> operands) {
  // The second operand of a postfix operator is not written.
  unsigned given = kind == Kind::Unary && (op == Op::PostInc || op == Op::PostDec) ? 2 : operands.size();
  const FunctionDecl *function = nullptr;
  for (int which = OO_None + 1; which < NUM_OVERLOADED_OPERATORS && !function; which++) {
    auto [spelledKind, spelled] = dependentOperator(OverloadedOperatorKind(which), given);
    if (spelledKind == kind && spelled == op && spelled != Op::NoOp)
      function = openOperator(OverloadedOperatorKind(which), operands[0], given - 1);
  }
  return function ? operatorCalled(expr, function, operands) : None;
}

// freeOperator returns the function for an operator that is no method. It must be the only function of the name with a
// parameter of an operand's class template. Otherwise it returns nullptr.
const FunctionDecl *Walker::freeOperator(const Expr *callee, llvm::ArrayRef<const Expr *> operands) {
  auto *overloads = llvm::dyn_cast<OverloadExpr>(strip(callee));
  if (!overloads)
    return nullptr;
  std::vector<const FunctionDecl *> taking;
  for (auto at = overloads->decls_begin(); at != overloads->decls_end(); ++at) {
    const FunctionDecl *function = asFunction(*at);
    if (!function || parameterCount(function) != operands.size())
      continue;
    bool isFor = false;
    for (unsigned i = 0; i < operands.size(); i++) {
      QualType type = function->getParamDecl(i)->getType().getCanonicalType();
      if (auto *reference = llvm::dyn_cast<ReferenceType>(type.getTypePtr()))
        type = reference->getPointeeTypeAsWritten();
      const ClassTemplateDecl *classes = primary(type);
      const ClassTemplateDecl *given = primary(operands[i]->getType());
      isFor |= classes && given && classOf(classes) == classOf(given);
    }
    if (isFor)
      taking.push_back(function);
  }
  return taking.size() == 1 && definitionOf(taking[0]) ? taking[0] : nullptr;
}

// operatorCalled makes the call of an operator function. For a method, the first operand is the object.
Index Walker::operatorCalled(const Expr *expr, const FunctionDecl *function, llvm::ArrayRef<const Expr *> operands) {
  Nodes children = {None};
  for (const Expr *operand : operands)
    children.push_back(expression(operand));
  Index made = addExpression(Kind::Call, expr, children);
  auto *result = llvm::dyn_cast<ReferenceType>(resultType(function).getCanonicalType().getTypePtr());
  out.nodes[made].flags = result ? WC_LVALUE : 0; // clang does not set the value category
  setFunction(made, function);
  return made;
}

Index Walker::dependentOperation(const CXXOperatorCallExpr *expr) {
  auto [kind, op] = dependentOperator(expr->getOperator(), expr->getNumArgs());
  Nodes children;
  // clang adds the second operand of a postfix operator.
  for (unsigned i = 0; i < (kind == Kind::Unary ? 1 : expr->getNumArgs()); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(kind, expr, children);
  out.nodes[made].op = int32_t(op);
  if (op == Op::Deref || kind == Kind::Assign)
    out.nodes[made].flags |= WC_LVALUE;
  return made;
}

// The first argument of an operator that is a method is the object.
Index Walker::operatorCall(const CXXOperatorCallExpr *expr) {
  const FunctionDecl *function = callee(expr->getCallee());
  if (!function) {
    llvm::ArrayRef<const Expr *> operands{expr->getArgs(), expr->getNumArgs()};
    const FunctionDecl *open = openOperator(expr->getOperator(), operands[0], operands.size() - 1);
    if (!open)
      open = freeOperator(expr->getCallee(), operands);
    if (open)
      return operatorCalled(expr, open, operands);
    if (dependentOperator(expr->getOperator(), expr->getNumArgs()).op != Op::NoOp)
      return dependentOperation(expr);
  }
  Nodes children = {None};
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Call, expr, children);
  if (function)
    setFunction(made, function);
  else
    unresolved(made, expr->getCallee());
  if (mayBeConstant(expr, 0))
    foldInto(made, expr);
  return made;
}

Index Walker::kernelCall(const CUDAKernelCallExpr *expr) {
  const FunctionDecl *function = callee(expr->getCallee());
  Nodes children = {expression(expr->getCallee())};
  if (const CallExpr *config = expr->getConfig())
    for (unsigned i = 0; i < config->getNumArgs(); i++)
      children.push_back(expression(config->getArg(i)));
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  Index made = addExpression(Kind::Launch_, expr, children);
  if (function)
    setFunction(made, function);
  deviceLaunch(expr, made);
  return made;
}

// recovered converts an expression that clang could not parse. In device code clang drops the configuration of a
// launch, but keeps the name of the kernel and the arguments.
Index Walker::recovered(const RecoveryExpr *expr) {
  llvm::ArrayRef<const Expr *> parts =
      const_cast<RecoveryExpr *>(expr)->subExpressions();
  auto *overloads = parts.empty() ? nullptr : llvm::dyn_cast<OverloadExpr>(strip(parts[0]));
  const FunctionDecl *function = overloads ? overload(overloads, parts.size() - 1) : nullptr;
  if (!function || !(attributes(function, nullptr) & WC_KERNEL))
    return unsupported(expr);
  Nodes children = {None};
  for (const Expr *argument : parts.drop_front())
    children.push_back(expression(argument));
  return addExpression(Kind::Launch_, expr, children);
}

Index Walker::construct(const CXXConstructExpr *expr) {
  Nodes children;
  for (unsigned i = 0; i < expr->getNumArgs(); i++)
    children.push_back(expression(expr->getArg(i)));
  const CXXConstructorDecl *constructor = expr->getConstructor();
  // A trivial constructor copies the bytes, or does nothing; T() zeroes first.
  if (constructor->isTrivial() && children.empty() && expr->requiresZeroInitialization())
    return addExpression(Kind::Zero, expr, {});
  Index made = addExpression(Kind::Construct, expr, children);
  if (!constructor->isTrivial())
    setFunction(made, constructor);
  return made;
}

// fill adds the elements of an array that its initialiser list does not name, if a constructor makes them. Zeros are
// left out, and so are the elements of an array with more than 256.
void Walker::fill(const Expr *filler, int64_t length, Nodes &to) {
  constexpr int64_t most = 256;
  if (llvm::isa<ImplicitValueInitExpr>(filler) || length > most)
    return;
  while (int64_t(to.size()) < length)
    to.push_back(expression(filler));
}

Index Walker::initList(const InitListExpr *expr) {
  if (!expr->isSemanticForm() && expr->getSemanticForm())
    expr = expr->getSemanticForm();
  Index of = type(expr->getType());
  int32_t kind = of == None ? int32_t(TypeKind::Invalid) : out.types[of].kind;
  bool open = kind == int32_t(TypeKind::Void); // the arguments of a template decide the type
  if (kind != int32_t(TypeKind::Record) && kind != int32_t(TypeKind::Array) &&
      kind != int32_t(TypeKind::Invalid)) {
    if (expr->getNumInits() == 0)
      return addExpression(Kind::Zero, expr, {});
    if (!open)
      return expression(expr->getInit(0));
  }
  Nodes children;
  for (const Expr *init : expr->inits())
    children.push_back(init && llvm::isa<ImplicitValueInitExpr>(init) ? None : expression(init));
  if (kind == int32_t(TypeKind::Array) && expr->hasArrayFiller())
    fill(expr->getArrayFiller(), out.types[of].len, children);
  Index made = addExpression(Kind::InitList, expr, children);
  if (const FieldDecl *member = expr->getInitializedFieldInUnion()) {
    Index index = field(member);
    out.nodes[made].field = index;
  }
  return made;
}

// initializerList makes the two fields of a std::initializer_list, in the order of both usual libraries: a pointer to
// the array, and its length.
Index Walker::initializerList(const CXXStdInitializerListExpr *expr) {
  Index array = expression(expr->getSubExpr());
  wc_type of = out.types[type(expr->getSubExpr()->getType())];
  if (of.kind != int32_t(TypeKind::Array))
    return unsupported(expr);
  Index start = addExpression(Kind::Cast, expr, {array});
  Index pointer = pointerTo(of.elem);
  out.nodes[start].op = int32_t(Op::CastDecay);
  out.nodes[start].type = pointer;
  Index count = integer(expr, of.len);
  wc_list fields = out.types[type(expr->getType())].fields;
  if (fields.count == 2)
    out.nodes[count].type = out.fields[out.lists[fields.start + 1]].type;
  return addExpression(Kind::InitList, expr, {start, count});
}

Index Walker::newExpression(const CXXNewExpr *expr) {
  Nodes children;
  for (unsigned i = 0; i < expr->getNumPlacementArgs(); i++)
    children.push_back(expression(expr->getPlacementArg(i)));
  if (expr->hasInitializer())
    children.push_back(expression(expr->getInitializer()));
  Index made = addExpression(Kind::New, expr, children);
  out.nodes[made].value = expr->getNumPlacementArgs();
  if (expr->isArray())
    out.nodes[made].op = int32_t(Op::CastDecay);
  return made;
}

} // namespace warpcheck
