// A cell of dynamic shared memory has the name of the variable or member that points there: that of the later access, else
// that of the earlier one, also where only a run of the concrete machine finds the two threads.
struct Parts {
  float *part;
  int count;
};

__global__ void variable(float *out) {
  extern __shared__ char smem[];
  float *part = (float *)(smem + 64);
  int t = threadIdx.x;
  part[t] = out[t];
  out[t] = part[255 - t];  // want missing-syncthreads "for part\[223\] in variable"
}

__global__ void ofTheEarlierOne(float *out) {
  extern __shared__ char smem[];
  float *part = (float *)(smem + 64);
  int t = threadIdx.x;
  part[t] = out[t];
  out[t] = *(float *)(smem + 64 + 4 * (255 - t));  // want missing-syncthreads "for part\[223\] in ofTheEarlierOne"
}

__global__ void member(float *out) {
  extern __shared__ char smem[];
  Parts parts;
  parts.part = (float *)(smem + 64);
  int t = threadIdx.x;
  parts.part[t] = out[t];
  out[t] = parts.part[255 - t];  // want missing-syncthreads "for parts.part\[223\] in member"
}

__device__ float reversed(const Parts *p) {
  return p->part[255 - threadIdx.x];  // want missing-syncthreads "for p->part\[223\] in behindAPointer"
}

__global__ void behindAPointer(float *out) {
  extern __shared__ char smem[];
  Parts parts;
  parts.part = (float *)(smem + 64);
  parts.part[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = reversed(&parts);
}

__global__ void rows(float *out) {
  extern __shared__ float4 quad[];
  float(*row)[32] = (float(*)[32])quad;
  int t = threadIdx.x;
  row[t / 32][t % 32] = out[t];
  out[t] = row[7 - t / 32][t % 32];  // want missing-syncthreads "for row\[[0-9]\]\[0\] in rows"
}

__global__ void seenByTheMachine(const int *d, float *out) {
  extern __shared__ char smem[];
  float *part = (float *)(smem + 64);
  int t = threadIdx.x;
  part[d[t] & 255] = out[t];  // want? potentially-missing-syncthreads "for part\["
  out[t] = part[255 - t];     // want? potentially-missing-syncthreads "for part\["
}

void launch(float *out, const int *d) {
  variable<<<1, 256, 2048>>>(out);
  ofTheEarlierOne<<<1, 256, 2048>>>(out);
  member<<<1, 256, 2048>>>(out);
  behindAPointer<<<1, 256, 2048>>>(out);
  rows<<<1, 256, 2048>>>(out);
  seenByTheMachine<<<1, 256, 2048>>>(d, out);
}
// without uninitialized-shared
