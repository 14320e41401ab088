// Kernels that tables, members and functions hand to a launch are launched with its block.

typedef void (*Sum)(const float *, float *);

__device__ float pairs(float v) { return v + __shfl_xor_sync(0xffffffff, v, 4); }

// 84 threads: the last warp has 20, of which four read what no thread has.
template <int Which>
__global__ void first(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want[lockstep] not_participating_lane_in_mask "first.* instantiations, block 84"
  v += __shfl_xor_sync(0xffffffff, v, 4); // want source_lane_not_in_mask "first.*11 instantiations, block 84, "
  out[threadIdx.x] = v;
}

static const Sum both[] = {first<0>, first<1>};
static Sum written[] = {first<2>};
static constexpr Sum rows[2][1] = {{first<3>}, {first<4>}};

void byTables(const float *in, float *out, int i, bool isLast) {
  both[i]<<<1, 84>>>(in, out);
  written[0]<<<1, 84>>>(in, out);
  rows[isLast][0]<<<1, 84>>>(in, out);
  Sum own[2];
  own[0] = first<5>;
  own[1] = first<6>;
  own[i]<<<1, 84>>>(in, out);
}

static Sum choose(int i) {
  switch (i) {
  case 0:
    return first<7>;
  }
  return first<8>;
}

class Stage {
public:
  Stage(Sum kernel, int threads) : kernel(kernel), threads(threads) {}
  void run(const float *in, float *out) const { kernel<<<1, threads>>>(in, out); }

private:
  Sum kernel;
  int threads;
};

void byFunctions(const float *in, float *out, int i) {
  choose(i)<<<1, 84>>>(in, out);
  Stage stage(first<9>, 84);
  stage.run(in, out);
  void *arguments[] = {&in, &out};
  const void *named[] = {(const void *)first<10>};
  cudaLaunchKernel(named[i], dim3(1), dim3(84), arguments, 0, 0);
}

// What an element says belongs together: whole warps, and 16 threads of which all take part.
__global__ void whole(const float *in, float *out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 4); }
__global__ void sixteen(const float *in, float *out) { out[threadIdx.x] = __shfl_xor_sync(0xffff, in[threadIdx.x], 4); }
__global__ void odd(const float *in, float *out) {
  // want[lockstep] not_participating_lane_in_mask "odd \[block 20, "
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 4); // want source_lane_not_in_mask "odd \[block 20, "
}

struct Entry {
  Sum kernel;
  int threads;
};
static const Entry entries[] = {{whole, 256}, {sixteen, 16}, {odd, 20}};

void byEntries(const float *in, float *out, int i) {
  const Entry &entry = entries[i];
  entry.kernel<<<1, entry.threads>>>(in, out);
}

// Which kernel a function of another file yields is not known: each that is named may be meant, and the other block clears
// what is right in it.
__global__ void mapped(const float *in, float *out) {
  float v = in[threadIdx.x];
  // want?[lockstep] potentially_not_participating_lane_in_mask "mapped"
  v += __shfl_xor_sync(0xffffffff, v, 4); // want? potentially_source_lane_not_in_mask "block of 12 threads in mapped"
  if (threadIdx.x < 16)
    // want[lockstep] not_participating_lane_in_mask "mapped"
    __syncwarp(); // want?[independent,strict] potentially_not_participating_lane_in_mask "mapped"
  out[threadIdx.x] = v;
}

template <int Which>
__global__ void held(const float *in, float *out) {
  // want?[lockstep] potentially_not_participating_lane_in_mask "held"
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 4); // want? potentially_source_lane_not_in_mask "block of 12 threads in held"
}

Sum found(int, Sum, Sum);

void byOthers(const float *in, float *out, int i) {
  Sum one = found(i, mapped, held<2>);
  one<<<1, 12>>>(in, out);
  one<<<1, dim3(4, 3)>>>(in, out);
}
