// The runtime's interfaces to OpenGL and EGL, by name: constants, types, and calls that take any arguments.
#pragma once

#define CUDA_EGL_MAX_PLANES 3

typedef enum cudaEglFrameType_enum { cudaEglFrameTypeArray, cudaEglFrameTypePitch } cudaEglFrameType;
typedef enum cudaEglResourceLocationFlags_enum {
  cudaEglResourceLocationSysmem, cudaEglResourceLocationVidmem
} cudaEglResourceLocationFlags;
typedef enum cudaEglColorFormat_enum {
  cudaEglColorFormatYUV420Planar, cudaEglColorFormatYUV420SemiPlanar,
  cudaEglColorFormatYUV422Planar, cudaEglColorFormatYUV422SemiPlanar, cudaEglColorFormatARGB = 6,
  cudaEglColorFormatRGBA, cudaEglColorFormatL, cudaEglColorFormatR, cudaEglColorFormatYUV444Planar,
  cudaEglColorFormatYUV444SemiPlanar, cudaEglColorFormatYUYV422, cudaEglColorFormatUYVY422,
  cudaEglColorFormatABGR, cudaEglColorFormatBGRA, cudaEglColorFormatA, cudaEglColorFormatRG,
  cudaEglColorFormatAYUV, cudaEglColorFormatYVU444SemiPlanar, cudaEglColorFormatYVU422SemiPlanar,
  cudaEglColorFormatYVU420SemiPlanar, cudaEglColorFormatY10V10U10_444SemiPlanar,
  cudaEglColorFormatY10V10U10_420SemiPlanar, cudaEglColorFormatY12V12U12_444SemiPlanar,
  cudaEglColorFormatY12V12U12_420SemiPlanar, cudaEglColorFormatVYUY_ER, cudaEglColorFormatUYVY_ER,
  cudaEglColorFormatYUYV_ER, cudaEglColorFormatYVYU_ER, cudaEglColorFormatYUVA_ER = 31,
  cudaEglColorFormatAYUV_ER, cudaEglColorFormatYUV444Planar_ER, cudaEglColorFormatYUV422Planar_ER,
  cudaEglColorFormatYUV420Planar_ER, cudaEglColorFormatYUV444SemiPlanar_ER,
  cudaEglColorFormatYUV422SemiPlanar_ER, cudaEglColorFormatYUV420SemiPlanar_ER,
  cudaEglColorFormatYVU444Planar_ER, cudaEglColorFormatYVU422Planar_ER,
  cudaEglColorFormatYVU420Planar_ER, cudaEglColorFormatYVU444SemiPlanar_ER,
  cudaEglColorFormatYVU422SemiPlanar_ER, cudaEglColorFormatYVU420SemiPlanar_ER,
  cudaEglColorFormatBayerRGGB, cudaEglColorFormatBayerBGGR, cudaEglColorFormatBayerGRBG,
  cudaEglColorFormatBayerGBRG, cudaEglColorFormatBayer10RGGB, cudaEglColorFormatBayer10BGGR,
  cudaEglColorFormatBayer10GRBG, cudaEglColorFormatBayer10GBRG, cudaEglColorFormatBayer12RGGB,
  cudaEglColorFormatBayer12BGGR, cudaEglColorFormatBayer12GRBG, cudaEglColorFormatBayer12GBRG,
  cudaEglColorFormatBayer14RGGB, cudaEglColorFormatBayer14BGGR, cudaEglColorFormatBayer14GRBG,
  cudaEglColorFormatBayer14GBRG, cudaEglColorFormatBayer20RGGB, cudaEglColorFormatBayer20BGGR,
  cudaEglColorFormatBayer20GRBG, cudaEglColorFormatBayer20GBRG, cudaEglColorFormatYVU444Planar,
  cudaEglColorFormatYVU422Planar, cudaEglColorFormatYVU420Planar, cudaEglColorFormatBayerIspRGGB,
  cudaEglColorFormatBayerIspBGGR, cudaEglColorFormatBayerIspGRBG, cudaEglColorFormatBayerIspGBRG,
  cudaEglColorFormatBayerBCCR, cudaEglColorFormatBayerRCCB, cudaEglColorFormatBayerCRBC,
  cudaEglColorFormatBayerCBRC, cudaEglColorFormatBayer10CCCC, cudaEglColorFormatBayer12BCCR,
  cudaEglColorFormatBayer12RCCB, cudaEglColorFormatBayer12CRBC, cudaEglColorFormatBayer12CBRC,
  cudaEglColorFormatBayer12CCCC, cudaEglColorFormatY, cudaEglColorFormatYUV420SemiPlanar_2020,
  cudaEglColorFormatYVU420SemiPlanar_2020, cudaEglColorFormatYUV420Planar_2020,
  cudaEglColorFormatYVU420Planar_2020, cudaEglColorFormatYUV420SemiPlanar_709,
  cudaEglColorFormatYVU420SemiPlanar_709, cudaEglColorFormatYUV420Planar_709,
  cudaEglColorFormatYVU420Planar_709, cudaEglColorFormatY10V10U10_420SemiPlanar_709,
  cudaEglColorFormatY10V10U10_420SemiPlanar_2020, cudaEglColorFormatY10V10U10_422SemiPlanar_2020,
  cudaEglColorFormatY10V10U10_422SemiPlanar, cudaEglColorFormatY10V10U10_422SemiPlanar_709,
  cudaEglColorFormatY_ER, cudaEglColorFormatY_709_ER, cudaEglColorFormatY10_ER,
  cudaEglColorFormatY10_709_ER, cudaEglColorFormatY12_ER, cudaEglColorFormatY12_709_ER,
  cudaEglColorFormatYUVA, cudaEglColorFormatYVYU = 104, cudaEglColorFormatVYUY,
  cudaEglColorFormatY10V10U10_420SemiPlanar_ER, cudaEglColorFormatY10V10U10_420SemiPlanar_709_ER,
  cudaEglColorFormatY10V10U10_444SemiPlanar_ER, cudaEglColorFormatY10V10U10_444SemiPlanar_709_ER,
  cudaEglColorFormatY12V12U12_420SemiPlanar_ER, cudaEglColorFormatY12V12U12_420SemiPlanar_709_ER,
  cudaEglColorFormatY12V12U12_444SemiPlanar_ER, cudaEglColorFormatY12V12U12_444SemiPlanar_709_ER,
  cudaEglColorFormatUYVY709, cudaEglColorFormatUYVY709_ER, cudaEglColorFormatUYVY2020
} cudaEglColorFormat;
typedef struct cudaEglPlaneDesc_st {
  unsigned int width;
  unsigned int height;
  unsigned int depth;
  unsigned int pitch;
  unsigned int numChannels;
  cudaChannelFormatDesc channelDesc;
  unsigned int reserved[4];
} cudaEglPlaneDesc;
typedef struct cudaEglFrame_st {
  union {
    cudaArray_t pArray[3];
    cudaPitchedPtr pPitch[3];
  } frame;
  cudaEglPlaneDesc planeDesc[3];
  unsigned int planeCount;
  cudaEglFrameType frameType;
  cudaEglColorFormat eglColorFormat;
} cudaEglFrame;
struct CUeglStreamConnection_st;
typedef struct CUeglStreamConnection_st *cudaEglStreamConnection;
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR, CU_OUT_CSV } CUoutput_mode;

extern "C" {
cudaError_t cudaGLMapBufferObjectAsync(...), cudaGLUnmapBufferObjectAsync(...),
    cudaEGLStreamConsumerConnect(...), cudaEGLStreamConsumerConnectWithFlags(...),
    cudaEGLStreamConsumerDisconnect(...), cudaEGLStreamConsumerAcquireFrame(...),
    cudaEGLStreamConsumerReleaseFrame(...), cudaEGLStreamProducerConnect(...),
    cudaEGLStreamProducerDisconnect(...), cudaEGLStreamProducerPresentFrame(...),
    cudaEGLStreamProducerReturnFrame(...), cudaGraphicsResourceGetMappedEglFrame(...),
    cudaEventCreateFromEGLSync(...);
CUresult cuProfilerInitialize(...), cuProfilerStart(...), cuProfilerStop(...);
}
