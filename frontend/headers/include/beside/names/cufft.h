// Further names of cuFFT: constants, types, and calls that take any arguments.
#pragma once

#define CUFFTAPI __attribute__ ((visibility ("default")))
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING
#define CUFFT_PLAN_NULL -1
#define CUFFT_VER_BUILD 61
#define CUFFT_VER_MAJOR 12
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0
#define MAX_CUDA_DESCRIPTOR_GPUS 64
#define MAX_CUFFT_ERROR 0x15
#define MAX_SHIM_RANK 3

typedef enum cufftCompatibility_t { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 } cufftCompatibility;
typedef enum cufftProperty_t {
  NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS
} cufftProperty;
enum {
  LIB_FORMAT_CUFFT = 0
};
enum libFormat_t {};
typedef libFormat_t libFormat;
enum {
  CUFFT_QUERY_1D_FACTORS = 0
};
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreZ)(void *, size_t, cufftDoubleComplex, void *, void *);
typedef void (*cufftCallbackStoreD)(void *, size_t, cufftDoubleReal, void *, void *);
typedef cufftComplex (*cufftJITCallbackLoadC)(void *, unsigned long long, void *, void *);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void *, unsigned long long, void *, void *);
typedef cufftReal (*cufftJITCallbackLoadR)(void *, unsigned long long, void *, void *);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void *, unsigned long long, void *, void *);
typedef void (*cufftJITCallbackStoreC)(void *, unsigned long long, cufftComplex, void *, void *);
typedef void (*cufftJITCallbackStoreZ)(void *, unsigned long long, cufftDoubleComplex, void *, void *);
typedef void (*cufftJITCallbackStoreR)(void *, unsigned long long, cufftReal, void *, void *);
typedef void (*cufftJITCallbackStoreD)(void *, unsigned long long, cufftDoubleReal, void *, void *);

extern "C" {
cufftResult cufftMakePlanMany64(...), cufftGetSizeMany64(...), cufftEstimate3d(...),
    cufftEstimateMany(...), cufftGetSize1d(...), cufftGetSize2d(...), cufftGetSize3d(...),
    cufftGetSizeMany(...), cufftGetProperty(...), cufftSetPlanPropertyInt64(...),
    cufftGetPlanPropertyInt64(...), cufftResetPlanProperty(...);
}
