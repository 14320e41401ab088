// The initial value of a variable counts only if the text names the variable in device functions alone. A macro may
// name it, a mangled name may, and a word that continues on the next line. Here no kernel is launched, so that host code
// is text and no tree. A macro that pastes the name of a variable where it is declared may declare more, so that
// nothing definite follows from its value.

#define VOTES(of) \
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __any_sync(of ? 0xffffu : ~0u, out[threadIdx.x])
#define PASTED(a, b) a##b
#define JOINED(a, b) PASTED(a, b)
#define OPTION(name) option_##name
#define DEFAULT(name) __device__ int default_##name = 0
#define SETTABLE(name)                 \
  __device__ int setting_##name = 0;   \
  void set_##name(int value) { cudaMemcpyToSymbol(setting_##name, &value, sizeof value); }
#define READ_OF(name)                                                  \
  __global__ void read_##name(int *out) { VOTES(holder_##name); }      \
  void write_##name(int value) { cudaMemcpyToSymbol(holder_##name, &value, sizeof value); }

__device__ int whole = 0;
__device__ int aliased = 0;
#define ALIAS aliased
#define OTHER_ALIAS ALIAS
__device__ int readByMacro = 0;
#define READ_BY_MACRO readByMacro
#define READ_BY_OTHER READ_BY_MACRO
__device__ int joinedName = 0;
__device__ int OPTION(read) = 0;
__device__ int option_left = 0;
DEFAULT(count);
SETTABLE(count)
__device__ int holder_count = 0;
READ_OF(count)                             // want? potentially_not_participating_lane_in_mask "16-31"
__device__ int continued = 0;
namespace settings {
__device__ int mangled = 0;
__device__ int limit = 0;
}
__device__ int shadowed = 0;
__device__ int captured = 0;

__global__ void byWhole(int *out) { VOTES(whole); }        // want not_participating_lane_in_mask "16-31"
__global__ void byAlias(int *out) { VOTES(ALIAS); }        // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byMacro(int *out) { VOTES(READ_BY_OTHER); }  // want not_participating_lane_in_mask "16-31"
__global__ void byJoined(int *out) { VOTES(joinedName); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byOption(int *out) { VOTES(OPTION(read)); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byLeft(int *out) { VOTES(option_left); }   // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byDefault(int *out) { VOTES(default_count); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void bySetting(int *out) { VOTES(setting_count); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byContinued(int *out) { VOTES(continued); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byMangled(int *out) { VOTES(settings::mangled); }  // want? potentially_not_participating_lane_in_mask "16-31"
__global__ void byLimit(int *out) { VOTES(settings::limit); }  // want not_participating_lane_in_mask "16-31"

// A local variable and a parameter of the same name are no uses, and a lambda in a kernel runs on the device.
__device__ void fill(int &shadowed) { shadowed = 1; }
__global__ void fills(int *out) {
  int shadowed = out[0];
  fill(shadowed);
  out[1] = shadowed;
}
__global__ void byShadowed(int *out) { VOTES(shadowed); }  // want not_participating_lane_in_mask "16-31"
__global__ void byCaptured(int *out) {
  auto read = [&] { return captured; };
  VOTES(read());                                           // want not_participating_lane_in_mask "16-31"
}

void sets() {
  int one = 1;
  cudaMemcpyToSymbol(OTHER_ALIAS, &one, sizeof one);
  cudaMemcpyToSymbol(JOINED(joined, Name), &one, sizeof one);
  cudaMemcpyToSymbol(conti\
nued, &one, sizeof one);
}

const char *names() { return "_ZN8settings7mangledE"; }

#ifdef NOT_DEFINED
void leaves() {
  int one = 1;
  cudaMemcpyToSymbol(OPTION(left), &one, sizeof one);
}
#endif
