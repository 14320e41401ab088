// nvcc brings in <utility> before every file, and with it the lists in braces.

__global__ void over_a_list(int *out) {
  int a = out[threadIdx.x];
  for (int distance : {16, 8, 4, 2, 1}) a += __shfl_xor_sync(0xffffffffu, a, distance);
  if (threadIdx.x < 8) {
    for (int distance : {4, 8})
      a += __shfl_xor_sync(0xff, a, distance); // want source_lane_not_in_mask "0-7 read from lane\(s\) 8-15 "
  }
  out[threadIdx.x] = std::move(a);
}
