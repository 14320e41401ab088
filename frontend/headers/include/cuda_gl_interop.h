// OpenGL interoperability: host calls only.
#pragma once
#include <warpcheck_prelude.h>

typedef unsigned int GLuint;
typedef unsigned int GLenum;
enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame
};
enum cudaGLMapFlags {
  cudaGLMapFlagsNone, cudaGLMapFlagsReadOnly, cudaGLMapFlagsWriteDiscard
};
extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(...), cudaGraphicsGLRegisterImage(...),
    cudaGLSetGLDevice(...), cudaGLGetDevices(...), cudaGLRegisterBufferObject(...),
    cudaGLMapBufferObject(...), cudaGLUnmapBufferObject(...),
    cudaGLUnregisterBufferObject(...), cudaGLSetBufferObjectMapFlags(...);
}
