// Programs name their sizes by single letters, before they include anything.
// T is left out: CUDA's own headers use it.
#define A 1
#define B 2
#define C 3
#define D 4
#define E 5
#define F 6
#define G 7
#define H 8
#define I 9
#define J 10
#define K 11
#define L 12
#define M 13
#define N 14
#define O 15
#define P 16
#define Q 17
#define R 18
#define S 19
#define U 20
#define V 21
#define W 22
#define X 23
#define Y 24
#define Z 25

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <mma.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cuda/std/span>
#include <cuda/ptx>
#include <curand_kernel.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <cuda_pipeline.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void product(int *out) { out[threadIdx.x] = N * M; }
