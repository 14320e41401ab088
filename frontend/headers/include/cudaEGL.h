// EGL interoperability: types; the calls are in cuda.h and the prelude.
#pragma once
#include "cuda.h"
typedef void *EGLImageKHR;
typedef void *EGLStreamKHR;
struct CUeglFrame {
  union {
    CUarray pArray[3];
    void *pPitch[3];
  } frame;
  unsigned int width, height, depth, pitch, planeCount, numChannels;
  int frameType, eglColorFormat, cuFormat;
};
