// NVRTC: types, constants, and calls that take any arguments.
#pragma once
typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum {
  NVRTC_SUCCESS,
  NVRTC_ERROR_OUT_OF_MEMORY,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
  NVRTC_ERROR_INVALID_INPUT,
  NVRTC_ERROR_INVALID_PROGRAM,
  NVRTC_ERROR_INVALID_OPTION,
  NVRTC_ERROR_COMPILATION
} nvrtcResult;
extern "C" {
const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(...), nvrtcCreateProgram(...), nvrtcDestroyProgram(...),
    nvrtcCompileProgram(...), nvrtcGetPTX(...), nvrtcGetPTXSize(...), nvrtcGetCUBIN(...),
    nvrtcGetCUBINSize(...), nvrtcGetProgramLog(...), nvrtcGetProgramLogSize(...),
    nvrtcAddNameExpression(...), nvrtcGetLoweredName(...);
}
