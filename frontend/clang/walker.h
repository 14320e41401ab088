// Walker reads clang's syntax tree and fills the flat arrays of tree.h.
//
// The tree is walked once, by recursion over clang::Stmt; functions are found by a work list that starts at the kernels
// and device functions outside system headers (declarations.cc). A template that nobody instantiates is walked as it is
// written. So are the function templates that it calls and that have no instances (calls.cc).
#ifndef WARPCHECK_WALKER_H
#define WARPCHECK_WALKER_H

#include "kinds.h"
#include "queries.h"
#include "tree.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace clang {
class ASTUnit;
class CUDALaunchBoundsAttr;
}

namespace warpcheck {

using Index = wc_index;
constexpr Index None = -1;
// Hand-written code does not nest deeper. Generated code that does is cut.
constexpr int MaxDepth = 2000;

// The arrays, before they are passed to Go.
struct Arrays {
  std::string text;
  std::vector<int64_t> strings;
  std::vector<wc_pos> positions;
  std::vector<wc_node> nodes;
  std::vector<wc_asm> assemblies;
  std::vector<wc_type> types;
  std::vector<wc_field> fields;
  std::vector<wc_var> vars;
  std::vector<wc_func> funcs;
  std::vector<wc_init> inits;
  std::vector<wc_bounds> bounds;
  std::vector<wc_launch> launches;
  std::vector<wc_diagnostic> diagnostics;
  std::vector<Index> lists, defined, hosts, files, entered, skipped;
};

class Words;

// A range of source text. end is behind its last character.
struct Range {
  clang::SourceLocation begin, end;
};

// The result of clang's evaluation of an expression: value is valid if integral is set.
struct Evaluated {
  bool integral;
  int64_t value;
};

class Walker {
public:
  // further are the locations of errors that are not in the unit's own list.
  Walker(clang::ASTUnit &unit, const wc_request &request, Arrays &out, const std::vector<clang::SourceLocation> &further);

  // walk fills the arrays from the whole unit.
  void walk();

private:
  using Nodes = std::vector<Index>;

  // The side of the code that is walked. In device code, every callee with a body is added to the work list. In host
  // code, no callee is.
  enum class Side { Device, Host };

  // The function whose body is being walked.
  struct Frame {
    Side side = Side::Device;
    const clang::FunctionDecl *function = nullptr;
    // For the body of a lambda: its closure, the fields of captured variables, and the field of a captured this.
    const clang::CXXRecordDecl *closure = nullptr;
    std::unordered_map<const clang::Decl *, const clang::FieldDecl *> captures;
    const clang::FieldDecl *thisField = nullptr;
    // The fields of implicit captures in a template, which clang does not list.
    std::unordered_map<const clang::Decl *, Index> implied;
    // Set for a method that gets the body of its template (see define). object is the class of the method. made maps
    // the fields, methods and parameters of the template to those of the method and its class.
    std::unordered_map<const clang::Decl *, const clang::Decl *> made;
    const clang::CXXRecordDecl *object = nullptr;
    // Set in the default initialiser of a field.
    bool inDefault = false;
    // In the copy of an array: the variable that counts the elements.
    Index turn = None;
  };

  // An implicit capture of a lambda in a template: the variable, and its field in the closure.
  struct Implied {
    const clang::VarDecl *variable;
    Index field;
  };

  // A launch: the expression for the kernel, nullptr if a structure holds the kernel, and the call.
  struct Start {
    const clang::Expr *kernel;
    const clang::Stmt *at;
  };

  // A location as an offset in a file; file is nullptr if it is in none.
  struct FilePlace {
    const clang::FileEntry *file;
    clang::FileID id;
    unsigned offset;
  };

  // positions.cc
  Index string(llvm::StringRef text);
  std::string typeSpelling(clang::QualType type);
  FilePlace placeIn(clang::SourceLocation location);
  Range rangeFrom(clang::SourceRange tokens);
  Range rangeOf(const clang::Stmt *stmt);
  Range rangeOf(const clang::VarDecl *variable);
  Index position(Range range);
  Index position(const clang::Stmt *stmt);
  Index namePosition(const clang::NamedDecl *decl);
  Index spelling(clang::SourceLocation location);
  wc_pos place(clang::SourceLocation start, clang::SourceLocation end);
  bool isStandIn(const FilePlace &place);
  bool isOwn(const FilePlace &place);
  bool isSystem(clang::SourceLocation location, const FilePlace &place);
  template <typename Visit> void forEachRead(Visit visit);
  bool inSystemHeader(const clang::Decl *decl);
  bool isInStandIn(const clang::Decl *decl);
  void collectFiles();
  void collectEntered();
  void collectSkipped();

