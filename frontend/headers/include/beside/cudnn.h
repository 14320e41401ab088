// cuDNN: types, constants, and calls that take any arguments.
#pragma once
#include <cuda_runtime_api.h>
#define CUDNN_MAJOR 9
#define CUDNN_MINOR 10
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION 91000
#define CUDNN_BN_MIN_EPSILON 0.0
#define CUDNN_DIM_MAX 8

typedef struct cudnnContext *cudnnHandle_t;
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
typedef struct cudnnFilterStruct *cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
typedef struct cudnnLRNStruct *cudnnLRNDescriptor_t;
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;
typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
typedef struct cudnnRNNStruct *cudnnRNNDescriptor_t;
typedef struct cudnnRNNDataStruct *cudnnRNNDataDescriptor_t;
typedef struct cudnnPersistentRNNPlan *cudnnPersistentRNNPlan_t;
typedef struct cudnnSpatialTransformerStruct *cudnnSpatialTransformerDescriptor_t;
typedef struct cudnnAttnStruct *cudnnAttnDescriptor_t;
typedef struct cudnnSeqDataStruct *cudnnSeqDataDescriptor_t;
typedef struct cudnnCTCLossStruct *cudnnCTCLossDescriptor_t;
typedef void *cudnnBackendDescriptor_t;

typedef enum {
  CUDNN_STATUS_SUCCESS,
  CUDNN_STATUS_NOT_INITIALIZED,
  CUDNN_STATUS_ALLOC_FAILED,
  CUDNN_STATUS_BAD_PARAM,
  CUDNN_STATUS_INTERNAL_ERROR,
  CUDNN_STATUS_INVALID_VALUE,
  CUDNN_STATUS_ARCH_MISMATCH,
  CUDNN_STATUS_MAPPING_ERROR,
  CUDNN_STATUS_EXECUTION_FAILED,
  CUDNN_STATUS_NOT_SUPPORTED,
  CUDNN_STATUS_LICENSE_ERROR
} cudnnStatus_t;
typedef enum {
  CUDNN_DATA_FLOAT,
  CUDNN_DATA_DOUBLE,
  CUDNN_DATA_HALF,
  CUDNN_DATA_INT8,
  CUDNN_DATA_INT32,
  CUDNN_DATA_INT8x4,
  CUDNN_DATA_UINT8,
  CUDNN_DATA_UINT8x4,
  CUDNN_DATA_INT8x32,
  CUDNN_DATA_BFLOAT16,
  CUDNN_DATA_INT64,
  CUDNN_DATA_BOOLEAN,
  CUDNN_DATA_FP8_E4M3,
  CUDNN_DATA_FP8_E5M2,
  CUDNN_DATA_FP8_E8M0 = 16,
  CUDNN_DATA_FP4_E2M1 = 17
} cudnnDataType_t;
typedef enum {
  CUDNN_TENSOR_NCHW,
  CUDNN_TENSOR_NHWC,
  CUDNN_TENSOR_NCHW_VECT_C
} cudnnTensorFormat_t;
typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum {
  CUDNN_DEFAULT_MATH,
  CUDNN_TENSOR_OP_MATH,
  CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION,
  CUDNN_FMA_MATH
} cudnnMathType_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum { CUDNN_NON_DETERMINISTIC, CUDNN_DETERMINISTIC } cudnnDeterminism_t;
typedef enum {
  CUDNN_ACTIVATION_SIGMOID,
  CUDNN_ACTIVATION_RELU,
  CUDNN_ACTIVATION_TANH,
  CUDNN_ACTIVATION_CLIPPED_RELU,
  CUDNN_ACTIVATION_ELU,
  CUDNN_ACTIVATION_IDENTITY,
  CUDNN_ACTIVATION_SWISH
} cudnnActivationMode_t;
typedef enum {
  CUDNN_POOLING_MAX,
  CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
  CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
  CUDNN_POOLING_MAX_DETERMINISTIC
} cudnnPoolingMode_t;
typedef enum {
  CUDNN_SOFTMAX_FAST,
  CUDNN_SOFTMAX_ACCURATE,
  CUDNN_SOFTMAX_LOG
} cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;
typedef enum {
  CUDNN_BATCHNORM_PER_ACTIVATION,
  CUDNN_BATCHNORM_SPATIAL,
  CUDNN_BATCHNORM_SPATIAL_PERSISTENT
} cudnnBatchNormMode_t;
typedef enum {
  CUDNN_OP_TENSOR_ADD,
  CUDNN_OP_TENSOR_MUL,
  CUDNN_OP_TENSOR_MIN,
  CUDNN_OP_TENSOR_MAX
} cudnnOpTensorOp_t;
typedef enum {
  CUDNN_REDUCE_TENSOR_ADD,
  CUDNN_REDUCE_TENSOR_MUL,
  CUDNN_REDUCE_TENSOR_MIN,
  CUDNN_REDUCE_TENSOR_MAX,
  CUDNN_REDUCE_TENSOR_AMAX,
  CUDNN_REDUCE_TENSOR_AVG
} cudnnReduceTensorOp_t;
typedef enum { CUDNN_REDUCE_TENSOR_NO_INDICES } cudnnReduceTensorIndices_t;
typedef enum { CUDNN_32BIT_INDICES, CUDNN_64BIT_INDICES } cudnnIndicesType_t;
typedef enum {
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_DIRECT,
  CUDNN_CONVOLUTION_FWD_ALGO_FFT,
  CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED,
  CUDNN_CONVOLUTION_FWD_ALGO_COUNT
} cudnnConvolutionFwdAlgo_t;
typedef enum {
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT = 7
} cudnnConvolutionBwdFilterAlgo_t;
typedef enum {
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_1,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT = 6
} cudnnConvolutionBwdDataAlgo_t;
typedef struct {
  cudnnConvolutionFwdAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
} cudnnConvolutionFwdAlgoPerf_t;
typedef struct {
  cudnnConvolutionBwdFilterAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
} cudnnConvolutionBwdFilterAlgoPerf_t;
typedef struct {
  cudnnConvolutionBwdDataAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
} cudnnConvolutionBwdDataAlgoPerf_t;

