// Two buffers that change places in every iteration, by pointers or by numbers.

__global__ void pointersToTwo(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  int *now = a, *next = b;
  int l = threadIdx.x;
  now[l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    next[l] = now[l] + now[(l + 1) & 31];
    __syncwarp();
    int *t = now;
    now = next;
    next = t;
  }
  out[l] = now[31 - l];
}

__global__ void pointersToTwoUnordered(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  int *now = a, *next = b;
  int l = threadIdx.x;
  now[l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    // want? potentially-missing-syncwarp "may race with lane 1 .* for b\[1\] "
    // want? potentially-missing-syncwarp "may race with lane 31 .* for a\[0\] "
    next[l] = now[l] + now[(l + 1) & 31];
    int *t = now;
    now = next;
    next = t;
  }
  out[l] = now[31 - l];  // want? potentially-missing-syncwarp "may race with lane 31"
}

__global__ void pointersIntoOne(const int *in, int *out, int n) {
  __shared__ int s[64];
  int *now = s, *next = s + 32;
  int l = threadIdx.x;
  now[l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    next[l] = now[l] + now[(l + 1) & 31];
    __syncwarp();
    int *t = now;
    now = next;
    next = t;
  }
  out[l] = now[31 - l];
}

__global__ void pointersIntoOneUnordered(const int *in, int *out, int n) {
  __shared__ int s[64];
  int *now = s, *next = s + 32;
  int l = threadIdx.x;
  now[l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    // want? potentially-missing-syncwarp "may race with lane 1 .* for s\[0\] "
    // want? potentially-missing-syncwarp "may race with lane 1 .* for s\[33\] "
    next[l] = now[l] + now[l ^ 1];
    int *t = now;
    now = next;
    next = t;
  }
  out[l] = now[l];
}

// No two of the numbers are ever the same.
__global__ void numbers(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  int l = threadIdx.x, now = 0, next = 1;
  s[now][l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    s[next][l] = s[now][l] + s[now][(l + 1) & 31];
    int t = now;
    now = next;
    next = t;
    __syncwarp();
  }
  out[l] = s[now][31 - l];
}

__global__ void namesOfPointers(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  int *both[2] = {a, b};
  int l = threadIdx.x, now = 0;
  both[now][l] = in[l];
  __syncwarp();
  for (int k = 0; k < n; k++) {
    both[now ^ 1][l] = both[now][l] + both[now][(l + 1) & 31];
    now ^= 1;
    __syncwarp();
  }
  out[l] = both[now][31 - l];
}

void launch(const int *in, int *out, int n) {
  pointersToTwo<<<1, 32>>>(in, out, n);
  pointersToTwoUnordered<<<1, 32>>>(in, out, n);
  pointersIntoOne<<<1, 32>>>(in, out, n);
  pointersIntoOneUnordered<<<1, 32>>>(in, out, n);
  numbers<<<1, 32>>>(in, out, n);
  namesOfPointers<<<1, 32>>>(in, out, n);
}

// without missing-syncthreads
