// Further names of cuFFT for several GPUs: constants, types, and calls that take any arguments.
#pragma once

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000

typedef enum cudaXtCopyType_t {
  LIB_XT_COPY_HOST_TO_DEVICE, LIB_XT_COPY_DEVICE_TO_HOST, LIB_XT_COPY_DEVICE_TO_DEVICE
} cudaLibXtCopyType;
typedef cudaXtDesc cudaXtDesc_t;
typedef cudaLibXtDesc cudaLibXtDesc_t;
enum cufftXtQueryType_t {};
typedef cufftXtQueryType_t cufftXtQueryType;
typedef struct cufftXt1dFactors_t {
  long long size;
  long long stringCount;
  long long stringLength;
  long long substringLength;
  long long factor1;
  long long factor2;
  long long stringMask;
  long long substringMask;
  long long factor1Mask;
  long long factor2Mask;
  int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;
typedef enum cufftXtWorkAreaPolicy_t {
  CUFFT_WORKAREA_MINIMAL, CUFFT_WORKAREA_USER, CUFFT_WORKAREA_PERFORMANCE
} cufftXtWorkAreaPolicy;

extern "C" {
cufftResult cufftXtSetWorkArea(...), cufftXtExecDescriptorR2C(...), cufftXtExecDescriptorC2R(...),
    cufftXtExecDescriptorD2Z(...), cufftXtExecDescriptorZ2D(...), cufftXtQueryPlan(...),
    cufftXtSetCallbackSharedSize(...), cufftXtSetJITCallback(...), cufftXtGetSizeMany(...),
    cufftXtSetWorkAreaPolicy(...);
}