extern "C" {
const char *cudnnGetErrorString(cudnnStatus_t status);
size_t cudnnGetVersion(), cudnnGetCudartVersion();
cudnnStatus_t cudnnCreate(...), cudnnDestroy(...), cudnnSetStream(...), cudnnGetStream(...),
    cudnnGetProperty(...), cudnnCreateTensorDescriptor(...), cudnnDestroyTensorDescriptor(...),
    cudnnSetTensor4dDescriptor(...), cudnnSetTensor4dDescriptorEx(...),
    cudnnSetTensorNdDescriptor(...), cudnnSetTensorNdDescriptorEx(...),
    cudnnGetTensor4dDescriptor(...), cudnnGetTensorSizeInBytes(...), cudnnAddTensor(...),
    cudnnOpTensor(...), cudnnScaleTensor(...), cudnnSetTensor(...), cudnnTransformTensor(...),
    cudnnReduceTensor(...), cudnnCreateReduceTensorDescriptor(...),
    cudnnSetReduceTensorDescriptor(...), cudnnDestroyReduceTensorDescriptor(...),
    cudnnGetReductionWorkspaceSize(...), cudnnCreateOpTensorDescriptor(...),
    cudnnSetOpTensorDescriptor(...), cudnnDestroyOpTensorDescriptor(...),
    cudnnCreateFilterDescriptor(...), cudnnDestroyFilterDescriptor(...),
    cudnnSetFilter4dDescriptor(...), cudnnSetFilterNdDescriptor(...),
    cudnnCreateConvolutionDescriptor(...), cudnnDestroyConvolutionDescriptor(...),
    cudnnSetConvolution2dDescriptor(...), cudnnSetConvolutionNdDescriptor(...),
    cudnnSetConvolutionGroupCount(...), cudnnSetConvolutionMathType(...),
    cudnnGetConvolution2dForwardOutputDim(...), cudnnGetConvolutionNdForwardOutputDim(...),
    cudnnGetConvolutionForwardAlgorithmMaxCount(...),
    cudnnGetConvolutionForwardAlgorithm(...), cudnnGetConvolutionForwardAlgorithm_v7(...),
    cudnnFindConvolutionForwardAlgorithm(...), cudnnFindConvolutionForwardAlgorithmEx(...),
    cudnnGetConvolutionForwardWorkspaceSize(...), cudnnConvolutionForward(...),
    cudnnConvolutionBiasActivationForward(...), cudnnConvolutionBackwardBias(...),
    cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(...),
    cudnnFindConvolutionBackwardFilterAlgorithm(...),
    cudnnFindConvolutionBackwardFilterAlgorithmEx(...),
    cudnnGetConvolutionBackwardFilterAlgorithm(...),
    cudnnGetConvolutionBackwardFilterAlgorithm_v7(...),
    cudnnGetConvolutionBackwardFilterWorkspaceSize(...), cudnnConvolutionBackwardFilter(...),
    cudnnGetConvolutionBackwardDataAlgorithmMaxCount(...),
    cudnnFindConvolutionBackwardDataAlgorithm(...),
    cudnnFindConvolutionBackwardDataAlgorithmEx(...),
    cudnnGetConvolutionBackwardDataAlgorithm(...),
    cudnnGetConvolutionBackwardDataAlgorithm_v7(...),
    cudnnGetConvolutionBackwardDataWorkspaceSize(...), cudnnConvolutionBackwardData(...),
    cudnnCreatePoolingDescriptor(...), cudnnDestroyPoolingDescriptor(...),
    cudnnSetPooling2dDescriptor(...), cudnnSetPoolingNdDescriptor(...),
    cudnnGetPooling2dForwardOutputDim(...), cudnnGetPoolingNdForwardOutputDim(...),
    cudnnPoolingForward(...), cudnnPoolingBackward(...), cudnnCreateActivationDescriptor(...),
    cudnnSetActivationDescriptor(...), cudnnDestroyActivationDescriptor(...),
    cudnnActivationForward(...), cudnnActivationBackward(...), cudnnSoftmaxForward(...),
    cudnnSoftmaxBackward(...), cudnnDeriveBNTensorDescriptor(...),
    cudnnBatchNormalizationForwardInference(...), cudnnBatchNormalizationForwardTraining(...),
    cudnnBatchNormalizationBackward(...), cudnnBatchNormalizationForwardTrainingEx(...),
    cudnnBatchNormalizationBackwardEx(...),
    cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(...),
    cudnnGetBatchNormalizationBackwardExWorkspaceSize(...),
    cudnnGetBatchNormalizationTrainingExReserveSpaceSize(...),
    cudnnCreateDropoutDescriptor(...),
    cudnnDestroyDropoutDescriptor(...), cudnnSetDropoutDescriptor(...),
    cudnnDropoutGetStatesSize(...), cudnnDropoutGetReserveSpaceSize(...),
    cudnnDropoutForward(...), cudnnDropoutBackward(...), cudnnCreateLRNDescriptor(...),
    cudnnSetLRNDescriptor(...), cudnnDestroyLRNDescriptor(...),
    cudnnLRNCrossChannelForward(...), cudnnLRNCrossChannelBackward(...),
    cudnnCreateRNNDescriptor(...), cudnnDestroyRNNDescriptor(...),
    cudnnSetRNNDescriptor_v8(...), cudnnRNNForward(...), cudnnBackendCreateDescriptor(...),
    cudnnBackendDestroyDescriptor(...), cudnnBackendSetAttribute(...),
    cudnnBackendGetAttribute(...), cudnnBackendFinalize(...), cudnnBackendExecute(...);
}
