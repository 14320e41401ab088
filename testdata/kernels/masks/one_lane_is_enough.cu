// Many lanes may come that the mask does not name; the witness has one.
__global__ void some_come(const int *in) {
  if (in[threadIdx.x] > 0)
    // want? potentially_not_participating_lane_in_mask "Lane.s. 0 named"
    __syncwarp(0xff);
}
void launch(const int *in) { some_come<<<1, 20>>>(in); }
