// Thread 0 changes what all threads have read behind the last barrier: the state of a decoder, and the output of the section
// before.

struct State {
  const unsigned char *at, *end, *base;
  unsigned char *out;
  int bits, error, size, isRaw;
};

__device__ void header(State *s) {
  s->size = s->at[0];
  s->isRaw = s->at[1];
  s->bits += 16;
  if (s->size > 200) s->error = 1;
}

__device__ void seek(State *s, const unsigned char *base, long to) {
  // want missing-syncthreads "Thread 0 \(warp 0\) races with thread \d+ \(warp 1, line 38\) for state.at in unpack"
  s->at = base + to;
}

__global__ __launch_bounds__(64) void unpack(const unsigned char *in, unsigned char *out, long size, int *result) {
  __shared__ State state;
  State *s = &state;
  int t = threadIdx.x;
  if (!t) {
    s->base = s->at = in, s->end = in + size, s->out = out;
    s->bits = s->size = s->isRaw = 0;
    s->error = size < 4;
  }
  __syncthreads();
  if (s->error) return;
  do {
    __syncthreads();
    if (!t) header(s);
    __syncthreads();
    if (!s->error && s->size != 0 && s->isRaw) {
      const unsigned char *from = s->at;
      unsigned char *to = s->out;
      if (!t) seek(s, s->base, from - s->base + 1);
      __syncthreads();
      for (int i = t; i < s->size; i += 64) to[i] = from[i];
      __syncthreads();
      if (!t) s->out = to + s->size;
    }
    __syncthreads();
  } while (!s->error && s->size != 0);
  if (!t) *result = s->error;
}

__device__ void seek_behind(State *s, const unsigned char *base, long to) { s->at = base + to; }

// The same with a barrier behind the reads.
__global__ __launch_bounds__(64) void unpack_in_turn(const unsigned char *in, unsigned char *out, long size, int *result) {
  __shared__ State state;
  State *s = &state;
  int t = threadIdx.x;
  if (!t) {
    s->base = s->at = in, s->end = in + size, s->out = out;
    s->bits = s->size = s->isRaw = 0;
    s->error = size < 4;
  }
  __syncthreads();
  if (s->error) return;
  do {
    __syncthreads();
    if (!t) header(s);
    __syncthreads();
    if (!s->error && s->size != 0 && s->isRaw) {
      const unsigned char *from = s->at;
      unsigned char *to = s->out;
      __syncthreads();
      if (!t) seek_behind(s, s->base, from - s->base + 1);
      __syncthreads();
      for (int i = t; i < s->size; i += 64) to[i] = from[i];
      __syncthreads();
      if (!t) s->out = to + s->size;
    }
    __syncthreads();
  } while (!s->error && s->size != 0);
  if (!t) *result = s->error;
}

// Two arrays follow a third one in the dynamic array, at products of the arguments. The race for the last one is a matter of
// none of them.
template <typename T>
__global__ void sections(int signals, int samples, int number, int width, const T *c, const T *z, T *x) {
  extern __shared__ char raw[];
  T *state = reinterpret_cast<T *>(raw) + number * width;
  T *out = state + number * width * signals;
  const int t = threadIdx.x, b = blockIdx.x;
  out[t] = z[t];
  __syncthreads();
  T y, v;
  for (int n = 0; n < number - 1; n++) {
    v = t == 0 ? x[b * samples + n] : out[t - 1];
    y = c[t] * v;
    // want? potentially-missing-syncthreads "Thread 31 \(warp 0\) may race with thread 32 \(warp 1, line 96\) for out\[31\]"
    out[t] = y;
    __syncthreads();
  }
  x[t] = y;
}

void run(const unsigned char *in, unsigned char *to, long size, int *result, int a, int b, int n, const float *c, float *x) {
  unpack<<<1, 64>>>(in, to, size, result);
  unpack_in_turn<<<1, 64>>>(in, to, size, result);
  sections<float><<<a, 64, (n + a * n * 2) * sizeof(float)>>>(a, b, n, 2, c, c, x);
}
