// EGL interoperability: types; the calls are in cuda.h and the prelude.
#pragma once
#include "cuda.h"
typedef void *EGLImageKHR;
typedef void *EGLStreamKHR;
#include "names/egl.h"
typedef CUeglFrame_st CUeglFrame;
