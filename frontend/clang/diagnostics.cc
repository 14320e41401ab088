// The messages of clang about a unit.
#include "walker.h"

#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/ASTUnit.h"

#include <algorithm>

using namespace clang;

namespace warpcheck {

// diagnostics returns the messages of a unit, each before its notes.
llvm::ArrayRef<StoredDiagnostic> Walker::diagnostics() {
  return {unit.stored_diag_begin(), unit.stored_diag_size()};
}

// isDiagnosed reports whether clang has any message about the unit. If not, all of it parses.
bool Walker::isDiagnosed() { return !diagnostics().empty(); }

// findErrors collects the positions of clang's errors, by file.
void Walker::findErrors(const std::vector<SourceLocation> &further) {
  auto add = [this](SourceLocation error) {
    if (FilePlace at = placeIn(error); at.file)
      errors[at.file].emplace(at.offset, error);
  };
  for (const StoredDiagnostic &message : diagnostics())
    if (message.getLevel() >= DiagnosticsEngine::Error)
      add(message.getLocation());
  std::for_each(further.begin(), further.end(), add);
}

// The kinds of errors that decisions depend on, by clang's ids. If one id has messages of several kinds, those of this
// kind contain the text words.
static const struct {
  unsigned id;
  MessageKind kind;
  llvm::StringRef words;
} kinds[] = {
    {diag::err_undeclared_var_use, MessageKind::UndeclaredName, ""},
    {diag::err_unknown_typename, MessageKind::UnknownType, ""},
    {diag::err_no_member, MessageKind::NoMember, ""},
    {diag::err_no_member_overloaded_arrow, MessageKind::NoMember, ""},
    {diag::err_typename_nested_not_found, MessageKind::NoMember, ""},
    {diag::err_typename_nested_not_found_enable_if, MessageKind::NoMember, ""},
    {diag::err_no_member_template, MessageKind::NoMember, ""},
    {diag::err_no_template, MessageKind::NoMember, ""},
    {diag::err_ovl_no_viable_function_in_call, MessageKind::NoMatchingFunction, ""},
    {diag::err_ovl_no_viable_object_call, MessageKind::IncompleteClass, ""},
    {diag::err_ovl_no_oper, MessageKind::IncompleteClass, ""},
    {diag::err_template_instantiate_undefined, MessageKind::IncompleteClass, ""},
    {diag::err_ovl_no_viable_function_in_init, MessageKind::NoConstructor, ""},
    {diag::err_ovl_no_viable_conversion_in_cast, MessageKind::NoConstructor, "functional-style cast"},
    {diag::err_bound_member_function, MessageKind::FunctionNotCalled, ""},
    {diag::err_ovl_unresolvable, MessageKind::FunctionNotCalled, ""},
    {diag::err_missing_dependent_template_keyword, MessageKind::TemplateWordMissing, ""},
    {diag::err_template_kw_missing, MessageKind::TemplateWordMissingWithin, ""},
    {diag::err_unexpected_template_in_destructor_name, MessageKind::TemplateWordInDestructor, ""},
    {diag::err_typename_missing, MessageKind::TypenameMissing, ""},
    {diag::err_template_arg_must_be_type_suggest, MessageKind::TypenameMissing, ""},
    {diag::err_bad_reinterpret_cast_small_int, MessageKind::NarrowingPointerCast, ""},
    {diag::err_expected, MessageKind::ExpectedToken, ""},
    {diag::err_expected_expression, MessageKind::ExpectedExpression, ""},
    {diag::err_invalid_string_udl, MessageKind::LiteralSuffix, ""},
    {diag::err_variable_object_no_init, MessageKind::OpenArrayInitialised, ""},
    {diag::err_shared_var_init, MessageKind::SharedVariableBuilt, ""},
    {diag::err_member_decl_does_not_match, MessageKind::UndeclaredMember, ""},
    {diag::err_cuda_ovl_target, MessageKind::SidesOverload, ""},
    {diag::err_constexpr_if_condition_expression_is_not_constant, MessageKind::ConditionNotConstant, ""},
    {diag::err_static_assert_expression_is_not_constant, MessageKind::ConditionNotConstant, ""},
    {diag::err_static_assert_failed, MessageKind::FailedAssertion, ""},
    {diag::err_static_assert_requirement_failed, MessageKind::FailedAssertion, ""},
    {diag::err_asm_invalid_escape, MessageKind::AsmText, ""},
    {diag::err_asm_invalid_operand_number, MessageKind::AsmText, ""},
    {diag::err_attributes_not_allowed, MessageKind::AttributeNotAllowed, ""},
    {diag::err_attribute_not_type_attr, MessageKind::AttributeNotAllowed, ""},
    {diag::err_ref_bad_target, MessageKind::KernelInDevice, "reference to __global__ function"},
    {diag::err_ref_bad_target, MessageKind::HostFunctionInDevice, "reference to __host__ function"},
    {diag::err_type_unsupported, MessageKind::UnsupportedType, ""},
    {diag::err_machine_mode, MessageKind::UnsupportedMode, ""},
    {diag::err_undefined_internal_type, MessageKind::UndefinedFunction, "function '"},
    {diag::err_redefinition_different_typedef, MessageKind::TypedefRedefined, "typedef redefinition"},
    {diag::err_cannot_open_file, MessageKind::CannotOpen, ""},
    {diag::err_fe_unable_to_open_output, MessageKind::CannotOpen, ""},
};

// clang keeps no operands of a message, only its text. So the operands are taken from the text of a message whose id is
// known: names from the quotes around them, and sides of functions as clang spells their attributes.

static bool has(const StoredDiagnostic &message, llvm::StringRef words) {
  return message.getMessage().find(words) != llvm::StringRef::npos;
}

// kindOfCall returns the kind of an error about a call that no function accepts. The notes of the error name the sides
// of the candidates.
static MessageKind kindOfCall(llvm::ArrayRef<StoredDiagnostic> notes) {
  MessageKind kind = MessageKind::NoMatchingFunction;
  for (const StoredDiagnostic &note : notes) {
    if (note.getID() != diag::note_ovl_candidate_bad_target)
      continue;
    if (has(note, "call to __global__ function"))
      return MessageKind::KernelInDevice;
    if (has(note, "call to __device__ function from __host__ function"))
      kind = MessageKind::DeviceFunctionInHost;
  }
  return kind;
}

static MessageKind kindOf(const StoredDiagnostic &message, llvm::ArrayRef<StoredDiagnostic> notes) {
  for (const auto &row : kinds)
    if (row.id == message.getID() && has(message, row.words))
      return row.kind == MessageKind::NoMatchingFunction ? kindOfCall(notes) : row.kind;
  return MessageKind::Other;
}

// nextName returns the next text in quotes, and removes it from the rest of a message.
static llvm::StringRef nextName(llvm::StringRef &rest) {
  auto [name, behind] = rest.split('\'').second.split('\'');
  rest = behind;
  return name;
}

// unopened returns the file that cannot be opened. The reason follows its name, which may have quotes in it.
static llvm::StringRef unopened(const StoredDiagnostic &message) {
  return message.getMessage().split('\'').second.rsplit("': ").first;
}

// missingHeader returns the header that is not found, "" for other messages.
static llvm::StringRef missingHeader(const StoredDiagnostic &message) {
  switch (message.getID()) {
  case diag::err_pp_file_not_found:
  case diag::err_pp_file_not_found_angled_include_not_fatal:
  case diag::err_pp_file_not_found_typo_not_fatal:
    return message.getMessage().drop_front().split("' file not found").first;
  default:
    return "";
  }
}

// addDiagnostic adds an error with its notes.
void Walker::addDiagnostic(const StoredDiagnostic &message, llvm::ArrayRef<StoredDiagnostic> notes) {
  MessageKind kind = kindOf(message, notes);
  llvm::StringRef rest = message.getMessage(), name, of;
  if (kind == MessageKind::CannotOpen) {
    name = unopened(message);
  } else if (kind != MessageKind::Other) {
    name = nextName(rest);
    of = nextName(rest);
  }
  SourceLocation at = message.getLocation();
  int severity = message.getLevel() == DiagnosticsEngine::Fatal ? 2 : 1;
  out.diagnostics.push_back({severity, int(kind), position(Range{at, at}), string(message.getMessage()), string(name),
                             string(of), string(missingHeader(message))});
}

void Walker::collectDiagnostics() {
  llvm::ArrayRef<StoredDiagnostic> all = diagnostics();
  for (size_t i = 0; i < all.size();) {
    size_t error = i++;
    while (i < all.size() && all[i].getLevel() == DiagnosticsEngine::Note)
      i++;
    if (all[error].getLevel() >= DiagnosticsEngine::Error)
      addDiagnostic(all[error], all.slice(error + 1, i - error - 1));
  }
}

} // namespace warpcheck