  // diagnostics.cc
  llvm::ArrayRef<clang::StoredDiagnostic> diagnostics();
  bool isDiagnosed();
  void addDiagnostic(const clang::StoredDiagnostic &message, llvm::ArrayRef<clang::StoredDiagnostic> notes);
  void findErrors(const std::vector<clang::SourceLocation> &further);
  void collectDiagnostics();

  // types.cc
  Index type(clang::QualType type);
  void fillType(Index index, clang::QualType type);
  void fillBuiltin(wc_type &to, const clang::BuiltinType *type, int64_t size);
  void fillRecord(Index index, const clang::CXXRecordDecl *record);
  void nameCaptures(const clang::CXXRecordDecl *record, const Nodes &fields);
  Index pointerTo(Index elem);
  Index referenceTo(Index elem);
  std::string typeName(Index type);
  Index field(const clang::Decl *decl);
  int64_t offset(const clang::FieldDecl *field);
  const clang::CXXRecordDecl *recordOf(clang::QualType type);
  bool pointsToFunction(clang::QualType type);
  Nodes enumerators(clang::QualType type);
  bool holdsFunctions(clang::QualType type);

  // declarations.cc
  void walkContext(const clang::DeclContext *context);
  void walkDeclaration(const clang::Decl *decl);
  void walkFunction(const clang::FunctionDecl *function);
  void walkFunctionTemplate(const clang::FunctionTemplateDecl *functions);
  void walkClassTemplate(const clang::ClassTemplateDecl *classes);
  void drain();
  void drainPatterns();
  int attributes(const clang::FunctionDecl *function, const clang::Expr **maxThreads);
  bool isWrittenForDevice(const clang::FunctionDecl *function);
  static bool isMarked(const clang::Attr *attribute, llvm::StringRef as);
  bool neverReturns(const clang::FunctionDecl *function);
  bool isPattern(const clang::FunctionDecl *function);
  Index function(const clang::FunctionDecl *function);
  Index recordType(const clang::CXXRecordDecl *record);
  void nameFunction(wc_func &to, const clang::FunctionDecl *function);
  std::string qualifiedName(const clang::Decl *decl);
  std::string templateArguments(llvm::ArrayRef<clang::TemplateArgument> arguments);
  Index namedFunction(clang::DeclarationName name, const clang::ClassTemplateDecl *owner);
  void need(const clang::FunctionDecl *function);
  void needDestructor(clang::QualType type);
  const clang::CXXDestructorDecl *destructor(const clang::CXXRecordDecl *record);
  void needMembers(const clang::CXXRecordDecl *record);
  Index withAssertions(const clang::FunctionDecl *function, const clang::Stmt *body);
  void define(const clang::FunctionDecl *definition, Side side);
  Frame frameOf(const clang::FunctionDecl *function, Side side);
  Frame frameOfMade(const clang::FunctionDecl *function, const clang::FunctionDecl *from);
  // made maps a declaration of a template to that of the method which gets the template's body (Frame::made).
  template <typename Declaration> const Declaration *made(const Declaration *decl) {
    auto found = frame.made.find(decl);
    return found == frame.made.end() ? decl : llvm::cast<Declaration>(found->second);
  }
  Index defaultConstructor(const clang::CXXRecordDecl *record);
  void addMemberDefaults(const clang::CXXRecordDecl *record, std::vector<wc_init> &to);
  wc_list addInitialisers(const std::vector<wc_init> &made);
  wc_list launchBounds(const clang::FunctionDecl *kernel);
  void readCluster(const clang::FunctionDecl *kernel, int32_t (&cluster)[3]);
  wc_bounds writtenBounds(const clang::FunctionDecl *declaration, const clang::CUDALaunchBoundsAttr *bounds);
  int32_t bound(const clang::Expr *expr);
  wc_list initialisers(const clang::CXXConstructorDecl *constructor);
  Index variable(const clang::VarDecl *variable);
  void fillVariable(Index index, const clang::VarDecl *variable);
  Storage storage(const clang::VarDecl *variable, int &flags);
  bool isOwn(const clang::VarDecl *variable);
  bool isOfDevice(const clang::VarDecl *variable);

