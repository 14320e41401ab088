// Declarations: which functions a unit has, and the properties of functions and variables.
#include "walker.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/AST/Mangle.h"
#include "clang/Index/USRGeneration.h"

#include <algorithm>

using namespace clang;

namespace warpcheck {

// WrittenForDevice is set if the user wrote the attribute. clang adds some itself: it makes constexpr functions and
// lambdas callable from both sides.
constexpr int WrittenForDevice = 1 << 16;

Walker::Walker(ASTUnit &unit, const wc_request &request, Arrays &out, const std::vector<SourceLocation> &further)
    : unit(unit), context(unit.getASTContext()), sources(unit.getSourceManager()),
      systemPrefix(request.system_prefix ? request.system_prefix : ""), own(request.own), out(out) {
  findErrors(further);
}

void Walker::walk() {
  walkContext(context.getTranslationUnitDecl());
  findTiles();
  drain();
  drainPatterns();
  hostBodies();
  launches();
  collectFiles();
  collectEntered();
  collectSkipped();
  collectDiagnostics();
}

void Walker::walkContext(const DeclContext *context) {
  for (const Decl *decl = firstDeclaration(context); decl; decl = decl->getNextDeclInContext())
    if (!decl->isImplicit() && !inSystemHeader(decl))
      walkDeclaration(decl);
}

void Walker::walkDeclaration(const Decl *decl) {
  if (auto *function = llvm::dyn_cast<FunctionDecl>(decl)) {
    walkFunction(function);
  } else if (auto *functions = llvm::dyn_cast<FunctionTemplateDecl>(decl)) {
    walkFunctionTemplate(functions);
  } else if (auto *classes = llvm::dyn_cast<ClassTemplateDecl>(decl)) {
    walkClassTemplate(classes);
  } else if (auto *friendly = llvm::dyn_cast<FriendDecl>(decl)) {
    if (friendly->getFriendDecl() && !friendly->getFriendDecl()->isImplicit())
      walkDeclaration(friendly->getFriendDecl());
  } else if (auto *variable = llvm::dyn_cast<VarDecl>(decl)) {
    if (const Expr *init = variable->getInit())
      scan(init);
  } else if (auto *record = llvm::dyn_cast<CXXRecordDecl>(decl)) {
    if (record->isCompleteDefinition() && scanned.insert(record).second)
      walkContext(record);
  } else if (auto *context = asContext(decl)) {
    walkContext(context);
  }
}

void Walker::walkFunction(const FunctionDecl *function) {
  if (!function->doesThisDeclarationHaveABody() || function->isImplicit())
    return;
  if (!isWrittenForDevice(function))
    scanHost(function);
  else if (isPattern(function))
    patterns.push_back(function);
  else
    need(function);
}

void Walker::walkFunctionTemplate(const FunctionTemplateDecl *functions) {
  walkFunction(functions->getTemplatedDecl());
  for (const FunctionDecl *special : specialisations(functions))
    if (const FunctionDecl *definition = definitionOf(special))
      walkFunction(definition);
}

void Walker::walkClassTemplate(const ClassTemplateDecl *classes) {
  walkDeclaration(classes->getTemplatedDecl());
  for (const ClassTemplateSpecializationDecl *special : specialisations(classes))
    walkDeclaration(special);
}

// drain defines the functions on the work list. Defining one may add others to the list.
void Walker::drain() {
  for (size_t i = 0; i < pending.size(); i++)
    define(pending[i], Side::Device);
  pending.clear();
}

// drainPatterns adds the templates that nothing instantiates, as they are written. An instance of a lambda in a
// template is recognised by the position of the lambda only.
void Walker::drainPatterns() {
  for (const FunctionDecl *pattern : patterns)
    if (!instantiated.count(pattern->getCanonicalDecl()) && !lambdas.count(pattern->getLocation()))
      need(pattern);
  drain();
}

int Walker::attributes(const FunctionDecl *function, const Expr **maxThreads) {
  int flags = 0;
  if (!function->hasAttrs())
    return WC_HOST;
  for (const Attr *attribute : function->attrs()) {
    int written = attribute->isImplicit() ? 0 : WrittenForDevice;
    if (llvm::isa<CUDAGlobalAttr>(attribute))
      flags |= WC_KERNEL | written;
    else if (llvm::isa<CUDADeviceAttr>(attribute))
      flags |= WC_DEVICE | written;
    else if (llvm::isa<CUDAHostAttr>(attribute))
      flags |= WC_HOST;
    else if (auto *bounds = llvm::dyn_cast<CUDALaunchBoundsAttr>(attribute))
      if (maxThreads)
        *maxThreads = bounds->getMaxThreads();
  }
  return flags & (WC_KERNEL | WC_DEVICE) ? flags : flags | WC_HOST;
}

bool Walker::isWrittenForDevice(const FunctionDecl *function) {
  return attributes(function, nullptr) & WrittenForDevice;
}

// neverReturns reports whether a function is declared not to return: by [[noreturn]] or _Noreturn, which are attributes
// of the function, or by GNU's noreturn, which is an attribute of its type.
bool Walker::neverReturns(const FunctionDecl *function) {
  auto *type = llvm::dyn_cast<clang::FunctionType>(
      function->getType().getCanonicalType().getTypePtr());
  bool found = type && type->getNoReturnAttr();
  if (found || !function->hasAttrs())
    return found;
  for (const Attr *attribute : function->attrs()) {
    found |= llvm::isa<CXX11NoReturnAttr>(attribute) || llvm::isa<C11NoReturnAttr>(attribute);
  }
  return found;
}

// isPattern reports whether a function is a template or a member of one, rather than an instance.
bool Walker::isPattern(const FunctionDecl *function) {
  if (isTemplatePattern(function))
    return true;
  const DeclContext *context = function->getDeclContext();
  if (auto *record = llvm::dyn_cast<CXXRecordDecl>(context)) {
    if (this->context.getTypeDeclType(record)->isDependentType())
      return true;
    context = record->getDeclContext();
  }
  auto *outer = llvm::dyn_cast<FunctionDecl>(context);
  return outer && isPattern(outer);
}

Index Walker::function(const FunctionDecl *function) {
  const Decl *key = function->getCanonicalDecl();
  auto [found, fresh] = functionIndex.try_emplace(key, Index(out.funcs.size()));
  Index index = found->second;
  if (!fresh)
    return index;
  out.funcs.emplace_back();
  const FunctionDecl *definition = definitionOf(function);
  if (!definition)
    definition = function;
  const Expr *maxThreads = nullptr;
  wc_func made = {};
  made.flags = attributes(definition, &maxThreads) & ~WrittenForDevice;
  made.pattern = made.this_type = made.body = None;
  nameFunction(made, definition);
  int64_t limit;
  if (maxThreads && fold(maxThreads, limit))
    made.max_threads = int32_t(limit);
  if (made.flags & WC_KERNEL) {
    made.bounds = launchBounds(definition);
    readCluster(definition, made.cluster);
  }
  if (isPattern(definition))
    made.flags |= WC_PATTERN;
  if (neverReturns(function))
    made.flags |= WC_NO_RETURN;
  if (definition->isImplicit() || definition->isDefaulted())
    made.flags |= WC_IMPLICIT;
  if (auto *method = llvm::dyn_cast<CXXMethodDecl>(definition)) {
    made.flags |= method->isVirtual() ? WC_VIRTUAL : 0;
    made.flags |= llvm::isa<CXXConstructorDecl>(method) ? WC_CONSTRUCTOR : 0;
    made.flags |= llvm::isa<CXXDestructorDecl>(method) ? WC_DESTRUCTOR : 0;
    if (!method->isStatic())
      made.this_type = recordType(llvm::cast<CXXRecordDecl>(method->getDeclContext()));
  }
  made.result = type(resultType(function));
  Nodes params;
  for (unsigned i = 0; i < parameterCount(definition); i++)
    params.push_back(variable(definition->getParamDecl(i)));
  made.params = list(params);
  made.required = int32_t(definition->getMinRequiredArguments());
  out.funcs[index] = made;
  return index;
}

// isOfTemplate reports whether a declaration of an explicit specialisation has bounds because its template has them.
static bool isOfTemplate(const FunctionDecl *declaration, const CUDALaunchBoundsAttr *bounds) {
  const FunctionTemplateDecl *primary = declaration->getPrimaryTemplate();
  if (!primary || declaration->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
    return false;
  for (const RedeclarableTemplateDecl *one : primary->redecls())
    for (const Attr *attribute : one->getTemplatedDecl()->attrs())
      if (attribute->getLocation() == bounds->getLocation())
        return true;
  return false;
}

// launchBounds lists the launch bounds of a kernel's declarations, in the order of the text. An instance has the bounds
// of its template. An explicit specialisation has bounds of its own. A declaration inherits the bounds of the previous
// declaration; inherited bounds are left out.
wc_list Walker::launchBounds(const FunctionDecl *kernel) {
  const FunctionDecl *pattern = kernel->getTemplateInstantiationPattern();
  std::vector<wc_bounds> made;
  for (const FunctionDecl *declaration : (pattern ? pattern : kernel)->getMostRecentDecl()->redecls()) {
    if (!declaration->hasAttrs())
      continue;
    for (const Attr *attribute : declaration->attrs())
      if (auto *bounds = llvm::dyn_cast<CUDALaunchBoundsAttr>(attribute); bounds && !bounds->isInherited() && !isOfTemplate(declaration, bounds))
        made.push_back(writtenBounds(declaration, bounds));
  }
  wc_list range = {int32_t(out.bounds.size()), int32_t(made.size())};
  out.bounds.insert(out.bounds.end(), made.rbegin(), made.rend()); // clang lists the latest declaration first
  return range;
}

// writtenBounds returns the bounds of one attribute. Its second operand also contains the third
// (warpcheck/attributes.h).
wc_bounds Walker::writtenBounds(const FunctionDecl *declaration, const CUDALaunchBoundsAttr *bounds) {
  int32_t packed = bound(bounds->getMinBlocks());
  bool isKnown = packed >= 0;
  return {namePosition(declaration), bound(bounds->getMaxThreads()), isKnown ? packed & 0xffff : packed, isKnown ? packed >> 16 : packed};
}

// readCluster sets the extents of a kernel's cluster as its __cluster_dims__ has them (warpcheck/attributes.h). An
// extent that is left out is 1. If the kernel has no such attribute, or an extent is not constant, all stay 0.
void Walker::readCluster(const FunctionDecl *kernel, int32_t (&cluster)[3]) {
  if (!kernel->hasAttrs())
    return;
  for (const Attr *attribute : kernel->attrs()) {
    if (!isMarked(attribute, "warpcheck::cluster"))
      continue;
    auto *mark = llvm::cast<AnnotateAttr>(attribute);
    int32_t found[3] = {1, 1, 1};
    unsigned count = std::min(mark->args_size(), 3u);
    for (unsigned i = 0; i < count; i++)
      found[i] = bound(mark->args_begin()[i]);
    if (count > 0 && std::min({found[0], found[1], found[2]}) > 0)
      std::copy(found, found + 3, cluster);
  }
}

int32_t Walker::bound(const Expr *expr) {
  int64_t value;
  if (!expr)
    return 0;
  return fold(expr, value) ? int32_t(value) : -1;
}

Index Walker::recordType(const CXXRecordDecl *record) {
  return type(context.getTypeDeclType(record));
}

// keyOf returns a name that is the same in all units that declare the function. For a kernel that other units may
// launch it is the mangled name. Two declarations share it if they differ only in `const` or `__restrict__` of a
// parameter itself.
static std::string keyOf(const FunctionDecl *function) {
  std::string key;
  if (function->hasAttr<CUDAGlobalAttr>() && function->isExternallyVisible() && !function->isDependentContext() && !function->isInvalidDecl()) {
    llvm::raw_string_ostream to(key);
    std::unique_ptr<MangleContext> names(function->getASTContext().createMangleContext());
    GlobalDecl kernel(function, KernelReferenceKind::Kernel);
    if (names->shouldMangleDeclName(function)) {
      names->mangleName(kernel, to);
      to.flush();
      return key;
    }
  }
  llvm::SmallString<128> usr;
  return index::generateUSRForDecl(function, usr) ? "" : std::string(usr);
}

void Walker::nameFunction(wc_func &to, const FunctionDecl *function) {
  to.name = string(warpcheck::spelling(function));
  to.key = string(keyOf(function));
  // A function that the compiler adds has no place of its own: clang gives it the place of a call.
  bool own = function->isImplicit() && !llvm::isa<CXXMethodDecl>(function);
  to.pos = own ? None : namePosition(function);
  to.qualified = string(qualifiedName(function));
  if (const Decl *origin = patternOf(function))
    to.pattern = string(qualifiedName(templated(origin)));
}

// qualifiedName spells a function or class with its namespaces, classes and
// template arguments.
std::string Walker::qualifiedName(const Decl *decl) {
  std::string name;
  if (auto *function = llvm::dyn_cast<FunctionDecl>(decl)) {
    name = warpcheck::spelling(decl);
    auto arguments = warpcheck::templateArguments(function);
    if (!arguments.empty())
      name += "<" + templateArguments(arguments) + ">";
  } else {
    auto *record = llvm::dyn_cast<CXXRecordDecl>(decl);
    name = record && record->isLambda() ? "(lambda)"
                                        : displayName(decl, context.getPrintingPolicy());
    if (name.empty() && record)
      name = typeSpelling(context.getTypeDeclType(record));
    else if (name.empty())
      name = "(anonymous)";
  }
  const Decl *parent = asDeclaration(decl->getDeclContext());
  return parent ? qualifiedName(parent) + "::" + name : name;
}

std::string Walker::templateArguments(llvm::ArrayRef<TemplateArgument> arguments) {
  std::string list;
  for (const TemplateArgument &argument : arguments) {
    std::string one;
    switch (argument.getKind()) {
    case TemplateArgument::Type:
      one = typeSpelling(argument.getAsType());
      break;
    case TemplateArgument::Integral:
      one = integralArgument(argument);
      break;
    case TemplateArgument::Declaration:
      one = warpcheck::spelling(argument.getAsDecl());
      break;
    case TemplateArgument::Pack:
      one = templateArguments(argument.getPackAsArray());
      break;
    case TemplateArgument::NullPtr:
      one = "nullptr";
      break;
    default:
      one = "?";
    }
    list += (list.empty() || one.empty() ? "" : ", ") + one;
  }
  return list;
}

// namespacesOf spells the namespaces around a declaration, each followed by "::". An extern variable in a function
// belongs to the namespace around the function.
static std::string namespacesOf(const DeclContext *context) {
  std::string names;
  for (; context; context = context->getParent())
    if (auto *space = llvm::dyn_cast<NamespaceDecl>(context))
      names = (space->isAnonymousNamespace() ? "(anonymous)" : warpcheck::spelling(space)) + "::" + names;
  return names;
}

// scopeName spells a class template without arguments, with the namespaces that a program has to name, followed by
// "::"; "" if classes is nullptr.
static std::string scopeName(const ClassTemplateDecl *classes) {
  if (!classes)
    return "";
  std::string name = warpcheck::spelling(classes) + "::";
  const DeclContext *outer = classes->getDeclContext();
  for (; llvm::isa<NamespaceDecl>(outer); outer = outer->getParent())
    if (!outer->isInlineNamespace())
      name = warpcheck::spelling(llvm::cast<NamespaceDecl>(outer)) + "::" + name;
  return name;
}

// namedFunction returns a function for a callee that template parameters decide. Only its name is known, and possibly
// the class template that it is a method of. The result is None for a name that is no identifier, such as an operator.
Index Walker::namedFunction(DeclarationName name, const ClassTemplateDecl *owner) {
  if (!name.isIdentifier() || !name.getAsIdentifierInfo())
    return None;
  std::string plain = name.getAsIdentifierInfo()->getName().str();
  std::string qualified = scopeName(owner) + plain;
  auto [found, fresh] = namedFunctions.try_emplace(qualified, Index(out.funcs.size()));
  if (fresh) {
    wc_func made = {};
    made.name = string(plain);
    made.qualified = string(qualified);
    made.key = string("");
    made.pattern = made.this_type = made.body = made.pos = made.result = None;
    made.flags = WC_PATTERN;
    out.funcs.push_back(made);
  }
  return found->second;
}

// need puts a function that device code uses on the work list.
void Walker::need(const FunctionDecl *function) {
  if (frame.side == Side::Host || !asked.insert(function->getCanonicalDecl()).second)
    return;
  const FunctionDecl *definition = definitionOf(function);
  if (definition || (isOfMadeClass(function) && writtenTemplate(function)))
    pending.push_back(definition ? definition : function);
}

void Walker::needDestructor(QualType of) {
  if (of.isNull())
    return;
  of = of.getCanonicalType();
  while (auto *array = llvm::dyn_cast<ArrayType>(of.getTypePtr()))
    of = array->getElementType().getCanonicalType();
  auto *classes = of->isDependentType() ? primary(of) : nullptr;
  const CXXRecordDecl *record = classes ? classOf(classes) : recordOf(of);
  if (record && record->isCompleteDefinition())
    if (auto *special = destructor(record))
      need(special);
}

// define adds a function with its body. A method of an instance that clang has not instantiated gets the body of its
// template, with the fields of its own object.
void Walker::define(const FunctionDecl *definition, Side side) {
  const FunctionDecl *from = writtenTemplate(definition);
  const FunctionDecl *written = from ? definitionOf(from) : definition;
  const Stmt *body = bodyOf(written);
  if (!body)
    return;
  Index index = function(definition);
  for (const Decl *of = from ? nullptr : patternOf(definition); of; of = patternOf(of))
    instantiated.insert(templated(of)->getCanonicalDecl());
  if (from)
    instantiated.insert(written->getCanonicalDecl());
  frame = from ? frameOfMade(definition, written) : frameOf(definition, side);
  if (from)
    out.funcs[index].flags |= WC_PATTERN;
  wc_list inits = {0, 0};
  if (auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(written))
    inits = initialisers(constructor);
  if (auto *special = llvm::dyn_cast<CXXDestructorDecl>(definition))
    needMembers(llvm::cast<CXXRecordDecl>(special->getDeclContext()));
  Index node = withAssertions(written, body);
  frame = Frame();
  out.funcs[index].inits = inits;
  out.funcs[index].body = node;
  (side == Side::Device ? out.defined : out.hosts).push_back(index);
}

// withAssertions returns the body of a function, after the conditions of the static assertions in the classes around
// it.
Index Walker::withAssertions(const FunctionDecl *function, const Stmt *body) {
  Nodes all;
  for (const DeclContext *in = function->getDeclContext(); llvm::isa<CXXRecordDecl>(in); in = in->getParent())
    for (const Decl *decl : in->decls())
      assertion(decl, body, all);
  Index node = statement(body);
  if (all.empty())
    return node;
  all.push_back(node);
  return add(Kind::Compound, body, all);
}

// needMembers adds the destructors of fields and bases, because a destructor calls them.
void Walker::needMembers(const CXXRecordDecl *record) {
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
    if (auto *member = llvm::dyn_cast<FieldDecl>(decl))
      needDestructor(member->getType());
  for (auto &base : bases(record))
    needDestructor(base.getTypeSourceInfo()->getType());
}

// frameOf returns the frame of a function. For the body of a lambda it maps captured variables to fields of the
// closure, which are in the order of the captures.
Walker::Frame Walker::frameOf(const FunctionDecl *function, Side side) {
  Frame made;
  made.side = side;
  made.function = function;
  auto *record = llvm::dyn_cast<CXXRecordDecl>(function->getDeclContext());
  if (!record || !record->isCompleteDefinition() || !record->isLambda())
    return made;
  made.closure = record;
  recordType(record); // this call finds out the captures
  for (const Implied &one : implied[record])
    made.implied[one.variable->getCanonicalDecl()] = one.field;
  const Decl *decl = firstDeclaration(record);
  for (const LambdaCapture &capture : captures(record)) {
    while (decl && !llvm::isa<FieldDecl>(decl))
      decl = decl->getNextDeclInContext();
    if (!decl)
      break;
    auto *field = llvm::cast<FieldDecl>(decl);
    if (capture.capturesThis())
      made.thisField = field;
    else if (capture.capturesVariable())
      made.captures[capture.getCapturedVar()->getCanonicalDecl()] = field;
    decl = decl->getNextDeclInContext();
  }
  return made;
}

// frameOfMade returns the frame of a method that gets the body of its template from. It maps the parameters, methods
// and fields of the template to those of the method, its class and its object.
Walker::Frame Walker::frameOfMade(const FunctionDecl *function, const FunctionDecl *from) {
  Frame made;
  made.function = function;
  made.object = llvm::cast<CXXRecordDecl>(function->getDeclContext());
  for (unsigned i = 0; i < std::min(parameterCount(function), parameterCount(from)); i++)
    made.made[from->getParamDecl(i)] = function->getParamDecl(i);
  const Decl *field = firstDeclaration(llvm::cast<CXXRecordDecl>(from->getDeclContext()));
  for (const Decl *decl = firstDeclaration(made.object); decl; decl = decl->getNextDeclInContext()) {
    if (auto *method = llvm::dyn_cast<FunctionDecl>(decl)) {
      if (const Decl *of = patternOf(method))
        made.made[templated(of)->getCanonicalDecl()] = method;
    } else if (llvm::isa<FieldDecl>(decl)) {
      while (field && !llvm::isa<FieldDecl>(field))
        field = field->getNextDeclInContext();
      if (!field)
        break;
      made.made[field] = decl;
      field = field->getNextDeclInContext();
    }
  }
  return made;
}

// addMemberDefaults adds the default values of fields that no other initialiser sets. clang does not add them in a
// class that depends on template arguments.
void Walker::addMemberDefaults(const CXXRecordDecl *record, std::vector<wc_init> &to) {
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext()) {
    auto *member = llvm::dyn_cast<FieldDecl>(decl);
    const Expr *value = member ? member->getInClassInitializer() : nullptr;
    if (!value)
      continue;
    Index index = field(member);
    if (llvm::none_of(to, [&](const wc_init &init) { return init.field == index; }))
      to.push_back({index, None, expression(value)});
  }
}

wc_list Walker::addInitialisers(const std::vector<wc_init> &made) {
  wc_list range = {int32_t(out.inits.size()), int32_t(made.size())};
  out.inits.insert(out.inits.end(), made.begin(), made.end());
  return range;
}

// defaultConstructor returns the implicit default constructor of a class template. clang makes none as long as nobody
// instantiates the template.
Index Walker::defaultConstructor(const CXXRecordDecl *record) {
  auto [found, fresh] = functionIndex.try_emplace(record, Index(out.funcs.size()));
  Index index = found->second;
  if (!fresh)
    return index;
  out.funcs.emplace_back();
  wc_func made = {};
  made.flags = WC_DEVICE | WC_PATTERN | WC_CONSTRUCTOR | WC_IMPLICIT;
  made.pattern = made.result = None;
  made.qualified = string(qualifiedName(record));
  made.name = made.qualified;
  made.key = string("default constructor of " + qualifiedName(record));
  made.pos = namePosition(record);
  made.this_type = recordType(record);
  made.params = list({});
  Frame outer = std::exchange(frame, Frame());
  std::vector<wc_init> inits;
  addMemberDefaults(record, inits);
  made.inits = addInitialisers(inits);
  made.body = nodeAt(Kind::Compound, made.pos, {});
  frame = std::move(outer);
  out.funcs[index] = made;
  out.defined.push_back(index);
  return index;
}

wc_list Walker::initialisers(const CXXConstructorDecl *constructor) {
  std::vector<wc_init> made;
  for (const CXXCtorInitializer *init : warpcheck::initialisers(constructor)) {
    wc_init one = {None, None, None};
    if (init->isAnyMemberInitializer()) {
      const FieldDecl *member = this->made(init->getAnyMember());
      recordType(llvm::cast<CXXRecordDecl>(member->getDeclContext()));
      one.field = field(member);
    } else if (init->isBaseInitializer()) {
      one.base = type(init->getTypeSourceInfo()->getType());
    }
    one.value = expression(init->getInit());
    made.push_back(one);
  }
  if (isPattern(constructor))
    addMemberDefaults(llvm::cast<CXXRecordDecl>(constructor->getDeclContext()), made);
  return addInitialisers(made);
}

Index Walker::variable(const VarDecl *variable) {
  variable = made(variable);
  const Decl *key = variable->getCanonicalDecl();
  auto [found, fresh] = variableIndex.try_emplace(key, Index(out.vars.size()));
  Index index = found->second;
  if (!fresh)
    return index;
  out.vars.push_back({None, None, None, None, None, 0, 0, 0, 0});
  fillVariable(index, variable);
  return index;
}

// pointsToUnwritten reports whether a type is a restrict pointer to const. Nobody may write what is read through the
// pointer while the pointer lives (C11 6.7.3.1).
static bool pointsToUnwritten(QualType type) {
  type = type.getCanonicalType();
  auto *pointer = llvm::dyn_cast<PointerType>(type.getTypePtr());
  return pointer && type.isRestrictQualified() && pointer->getPointeeType().isConstQualified();
}

// holdsFunctions reports whether a type is a pointer to a function, or an array or a class with one. To resolve calls
// through such a pointer, the initialiser is needed.
bool Walker::holdsFunctions(QualType type) {
  type = type.getCanonicalType();
  while (auto *array = llvm::dyn_cast<ArrayType>(type.getTypePtr()))
    type = array->getElementType().getCanonicalType();
  if (pointsToFunction(type))
    return true;
  const CXXRecordDecl *record = type->isDependentType() ? nullptr : recordOf(type);
  if (!record || !record->isCompleteDefinition())
    return false;
  auto [found, fresh] = functionHolders.try_emplace(record, false);
  if (!fresh)
    return found->second; // a class that does not parse may contain itself
  bool holds = false;
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
    if (auto *member = llvm::dyn_cast<FieldDecl>(decl))
      holds |= holdsFunctions(member->getType());
  for (auto &base : bases(record))
    holds |= holdsFunctions(base.getTypeSourceInfo()->getType());
  return functionHolders[record] = holds;
}

void Walker::fillVariable(Index index, const VarDecl *variable) {
  wc_var made = {None, None, None, None, None, 0, 0, 0, 0};
  made.name = string(variable->getIdentifier() ? variable->getIdentifier()->getName() : "");
  made.pos = namePosition(variable);
  made.type = typeOf(variable);
  made.storage = int32_t(storage(variable, made.flags));
  if (Storage(made.storage) == Storage::Shared && !variable->isStaticLocal() && !variable->isExternC())
    made.scope = string(namespacesOf(variable->getDeclContext()));
  made.flags |= isOwn(variable) ? WC_OWN : 0;
  made.flags |= variable->isConstexpr() ? WC_CONST : 0;
  // A canonical array type has its qualifiers on the type of the elements.
  for (QualType part = variable->getType().getCanonicalType();;) {
    made.flags |= part.isConstQualified() ? WC_CONST : 0;
    made.flags |= part.isVolatileQualified() ? WC_VOLATILE : 0;
    auto *array = llvm::dyn_cast<ArrayType>(part.getTypePtr());
    if (!array)
      break;
    part = array->getElementType();
  }
  made.alignment = alignmentOf(variable);
  made.flags |= pointsToUnwritten(variable->getType()) ? WC_UNWRITTEN : 0;
  out.vars[index] = made;
  if (variable->getIdentifier() && isDiagnosed())
    named[{variable->getDeclContext(), variable->getIdentifier()->getName().str()}] = index;
  if (llvm::isa<ParmVarDecl>(variable) || Storage(made.storage) == Storage::Shared)
    return; // shared variables have no initialiser
  bool local = variable->hasLocalStorage();
  const Expr *init = variable->getInit();
  if (!init && !(local && primary(variable->getType())))
    return;
  if (!(local || made.flags & (WC_CONST | WC_STATIC | WC_OWN) || holdsFunctions(variable->getType()) || isOfDevice(variable)))
    return;
  bool constant = init && made.flags & WC_CONST && (variable->isConstexpr() || mayBeConstant(init, 0));
  if (constant && foldAs(made.type, init, made.value))
    made.flags |= WC_VALUE;
  Frame outer = frame;
  if (!local) {
    frame = Frame();
    frame.side = outer.side;
  }
  made.init = firstValueOf(index, variable, init);
  frame = std::move(outer);
  out.vars[index] = made;
}

// firstValueOf returns the initialiser of a variable. If the class of the variable or of its initialiser depends on
// template arguments, it adds the call of the constructor or of the conversion, because clang does not add it.
Index Walker::firstValueOf(Index index, const VarDecl *variable, const Expr *init) {
  Index made = None;
  if (auto *list = llvm::dyn_cast_or_null<ParenListExpr>(init)) {
    Expr **given = const_cast<ParenListExpr *>(list)->getExprs();
    made = constructed(position(init), variable->getType(), {given, given + list->getNumExprs()});
  } else if (auto *list = llvm::dyn_cast_or_null<InitListExpr>(init)) {
    made = constructed(position(init), variable->getType(), list->inits());
  } else if (!init) {
    made = constructed(out.vars[index].pos, variable->getType(), {});
  } else {
    made = converted(init, variable->getType());
  }
  return made == None && init ? expression(init) : made;
}

// isOwn reports whether a host variable is invisible to other units: it is declared static outside of a class, or it is
// in a namespace without a name.
bool Walker::isOwn(const VarDecl *variable) {
  if (variable->hasLocalStorage() || isOfDevice(variable))
    return false;
  const DeclContext *context = variable->getDeclContext();
  if (variable->getStorageClass() == SC_Static && !llvm::isa<CXXRecordDecl>(context))
    return true;
  while (auto *space = llvm::dyn_cast<NamespaceDecl>(context)) {
    if (!space->getIdentifier())
      return true;
    context = space->getDeclContext();
  }
  return false;
}

// isOfDevice reports whether a variable is in device memory.
bool Walker::isOfDevice(const VarDecl *variable) {
  return variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>() ||
         variable->hasAttr<CUDASharedAttr>() || variable->hasAttr<HIPManagedAttr>();
}

// isMarked reports whether an attribute is a mark of the frontend with this name. shared.go marks shared variables that
// clang has to treat as local variables. refused.go marks lambdas around launches. attributes.h marks kernels with clusters.
bool Walker::isMarked(const Attr *attribute, llvm::StringRef as) {
  auto *mark = llvm::dyn_cast<AnnotateAttr>(attribute);
  return mark && mark->getAnnotation() == as;
}

Storage Walker::storage(const VarDecl *variable, int &flags) {
  if (llvm::isa<ParmVarDecl>(variable))
    return Storage::Param;
  Storage found = variable->hasLocalStorage() ? Storage::Local : Storage::Global;
  bool isInFunction = llvm::isa<FunctionDecl>(variable->getDeclContext());
  if (variable->getStorageClass() == SC_Static && isInFunction)
    flags |= WC_STATIC;
  if (!variable->hasAttrs())
    return found;
  for (const Attr *attribute : variable->attrs()) {
    if (llvm::isa<CUDASharedAttr>(attribute) ||
        isMarked(attribute, "warpcheck::unbuilt"))
      found = Storage::Shared;
    else if (llvm::isa<CUDAConstantAttr>(attribute))
      found = Storage::Constant;
  }
  return found;
}

} // namespace warpcheck
