// nvJitLink, the PTX compiler and nvFatbin, by name: constants, types, and calls that take any arguments.
#pragma once

typedef enum {
  NVJITLINK_SUCCESS, NVJITLINK_ERROR_UNRECOGNIZED_OPTION, NVJITLINK_ERROR_MISSING_ARCH,
  NVJITLINK_ERROR_INVALID_INPUT, NVJITLINK_ERROR_PTX_COMPILE, NVJITLINK_ERROR_NVVM_COMPILE,
  NVJITLINK_ERROR_INTERNAL, NVJITLINK_ERROR_THREADPOOL, NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
  NVJITLINK_ERROR_FINALIZE, NVJITLINK_ERROR_NULL_INPUT, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
  NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, NVJITLINK_ERROR_ARCH_MISMATCH,
  NVJITLINK_ERROR_OUTDATED_LIBRARY, NVJITLINK_ERROR_MISSING_FATBIN,
  NVJITLINK_ERROR_UNRECOGNIZED_ARCH, NVJITLINK_ERROR_UNSUPPORTED_ARCH,
  NVJITLINK_ERROR_LTO_NOT_ENABLED
} nvJitLinkResult;
typedef enum {
  NVJITLINK_INPUT_NONE, NVJITLINK_INPUT_CUBIN, NVJITLINK_INPUT_PTX, NVJITLINK_INPUT_LTOIR,
  NVJITLINK_INPUT_FATBIN, NVJITLINK_INPUT_OBJECT, NVJITLINK_INPUT_LIBRARY, NVJITLINK_INPUT_INDEX,
  NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;
struct nvJitLink;
typedef struct nvJitLink *nvJitLinkHandle;
struct nvPTXCompiler;
typedef struct nvPTXCompiler *nvPTXCompilerHandle;
typedef enum {
  NVPTXCOMPILE_SUCCESS, NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE,
  NVPTXCOMPILE_ERROR_INVALID_INPUT, NVPTXCOMPILE_ERROR_COMPILATION_FAILURE,
  NVPTXCOMPILE_ERROR_INTERNAL, NVPTXCOMPILE_ERROR_OUT_OF_MEMORY,
  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE, NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC, NVPTXCOMPILE_ERROR_CANCELLED
} nvPTXCompileResult;
typedef enum {
  NVFATBIN_SUCCESS, NVFATBIN_ERROR_INTERNAL, NVFATBIN_ERROR_ELF_ARCH_MISMATCH,
  NVFATBIN_ERROR_ELF_SIZE_MISMATCH, NVFATBIN_ERROR_MISSING_PTX_VERSION, NVFATBIN_ERROR_NULL_POINTER,
  NVFATBIN_ERROR_COMPRESSION_FAILED, NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED,
  NVFATBIN_ERROR_UNRECOGNIZED_OPTION, NVFATBIN_ERROR_INVALID_ARCH, NVFATBIN_ERROR_INVALID_NVVM,
  NVFATBIN_ERROR_EMPTY_INPUT, NVFATBIN_ERROR_MISSING_PTX_ARCH, NVFATBIN_ERROR_PTX_ARCH_MISMATCH,
  NVFATBIN_ERROR_MISSING_FATBIN, NVFATBIN_ERROR_INVALID_INDEX, NVFATBIN_ERROR_IDENTIFIER_REUSE,
  NVFATBIN_ERROR_INTERNAL_PTX_OPTION
} nvFatbinResult;
struct _nvFatbinHandle;
typedef struct _nvFatbinHandle *nvFatbinHandle;

extern "C" {
nvJitLinkResult __nvJitLinkCreate_13_0(...), nvJitLinkCreate(...), __nvJitLinkDestroy_13_0(...),
    nvJitLinkDestroy(...), __nvJitLinkAddData_13_0(...), nvJitLinkAddData(...),
    __nvJitLinkAddFile_13_0(...), nvJitLinkAddFile(...), __nvJitLinkComplete_13_0(...),
    nvJitLinkComplete(...), __nvJitLinkGetLinkedCubinSize_13_0(...),
    nvJitLinkGetLinkedCubinSize(...), __nvJitLinkGetLinkedCubin_13_0(...),
    nvJitLinkGetLinkedCubin(...), __nvJitLinkGetLinkedPtxSize_13_0(...),
    nvJitLinkGetLinkedPtxSize(...), __nvJitLinkGetLinkedPtx_13_0(...), nvJitLinkGetLinkedPtx(...),
    __nvJitLinkGetErrorLogSize_13_0(...), nvJitLinkGetErrorLogSize(...),
    __nvJitLinkGetErrorLog_13_0(...), nvJitLinkGetErrorLog(...),
    __nvJitLinkGetInfoLogSize_13_0(...), nvJitLinkGetInfoLogSize(...),
    __nvJitLinkGetInfoLog_13_0(...), nvJitLinkGetInfoLog(...), nvJitLinkVersion(...);
nvPTXCompileResult nvPTXCompilerGetVersion(...), nvPTXCompilerGetNumSupportedVersions(...),
    nvPTXCompilerGetSupportedVersions(...), nvPTXCompilerCreate(...), nvPTXCompilerDestroy(...),
    nvPTXCompilerCompile(...), nvPTXCompilerGetCompiledProgramSize(...),
    nvPTXCompilerGetCompiledProgram(...), nvPTXCompilerGetErrorLogSize(...),
    nvPTXCompilerGetErrorLog(...), nvPTXCompilerGetInfoLogSize(...), nvPTXCompilerGetInfoLog(...),
    nvPTXCompilerSetFlowCallback(...);
const char *nvFatbinGetErrorString(...);
nvFatbinResult nvFatbinCreate(...), nvFatbinDestroy(...), nvFatbinAddPTX(...),
    nvFatbinAddCubin(...), nvFatbinAddLTOIR(...), nvFatbinAddIndex(...), nvFatbinAddReloc(...),
    nvFatbinSize(...), nvFatbinGet(...), nvFatbinVersion(...);
}