  // launches.cc
  void scanHost(const clang::FunctionDecl *function);
  void hostBodies();
  void scan(const clang::Stmt *root);
  void scanOne(const clang::Stmt *stmt);
  void scanCall(const clang::CallExpr *call);
  void scanLambda(const clang::LambdaExpr *lambda);
  void deviceLaunch(const clang::CUDAKernelCallExpr *kernel, Index made);
  void pass(const clang::CallExpr *call, const clang::FunctionDecl *function);
  const clang::Expr *launched(const clang::FunctionDecl *lambda);
  void assign(const clang::Expr *to, const clang::Expr *value);
  bool isRuntimeCall(const clang::FunctionDecl *function);
  void scanRuntimeCall(const clang::CallExpr *call, const clang::FunctionDecl *function);
  void scanConstructor(const clang::CXXConstructorDecl *constructor);
  void mention(const clang::Expr *expr);
  void launches();
  void launch(const Start &start);
  void kernels(const clang::Expr *expr, int depth,
               std::vector<const clang::FunctionDecl *> &found);

  // statements.cc
  Index statement(const clang::Stmt *stmt);
  Index statementKind(const clang::Stmt *stmt);
  Index compound(const clang::CompoundStmt *stmt);
  void declarations(const clang::DeclStmt *stmt, Nodes &to);
  void assertion(const clang::Decl *decl, const clang::Stmt *where, Nodes &to);
  Index declarationOf(const clang::DeclStmt *stmt, const clang::VarDecl *variable);
  Index declaration(const clang::DeclStmt *stmt);
  Index opening(const clang::Stmt *init, const clang::Stmt *condition);
  Index ifStatement(const clang::IfStmt *stmt);
  Index forStatement(const clang::ForStmt *stmt);
  Index rangeFor(const clang::CXXForRangeStmt *stmt);
  Index labelled(Index node, const clang::LabelDecl *label);
  Index tryStatement(const clang::CXXTryStmt *stmt);
  Index assembly(const clang::GCCAsmStmt *stmt);
  Index unsupported(const clang::Stmt *stmt);
  Index add(Kind kind, const clang::Stmt *at, const Nodes &children);

  // unparsed.cc
  Index unparsedGuard(const clang::DeclStmt *stmt, const clang::VarDecl *variable);
  Index unparsedInitialiser(const clang::DeclStmt *stmt, const clang::VarDecl *variable, Index var);
  Index nodeAt(Kind kind, Index at, const Nodes &children);
  Index referredType(Index type);
  Index valueType(Index var);
  Index nameOf(Index var, Index at);
  Index madeOf(const Nodes &parts, Index type, Index at);
  Index returned(const Nodes &parts, Index at);
  clang::SourceLocation keptUntil(const clang::Stmt *stmt);
  Index misreadCall(const clang::DeclStmt *stmt);
  Index dropped(clang::SourceLocation from, clang::SourceLocation to, bool *declares = nullptr);
  bool isOwnScalar(Index var);
  Index droppedWords(const Words &words, unsigned end, Index at);

  // expressions.cc
  Index expression(const clang::Expr *expr);
  Index expressionKind(const clang::Expr *expr);
  Index addExpression(Kind kind, const clang::Expr *expr, const Nodes &children);
  Index withText(Index node, llvm::StringRef text);
  Index leaf(const clang::Expr *expr);
  Index templateConst(const clang::Expr *expr, llvm::StringRef parameter);
  Index templateParameter(const clang::Expr *expr, const clang::NonTypeTemplateParmDecl *parameter);
  Index local(Index type, Index init);
  Index read(const clang::Expr *expr, Index var);
  Index keep(const clang::OpaqueValueExpr *expr);
  Index kept(const clang::OpaqueValueExpr *expr);
  Index arrayCopy(const clang::ArrayInitLoopExpr *expr);
  Index integer(const clang::Expr *expr, int64_t value);
  Index floating(const clang::Expr *expr);
  Index constant(const clang::Expr *expr);
  Index reference(const clang::Expr *expr, const clang::ValueDecl *decl);
  Index captured(const clang::Expr *expr, Index field);
  Index thisExpression(const clang::CXXThisExpr *expr);
  Index member(const clang::MemberExpr *expr);
  Index dependentMember(const clang::CXXDependentScopeMemberExpr *expr);
  bool readsTemplateConstant(const clang::CXXDependentScopeMemberExpr *expr);
  Index dependentConstruct(const clang::Expr *expr,
                           llvm::ArrayRef<const clang::Expr *> arguments);
  Index property(const clang::MSPropertyRefExpr *expr);
  Index binary(const clang::BinaryOperator *expr);
  Index unary(const clang::UnaryOperator *expr);
  Index cast(const clang::CastExpr *expr);

