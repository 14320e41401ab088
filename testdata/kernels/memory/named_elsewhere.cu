// The initial value of a variable counts only if the text names the variable in device functions alone. Here no kernel is
// launched, so that host code is text and no tree.

#define VOTES(of) \
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __any_sync(of ? 0xffffu : ~0u, out[threadIdx.x])

__device__ int unset = 0;
__device__ int copied = 0;
__device__ int addressed = 0;
__device__ int pointed = 0;
__device__ int *const pointer = &pointed;
__device__ int held = 0;
struct Holder {
  int *to;
};
__device__ Holder holders[1] = {{&held}};
__device__ int referred = 0;
__device__ int &reference = referred;
extern "C" __device__ int assembled = 0;
extern "C" __device__ int literal = 0;
__device__ int leftOut = 0;
namespace settings {
__device__ int kept = 0;
__device__ int changed = 0;
}

__global__ void byUnset(int *out) { VOTES(unset); }        // want not_participating_lane_in_mask "16-31"
__global__ void byKept(int *out) { VOTES(settings::kept); }  // want not_participating_lane_in_mask "16-31"
__global__ void byChanged(int *out) { VOTES(settings::changed); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byCopied(int *out) { VOTES(copied); }      // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byAddressed(int *out) { VOTES(addressed); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byPointed(int *out) { VOTES(pointed); }    // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byHeld(int *out) { VOTES(held); }          // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byReferred(int *out) { VOTES(referred); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byAssembled(int *out) { VOTES(assembled); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byLiteral(int *out) { VOTES(literal); }    // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byLeftOut(int *out) { VOTES(leftOut); }    // want? potentially_not_participating_lane_in_mask "16-31"

__global__ void sets() {
  *pointer = 1;
  *holders[0].to = 1;
  reference = 1;
  asm volatile("st.global.u32 [assembled], 1;" ::: "memory");
}

void copies() {
  int one = 1;
  cudaMemcpyToSymbol(copied, &one, sizeof one);
}

void *addresses() {
  void *place;
  cudaGetSymbolAddress(&place, addressed);
  return place;
}

const char *names() { return "literal"; }

#ifndef __CUDA_ARCH__
void leaves() {
  int one = 1;
  cudaMemcpyToSymbol(leftOut, &one, sizeof one);
  cudaMemcpyToSymbol(settings::changed, &one, sizeof one);
}
#endif
