// cuDLA: types, constants, and calls that take any arguments.
#pragma once
#include <cuda_runtime_api.h>

typedef struct cudlaDevHandle_t *cudlaDevHandle;
typedef struct cudlaModule_t *cudlaModule;
typedef enum { cudlaSuccess, cudlaErrorInvalidParam, cudlaErrorUnknown = 999 } cudlaStatus;
typedef enum { CUDLA_CUDA_DLA, CUDLA_STANDALONE } cudlaMode;
typedef enum {
  CUDLA_NUM_INPUT_TENSORS,
  CUDLA_NUM_OUTPUT_TENSORS,
  CUDLA_INPUT_TENSOR_DESCRIPTORS,
  CUDLA_OUTPUT_TENSOR_DESCRIPTORS,
  CUDLA_NUM_OUTPUT_TASK_STATISTICS,
  CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS
} cudlaModuleAttributeType;
enum { CUDLA_TASK_STATISTICS, CUDLA_GET_CSV_LENGTH, CUDLA_GET_CSV_STATS };
struct cudlaModuleTensorDescriptor {
  char name[80];
  unsigned long size, n, c, h, w;
  unsigned char dataFormat, dataType, dataCategory, pixelFormat, pixelMapping;
  unsigned int stride[8];
};
union cudlaModuleAttribute {
  unsigned int numInputTensors, numOutputTensors;
  cudlaModuleTensorDescriptor *inputTensorDesc, *outputTensorDesc;
};
struct cudlaTask {
  cudlaModule moduleHandle;
  unsigned long *const *outputTensor, *const *inputTensor;
  unsigned int numOutputTensors, numInputTensors;
  void *waitEvents, *signalEvents;
};
extern "C" {
cudlaStatus cudlaCreateDevice(...), cudlaDestroyDevice(...), cudlaModuleLoadFromMemory(...),
    cudlaModuleUnload(...), cudlaModuleGetAttributes(...), cudlaMemRegister(...),
    cudlaMemUnregister(...), cudlaSubmitTask(...), cudlaGetLastError(...),
    cudlaGetExternalExportTable(...);
}