  // constants.cc
  static int64_t converted(int64_t value, const wc_type &to);
  void copyKnown(Index from, Index to);
  bool fold(const clang::Expr *expr, int64_t &value);
  bool foldAs(Index to, const clang::Expr *expr, int64_t &value);
  Evaluated evaluate(const clang::Expr *expr);
  Evaluated ask(const clang::Expr *expr);
  static int64_t valueOf(const clang::EnumConstantDecl *enumerator);
  bool literal(const clang::Expr *expr, int64_t &value);
  bool isCallWithConstants(const clang::Expr *expr, std::vector<int64_t> &call);
  void foldInto(Index node, const clang::Expr *expr);
  const clang::DeclRefExpr *objectOf(const clang::Expr *expr);
  bool readsConstant(const clang::Expr *expr);
  bool mayBeConstant(const clang::Expr *expr, int depth);

  // closures.cc
  const clang::CXXMethodDecl *callOperator(const clang::CXXRecordDecl *closure);
  const clang::CXXRecordDecl *closureOf(const clang::Expr *object);
  const clang::CXXRecordDecl *closureIn(const clang::VarDecl *variable);
  Index typeOf(const clang::VarDecl *variable);
  void impliedBy(const clang::CXXRecordDecl *closure, Index of, Nodes &fields);
  template <typename Tell> void eachNamed(const clang::FunctionDecl *function, Tell tell);
  bool isHeld(Index variable);
  Index heldType(const clang::VarDecl *variable);
  Index outer(const clang::Expr *lambda, const clang::VarDecl *variable);
  Index lambda(const clang::LambdaExpr *expr);
  void hostLambda(Index lambda, const clang::FunctionDecl *function);

  // tiles.cc
  // A constant that the arguments of a template decide.
  using OpenConstant = std::pair<const void *, const void *>;
  OpenConstant openConstant(const clang::Expr *expr);
  bool isTileSize(const clang::Expr *expr);
  Index tileSize(const clang::Expr *expr);
  const clang::OverloadExpr *groupFunctions(const clang::Expr *callee);
  const clang::Expr *sizeOfTile(clang::QualType type);
  void findTiles();
  const clang::CXXRecordDecl *tileOf(const clang::Expr *size);
  std::vector<const clang::NamedDecl *> groupMembers(llvm::StringRef name);
  const clang::CXXRecordDecl *groupOf(const clang::Expr *object);
  const clang::CXXRecordDecl *groupIn(const clang::VarDecl *variable);
  const clang::FunctionDecl *ofGroup(const clang::CallExpr *call);
  Index openTile(const clang::CallExpr *call);
  int64_t openTileSize();

  // calls.cc
  Index call(const clang::CallExpr *expr);
  Index operatorCall(const clang::CXXOperatorCallExpr *expr);
  Index dependentOperation(const clang::CXXOperatorCallExpr *expr);
  Index kernelCall(const clang::CUDAKernelCallExpr *expr);
  Index recovered(const clang::RecoveryExpr *expr);
  Index construct(const clang::CXXConstructExpr *expr);
  Index memberPointerCall(const clang::CallExpr *expr, const clang::BinaryOperator *pointed);
  const clang::FunctionDecl *pointedLambda(const clang::CallExpr *expr,
                                           const clang::CXXMethodDecl *method);
  std::vector<const clang::FunctionDecl *> callOperators(const clang::CXXRecordDecl *closure);
  Index lambdaPointer(const clang::CallExpr *expr, const clang::FunctionDecl *body);
  void fill(const clang::Expr *filler, int64_t length, Nodes &to);
  Index initList(const clang::InitListExpr *expr);
  Index initializerList(const clang::CXXStdInitializerListExpr *expr);
  Index newExpression(const clang::CXXNewExpr *expr);
  const clang::FunctionDecl *callee(const clang::Expr *expr);
  const clang::FunctionDecl *overload(const clang::OverloadExpr *overloads, unsigned arguments);
  bool accepts(const clang::FunctionDecl *function, unsigned arguments);
  const clang::Expr *defaultArgument(const clang::ParmVarDecl *parameter);
  void addDefaults(const clang::FunctionDecl *function, unsigned given, Nodes &to);
  const clang::ClassTemplateDecl *templateOf(const clang::CXXDependentScopeMemberExpr *member);
  const clang::FunctionDecl *writtenTemplate(const clang::FunctionDecl *function);
  const clang::Decl *memberTemplate(const clang::FunctionDecl *function);
  const clang::ClassTemplateDecl *primary(clang::QualType of);
  const clang::CXXRecordDecl *openClass(clang::QualType of);
  template <typename Means>
  const clang::FunctionDecl *onlyOne(const clang::CXXRecordDecl *record, unsigned arguments, Means isMeant);
  const clang::FunctionDecl *ofPrimary(const clang::Expr *callee, unsigned arguments);
  const clang::FunctionDecl *openOperator(clang::OverloadedOperatorKind which, const clang::Expr *object,
                                          unsigned arguments);
  const clang::FunctionDecl *openCallOperator(const clang::Expr *object, unsigned arguments);
  Index openOperation(const clang::Expr *expr, Kind kind, Op op, llvm::ArrayRef<const clang::Expr *> operands);
  Index operatorCalled(const clang::Expr *expr, const clang::FunctionDecl *function,
                       llvm::ArrayRef<const clang::Expr *> operands);
  bool mayCopy(const clang::Expr *argument);
  bool impliesThis(const clang::Expr *named, const clang::FunctionDecl *function);
  Index implicitThis(const clang::UnresolvedMemberExpr *member);
  Index thisOf(const clang::Expr *at, Index pointer);
  Index constructed(Index at, clang::QualType of, llvm::ArrayRef<const clang::Expr *> arguments);
  Index firstValueOf(Index index, const clang::VarDecl *variable, const clang::Expr *init);
  Index openField(const clang::CXXDependentScopeMemberExpr *expr);
  void unresolved(Index node, const clang::Expr *callee);
  const clang::FunctionDecl *asWritten(const clang::FunctionDecl *function);
  bool isOfObject(const clang::FunctionDecl *function);
  bool isOfMadeClass(const clang::FunctionDecl *function);
  const clang::FunctionDecl *freeOperator(const clang::Expr *callee, llvm::ArrayRef<const clang::Expr *> operands);
  Index converted(const clang::Expr *object, clang::QualType to);
  void setFunction(Index node, const clang::FunctionDecl *function);

