// A store of what the cell holds already changes nothing for who reads it, neither in one warp nor in another one.

__global__ void lane_stores_again(int *out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 3) s[0] = 1;
  __syncwarp();
  if (t == 3) s[0] = 1;
  out[t] = s[0];
}

__global__ void argument_again(int *out, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 3) s[0] = n;
  __syncwarp();
  if (t == 3) s[0] = n;
  out[t] = s[0];
}

__global__ void all_store_it(int *out, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[0] = n;
  if (t == 3) s[0] = n;
  out[t] = s[0];
}

__global__ void read_and_stored_again(int *out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 3) s[0] = 1;
  __syncwarp();
  int x = s[0];
  if (t == 3) s[0] = 1;
  out[t] = x;
}

__global__ void another_lane_stores_it(int *out, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 3) s[0] = n;
  __syncwarp();
  if (t == 5) s[0] = n;
  out[t] = s[0];
}

__global__ void another_value(int *out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 3) s[0] = 1;
  __syncwarp();
  if (t == 3) s[0] = 2;
  out[t] = s[0]; // want missing-syncwarp "another_value"
}

// The variable is another one in each thread.
__global__ void value_of_another_lane(const int *in, int *out) {
  __shared__ int s[8];
  int t = threadIdx.x, a = in[t];
  if (t == 0) s[0] = a;
  __syncwarp();
  if (t == 4) s[0] = a;
  out[t] = s[0]; // want missing-syncwarp "value_of_another_lane"
}

__global__ void value_of_another_warp(const int *in, int *out) {
  __shared__ int s[8];
  int t = threadIdx.x, a = in[t];
  if (t == 0) s[0] = a;
  __syncthreads();
  if (t == 40) s[0] = a;
  if (t < 32) out[t] = s[0]; // want? potentially-missing-syncthreads "value_of_another_warp"
}

__global__ void number_of_the_warp(int *out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 0) s[0] = t / 32;
  __syncthreads();
  if (t == 40) s[0] = t / 32;
  if (t < 32) out[t] = s[0]; // want? potentially-missing-syncthreads "number_of_the_warp"
}

__global__ void another_warp_stores_it(int *out, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t == 0) s[0] = n;
  __syncthreads();
  if (t == 40) s[0] = n;
  out[t] = s[0];
}

void launch(const int *in, int *out, int n) {
  lane_stores_again<<<1, 32>>>(out);
  argument_again<<<1, 32>>>(out, n);
  all_store_it<<<1, 32>>>(out, n);
  read_and_stored_again<<<1, 32>>>(out);
  another_lane_stores_it<<<1, 32>>>(out, n);
  another_value<<<1, 32>>>(out);
  value_of_another_lane<<<1, 32>>>(in, out);
  value_of_another_warp<<<1, 64>>>(in, out);
  number_of_the_warp<<<1, 64>>>(out);
  another_warp_stores_it<<<1, 64>>>(out, n);
}
