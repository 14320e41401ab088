// cuFFT's extensions: several GPUs, and callbacks from device code.
#pragma once
#include <cufft.h>

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
  CUFFT_XT_FORMAT_DISTRIBUTED_INPUT, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT, CUFFT_FORMAT_UNDEFINED
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE,
  CUFFT_COPY_DEVICE_TO_HOST,
  CUFFT_COPY_DEVICE_TO_DEVICE
} cufftXtCopyType;
typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX,
  CUFFT_CB_LD_COMPLEX_DOUBLE,
  CUFFT_CB_LD_REAL,
  CUFFT_CB_LD_REAL_DOUBLE,
  CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE,
  CUFFT_CB_ST_REAL,
  CUFFT_CB_ST_REAL_DOUBLE
} cufftXtCallbackType;
struct cudaXtDesc {
  int version, nGPUs, GPUs[64];
  void *data[64];
  size_t size[64];
  void *cudaXtState;
};
struct cudaLibXtDesc {
  int version;
  cudaXtDesc *descriptor;
  int library, subFormat;
  void *libDescriptor;
};
typedef cufftComplex (*cufftCallbackLoadC)(void *data, size_t at, void *info, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *data, size_t at, void *info, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *data, size_t at, void *info, void *shared);
typedef void (*cufftCallbackStoreC)(void *data, size_t at, cufftComplex value, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreR)(void *data, size_t at, cufftReal value, void *info,
                                    void *shared);
extern "C" {
cufftResult cufftXtSetGPUs(...), cufftXtMalloc(...), cufftXtFree(...), cufftXtMemcpy(...),
    cufftXtMakePlanMany(...), cufftXtExec(...), cufftXtExecDescriptor(...),
    cufftXtExecDescriptorC2C(...), cufftXtExecDescriptorZ2Z(...), cufftXtSetCallback(...),
    cufftXtClearCallback(...);
}
#include "names/cufft_xt.h"