  wc_list list(const Nodes &items);

  clang::ASTUnit &unit;
  clang::ASTContext &context;
  clang::SourceManager &sources;
  std::string systemPrefix;
  uintptr_t own;
  Arrays &out;

  Frame frame;
  int depth = 0;
  std::unordered_map<std::string, Index> stringIndex;
  std::unordered_map<uint64_t, Index> positionIndex;
  std::unordered_map<const clang::FileEntry *, Index> fileNames;
  std::unordered_map<const clang::FileEntry *, bool> standIns, ownFiles;
  std::unordered_map<const void *, Index> typeIndex;
  std::unordered_map<const clang::Decl *, Index> fieldIndex, functionIndex, variableIndex;
  // The variables and parameters of each function by name, only if isDiagnosed. If several variables have one name, the
  // last one is kept.
  std::map<std::pair<const clang::DeclContext *, std::string>, Index> named;
  // The results of calls with constant arguments, by function and arguments.
  std::map<std::vector<int64_t>, Evaluated> calls;
  // The locations of clang's errors, by file and offset.
  std::unordered_map<const clang::FileEntry *, std::map<unsigned, clang::SourceLocation>> errors;
  std::unordered_map<const clang::FieldDecl *, int64_t> offsets;
  std::unordered_map<const clang::Decl *, bool> functionHolders;
  std::unordered_map<std::string, Index> namedFunctions;
  std::unordered_map<Index, Index> pointerIndex;
  std::unordered_map<const clang::OpaqueValueExpr *, Index> keptValues;
  std::unordered_map<const clang::CXXRecordDecl *, std::vector<Implied>> implied;

  std::unordered_set<const clang::Decl *> asked, scanned, instantiated;
  // The locations of lambdas for the device in host code that is no template.
  std::set<clang::SourceLocation> lambdas;
  // The constants that give sizes of tiles of cooperative groups.
  std::set<OpenConstant> tileSizes;
  // The values that code assigns to variables, or passes for parameters.
  std::unordered_map<const clang::Decl *, std::vector<const clang::Expr *>> values;
  std::vector<const clang::FunctionDecl *> hosts;
  // The nodes of calls that may launch: all calls in host code, and launches in device code.
  std::unordered_map<const clang::Stmt *, Index> launchCalls;
  std::vector<Start> starts;
  // The places where host code names a kernel (mentions), and the places among these that belong to a known launch
  // (resolved).
  std::vector<const clang::DeclRefExpr *> mentions;
  std::unordered_set<const clang::Expr *> resolved;
  std::vector<const clang::FunctionDecl *> pending, patterns;
};

} // namespace warpcheck

#endif
