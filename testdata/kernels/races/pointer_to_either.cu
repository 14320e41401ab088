// A pointer leads to shared memory for some arguments, and elsewhere for others: a race is one for these alone.

__global__ void by_argument(int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  const int *from = n > 3 ? s : in;
  out[lane] = from[lane ^ 1]; // want? potentially-missing-syncwarp "for s.1. in by_argument"
}

__global__ void if_it_fits(int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  const int *from = in;
  if (n <= 32) {
    s[lane] = in[lane];
    from = s;
  }
  out[lane] = from[lane ^ 1]; // want? potentially-missing-syncwarp "if_it_fits"
}

__global__ void ordered_if_it_fits(int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  const int *from = in;
  if (n <= 32) {
    s[lane] = in[lane];
    __syncwarp();
    from = s;
  }
  out[lane] = from[lane ^ 1];
}

__global__ void by_lane(int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  const int *from = lane < 16 ? s : in;
  out[lane] = from[lane ^ 1]; // want missing-syncwarp "by_lane"
}

__global__ void of_two_arrays(int *in, int *out, int n) {
  __shared__ int s[32], r[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  r[lane] = in[lane + 32];
  const int *from = n > 3 ? s : r;
  out[lane] = from[lane ^ 1]; // want? potentially-missing-syncwarp "of_two_arrays"
}

void launches(int *in, int *out, int n) {
  by_argument<<<1, 32>>>(in, out, n);
  if_it_fits<<<1, 32>>>(in, out, n);
  ordered_if_it_fits<<<1, 32>>>(in, out, n);
  by_lane<<<1, 32>>>(in, out);
  of_two_arrays<<<1, 32>>>(in, out, n);
}

// without missing-syncthreads
