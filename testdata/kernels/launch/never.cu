// A launch that the source itself excludes is no context of its kernel; one in a lambda is.
// A block of 48 has half a warp, whose lanes have no partners.

[[noreturn]] void fail(const char *why);

__global__ void in_template(int *data) {
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}
template <int Threads> void start(int *data) {
  if (Threads % 32 != 0)
    return;
  in_template<<<1, Threads>>>(data);
}

__global__ void after_check(int *data) {
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__global__ void nowhere(int *data) {
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__global__ void through_lambda(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__global__ void through_generic_lambda(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

void run(int *data, int n) {
  start<48>(data);
  start<64>(data);

  int threads = n < 64 ? 48 : 64;
  if (threads % 32)
    fail("no whole warps");
  after_check<<<1, threads>>>(data);

  if (false)
    nowhere<<<1, 48>>>(data);

  auto direct = [&](void (*kernel)(int *), int rows) { kernel<<<1, rows * 8>>>(data); };
  direct(through_lambda, 6);
  auto generic = [&](auto kernel, int rows) { kernel<<<1, rows * 8>>>(data); };
  generic(through_generic_lambda, 6);
}
