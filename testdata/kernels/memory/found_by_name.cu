// A program that finds a variable by its name may put the name together, so that no variable of the unit keeps its
// initial value.

#define VOTES(of) \
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __any_sync(of ? 0xffffu : ~0u, out[threadIdx.x])

__device__ int first = 0;
__device__ const int constant = 0;

__global__ void byFirst(int *out) { VOTES(first); }        // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byConstant(int *out) { VOTES(constant); }  // want not_participating_lane_in_mask "16-31"

typedef struct CUmod_st *Module;
int cuModuleGetGlobal(void **place, size_t *size, Module module, const char *name);

void *find(Module module) {
  void *place;
  size_t size;
  cuModuleGetGlobal(&place, &size, module, "fi" "\x72st");
  return place;
}
