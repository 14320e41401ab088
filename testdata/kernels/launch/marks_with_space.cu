// nvcc takes the marks of a launch with space between their parts, as formatters leave them. A block of 48 has half a
// warp, whose lanes have no partners.

#define BLOCKS(n) << <(n), 48 >> >

template <int Which> __global__ void exchange(int *data, int n) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "exchange<1> \[block 48, .*exchange<2> \[block 48, .*exchange<3> \[block 48, .*exchange<4> \[block 48, .*exchange<5> \[block 24x2, "
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__global__ void whole(int *data, int n) { data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16); }

void host(int *data, int n) {
  exchange<1> << <1, 48 >> > (data, n);
  exchange<2> < < < 1, 48, 0, 0 > > >(data, n >> 3);
  exchange<3> BLOCKS(1)(data, n);
  exchange<4> << < // blocks of
      (n << 3) / 48, 48 >>
      > (data, n);
  dim3 block(24, 2);
  exchange<5> << <dim3(n), block >>>(data, n);
  whole << <n >> 3, 64 >> > (data, n << 3);
}

__global__ void parent(int *data) { whole << <1, 32 >> > (data, 1); }
