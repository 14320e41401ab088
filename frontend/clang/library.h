// The functions of libclang that are used, which is loaded when the first file is parsed.
//
// In the namespace of the walker each name is a pointer to the library's function. It hides the
// function of the same name that libclang's headers declare, and that no library defines when the program is
// linked: a call of one that is missing here does not link.
#ifndef WARPCHECK_LIBRARY_H
#define WARPCHECK_LIBRARY_H

#include <clang-c/Index.h>

#define LIBCLANG_FUNCTIONS(FUNCTION) \
  FUNCTION(clang_CXXMethod_isStatic) \
  FUNCTION(clang_CXXMethod_isVirtual) \
  FUNCTION(clang_Cursor_Evaluate) \
  FUNCTION(clang_Cursor_getVarDeclInitializer) \
  FUNCTION(clang_Cursor_hasVarDeclGlobalStorage) \
  FUNCTION(clang_Cursor_isInlineNamespace) \
  FUNCTION(clang_EvalResult_dispose) \
  FUNCTION(clang_EvalResult_getAsDouble) \
  FUNCTION(clang_EvalResult_getAsLongLong) \
  FUNCTION(clang_EvalResult_getAsUnsigned) \
  FUNCTION(clang_EvalResult_getKind) \
  FUNCTION(clang_EvalResult_isUnsignedInt) \
  FUNCTION(clang_Location_isInSystemHeader) \
  FUNCTION(clang_Type_getSizeOf) \
  FUNCTION(clang_createIndex) \
  FUNCTION(clang_disposeIndex) \
  FUNCTION(clang_disposeSourceRangeList) \
  FUNCTION(clang_disposeString) \
  FUNCTION(clang_disposeTokens) \
  FUNCTION(clang_disposeTranslationUnit) \
  FUNCTION(clang_getAllSkippedRanges) \
  FUNCTION(clang_getArraySize) \
  FUNCTION(clang_getCString) \
  FUNCTION(clang_getCanonicalType) \
  FUNCTION(clang_getClangVersion) \
  FUNCTION(clang_getCursorDefinition) \
  FUNCTION(clang_getCursorDisplayName) \
  FUNCTION(clang_getCursorExtent) \
  FUNCTION(clang_getCursorKind) \
  FUNCTION(clang_getCursorLocation) \
  FUNCTION(clang_getCursorSemanticParent) \
  FUNCTION(clang_getCursorSpelling) \
  FUNCTION(clang_getCursorType) \
  FUNCTION(clang_getCursorUSR) \
  FUNCTION(clang_getEnumConstantDeclValue) \
  FUNCTION(clang_getEnumDeclIntegerType) \
  FUNCTION(clang_getFieldDeclBitWidth) \
  FUNCTION(clang_getFileLocation) \
  FUNCTION(clang_getFileName) \
  FUNCTION(clang_getInclusions) \
  FUNCTION(clang_getLocationForOffset) \
  FUNCTION(clang_getNullCursor) \
  FUNCTION(clang_getPointeeType) \
  FUNCTION(clang_getRange) \
  FUNCTION(clang_getRangeEnd) \
  FUNCTION(clang_getRangeStart) \
  FUNCTION(clang_getSpecializedCursorTemplate) \
  FUNCTION(clang_getTokenKind) \
  FUNCTION(clang_getTokenLocation) \
  FUNCTION(clang_getTokenSpelling) \
  FUNCTION(clang_getTranslationUnitCursor) \
  FUNCTION(clang_getTypeDeclaration) \
  FUNCTION(clang_getTypeSpelling) \
  FUNCTION(clang_isAttribute) \
  FUNCTION(clang_isDeclaration) \
  FUNCTION(clang_isExpression) \
  FUNCTION(clang_isStatement) \
  FUNCTION(clang_parseTranslationUnit2FullArgv) \
  FUNCTION(clang_tokenize) \
  FUNCTION(clang_visitChildren)

namespace warpcheck {

#define FUNCTION(name) extern decltype(&::name) name;
LIBCLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION

} // namespace warpcheck

#endif
