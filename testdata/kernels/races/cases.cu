// Bytes that differ in each case of a choice, of a power of two, or of a quotient and its remainder.

// A bitonic sort: lanes that compare pairs at a distance that shrinks.
__global__ void bitonic(unsigned *d) {
  __shared__ unsigned s[512];
  unsigned t = threadIdx.x;
  s[t] = d[t];
  s[t + 256] = d[t + 256];
  for (unsigned size = 2; size <= 512; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned p = 2 * t - (t & (stride - 1));
      if (s[p] > s[p + stride]) {
        unsigned v = s[p];
        s[p] = s[p + stride];
        s[p + stride] = v;
      }
    }
  __syncthreads();
  d[t] = s[t];
}

// A Walsh transform: four words of each lane, at a distance that shrinks from a part of 1 << log.
__global__ void walsh(float *d, int log) {
  __shared__ float s[1024];
  int t = threadIdx.x, n = 1 << log;
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = t & (stride - 1), i = ((t - low) << 2) + low;
    __syncthreads();
    float a = s[i], b = s[i + stride], c = s[i + 2 * stride], e = s[i + 3 * stride];
    s[i] = a + b + c + e;
    s[i + stride] = a - b + c - e;
    s[i + 2 * stride] = a + b - c - e;
    s[i + 3 * stride] = a - b - c + e;
  }
  __syncthreads();
  d[t] = s[t];
}

// A distance that is no power of two lets pairs overlap.
__global__ void overlappingPairs(unsigned *d, unsigned stride) {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x;
  for (; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned p = 2 * t - (t & (stride - 1));
    s[p] += s[p + stride];  // want? potentially-missing-syncwarp "for s"
  }
  __syncthreads();
  d[t] = s[t];
}

// A tree from the bottom: neighbours at a distance that doubles.
__global__ void fromTheBottom(int *d) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (unsigned o = 1; o < blockDim.x; o *= 2) {
    if (t % (2 * o) == 0) s[t] += s[t + o];
    __syncthreads();
  }
  if (t == 0) *d = s[0];
}

// The same with every lane that is a multiple of the distance: the sums of neighbours are read.
__global__ void fromTheBottomTooOften(int *d) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (unsigned o = 1; o < 32; o *= 2) {
    if (t % o == 0 && t < 128) s[t] += s[t + o];  // want missing-syncwarp "for s"
    __syncthreads();
  }
  if (t == 0) *d = s[0];
}

// A distance that begins as half a block is no negative number.
__global__ void withAndWithoutSign(float *d) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (unsigned w = blockDim.x / 2; w > 0; w >>= 1) {
    if (t < w) s[t] += s[(int)t + (int)w];
    __syncthreads();
  }
  *d = s[0];
}

// How many words a lane has is the same for the lanes of a warp.
__global__ void twoOrFour(const int *d, int *out, int n) {
  __shared__ int s[1024];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int first = warp < n ? lane * 2 : lane * 4, base = warp * 128;
  s[base + first] = d[lane];
  s[base + first + 1] = d[lane + 32];
  if (warp >= n) {
    s[base + first + 2] = d[lane + 64];
    s[base + first + 3] = d[lane + 96];
  }
  out[threadIdx.x] = s[base + first];
}

// Two words have no room for four.
__global__ void twoForFour(const int *d, int *out, int n) {
  __shared__ int s[1024];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int first = warp < n ? lane * 4 : lane * 2, base = warp * 128;
  s[base + first] = d[lane];
  s[base + first + 1] = d[lane + 32];
  if (warp >= n) {
    s[base + first + 2] = d[lane + 64];  // want missing-syncwarp "for s"
    s[base + first + 3] = d[lane + 96];  // want missing-syncwarp "for s"
  }
  out[threadIdx.x] = s[base + first];  // want? potentially-missing-syncwarp "for s"
}

// Rows of eight words lie nine apart.
__global__ void padded(const int *d, int *out, int n) {
  __shared__ int s[9 * 32];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[9 * (i / 8) + i % 8] += d[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A ring of nine words, of which eight lanes have one each.
__global__ void ring(const int *d, int *out) {
  __shared__ int s[9];
  if (threadIdx.x < 8) s[(threadIdx.x + blockIdx.x * 8) % 9] = d[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 9];
}

// A ring of seven words for eight lanes.
__global__ void ringTooSmall(const int *d, int *out) {
  __shared__ int s[7];
  int i = (threadIdx.x + blockIdx.x * 8) % 7;
  if (threadIdx.x < 8) s[i] = d[threadIdx.x];
  if (threadIdx.x < 8) out[threadIdx.x] = s[i];  // want missing-syncwarp "for s"
}

// The distance is not zero where an index with it lies in the array.
__global__ void upAndDown(unsigned short *d) {
  __shared__ unsigned short s[512];
  unsigned t = threadIdx.x;
  s[t] = d[t];
  unsigned o = 1;
  for (unsigned n = 128; n > 0; n >>= 1) {
    __syncthreads();
    if (t < n) {
      unsigned a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1;
      s[b] += s[a];
    }
    o <<= 1;
  }
  for (unsigned n = 2; n < blockDim.x; n <<= 1) {
    o >>= 1;
    __syncthreads();
    if (t < n - 1) {
      unsigned a = o * (t + 1) - 1, b = a + (o >> 1);
      s[b] += s[a];
    }
  }
  __syncthreads();
  d[t] = s[t];
}

void launch(const int *d, int *out, int n) {
  bitonic<<<1, 256>>>((unsigned *)out);
  walsh<<<1, 256>>>((float *)out, n);
  overlappingPairs<<<1, 256>>>((unsigned *)out, n);
  fromTheBottom<<<1, 256>>>(out);
  fromTheBottomTooOften<<<1, 256>>>(out);
  withAndWithoutSign<<<1, 256>>>((float *)out);
  twoOrFour<<<1, 256>>>(d, out, n);
  twoForFour<<<1, 256>>>(d, out, n);
  padded<<<1, 256>>>(d, out, n);
  ring<<<1, 256>>>(d, out);
  ringTooSmall<<<1, 256>>>(d, out);
  upAndDown<<<1, 256>>>((unsigned short *)out);
}

// without missing-syncthreads
// without uninitialized-shared
