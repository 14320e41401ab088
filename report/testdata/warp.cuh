__device__ float add(float v, bool deep) {
  if (deep)
    __syncthreads();
  return v;
}
