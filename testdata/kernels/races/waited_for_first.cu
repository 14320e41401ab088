// A barrier in the first iteration of a loop lies before what its later iterations touch.

__global__ void barrier_first(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) __syncwarp();
    sum += s[(threadIdx.x + i) % 32];
  }
  out[threadIdx.x] = sum;
}

// The second iteration is too late for the first one.
__global__ void barrier_second(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 1) __syncwarp();
    sum += s[(threadIdx.x + i + 1) % 32];  // want missing-syncwarp "for s"
  }
  out[threadIdx.x] = sum;
}

// As late is a barrier behind the access.
__global__ void barrier_behind(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += s[(threadIdx.x + i + 1) % 32];  // want missing-syncwarp "for s"
    if (i == 0) __syncwarp();
  }
  out[threadIdx.x] = sum;
}

// On the other side of a branch, lanes that come to the barrier in the first iteration do not read there, and others do.
__global__ void barrier_beside(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == in[0]) __syncwarp();
    else sum += s[(threadIdx.x + i + 1) % 32];  // want? potentially-missing-syncwarp "for s"
  }
  out[threadIdx.x] = sum;
}

__global__ void half_first(const int *in, int *out, int n) {
  __shared__ int s[32];
  int half = threadIdx.x & 16;
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) __syncwarp(0xffffu << half);
    sum += s[half + (threadIdx.x + i) % 16];
    if (i == 3) sum += s[threadIdx.x ^ 16];  // want missing-syncwarp "for s"
  }
  out[threadIdx.x] = sum;
}

// In the first iteration of both loops.
__global__ void loop_in_loop(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      if (i == 0 && k == 0) __syncwarp();
      sum += s[(threadIdx.x + i * k) % 32];
    }
  out[threadIdx.x] = sum;
}

// What an iteration of the outer loop writes waits for a barrier of that iteration.
__global__ void written_in_between(const int *in, int *out, int n) {
  __shared__ int s[32];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = in[32 * i + threadIdx.x];
    for (int k = 0; k < n; k++) {
      if (i == 0 && k == 0) __syncwarp();
      sum += s[(threadIdx.x + k + 1) % 32];  // want? potentially-missing-syncwarp "for s"
    }
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from))
#define WAIT() asm volatile("cp.async.wait_all;" ::)

__global__ void copied_first(const int *in, int *out, int n) {
  __shared__ int s[32];
  COPY((unsigned)__cvta_generic_to_shared(s + threadIdx.x), in + threadIdx.x);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      WAIT();
      __syncwarp();
    }
    sum += s[(threadIdx.x + i) % 32];
  }
  out[threadIdx.x] = sum;
}

// The lanes meet before they wait.
__global__ void copied_too_late(const int *in, int *out, int n) {
  __shared__ int s[32];
  COPY((unsigned)__cvta_generic_to_shared(s + threadIdx.x), in + threadIdx.x);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      __syncwarp();
      WAIT();
    }
    sum += s[(threadIdx.x + i + 1) % 32];  // want missing-syncwarp "for s"
  }
  out[threadIdx.x] = sum;
}

// A barrier of the second iteration orders what was waited for in the first, for who comes later.
__global__ void copied_and_met_later(const int *in, int *out, int n) {
  __shared__ int s[32];
  COPY((unsigned)__cvta_generic_to_shared(s + threadIdx.x), in + threadIdx.x);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) WAIT();
    __syncwarp();
    sum += s[(threadIdx.x + i) % 32];
  }
  out[threadIdx.x] = sum;
}

void launch(const int *in, int *out, int n) {
  barrier_first<<<1, 32>>>(in, out, n);
  barrier_second<<<1, 32>>>(in, out, n);
  barrier_behind<<<1, 32>>>(in, out, n);
  barrier_beside<<<1, 32>>>(in, out, n);
  half_first<<<1, 32>>>(in, out, n);
  loop_in_loop<<<1, 32>>>(in, out, n);
  written_in_between<<<1, 32>>>(in, out, n);
  copied_first<<<1, 32>>>(in, out, n);
  copied_too_late<<<1, 32>>>(in, out, n);
  copied_and_met_later<<<1, 32>>>(in, out, n);
}

// without missing-syncthreads
