// Bit-fields: neighbours are read and written as one, the next member is not.
struct Pair {
  unsigned a : 5, b : 27;
};
struct Mixed {
  int a : 24;
  int b : 8;
  int c;
  char d;
  unsigned e : 4;
};

__global__ void twoFields(int *out) {
  __shared__ Pair s;
  int t = threadIdx.x;
  if (t == 0) s.a = out[0];
  if (t == 1) s.b = out[1];  // want missing-syncwarp "for s"
  __syncthreads();
  out[t] = s.a + s.b;
}

// One value, but each writes the other field back as it was.
__global__ void oneValue(int *out) {
  __shared__ Pair s;
  int t = threadIdx.x;
  if (t == 0) s.a = 1;
  if (t == 1) s.b = 1;  // want missing-syncwarp "for s"
  __syncthreads();
  out[t] = s.a + s.b;
}

__global__ void oneField(int *out) {
  __shared__ Pair s;
  int t = threadIdx.x;
  if (t == 0) s.a = 1;
  if (t == 1) s.a = 1;
  __syncthreads();
  out[t] = s.a + s.b;
}

__global__ void readsANeighbour(int *out) {
  __shared__ Pair s;
  int t = threadIdx.x;
  if (t == 0) s.a = out[0];
  out[t] = s.b;  // want missing-syncwarp "for s"
}

__global__ void besideAField(int *out) {
  __shared__ Mixed s;
  int t = threadIdx.x;
  if (t == 0) s.b = out[0];
  if (t == 1) out[t] = s.c;
  if (t == 2) s.d = out[2];
  if (t == 3) out[3] = s.e;
}

__global__ void ownFields(int *out) {
  __shared__ Pair s[32];
  int t = threadIdx.x;
  s[t].a = out[0];
  s[t].b = out[1];
  __syncwarp();
  out[t] = s[t].a + s[31 - t].b;
}

// without missing-syncthreads
