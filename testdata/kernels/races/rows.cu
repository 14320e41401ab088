// An index stays in the row of an array of arrays that it is into, so that two rows keep accesses apart in a block of
// any size.

__global__ void readBehindTheBarrier(float *out, const float *in, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x, buf = 0;
  s[0][t] = in[t];
  float sum = 0;
  for (int k = 1; k < n; k++) {
    buf ^= 1;
    s[buf][t] = in[k * 256 + t];
    __syncthreads();
    sum += s[buf][(t + 1) & 255];
  }
  out[t] = sum;
}

__global__ void oneBuffer(float *out, const float *in, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x, buf = n & 1;
  float sum = 0;
  for (int k = 1; k < n; k++) {
    s[buf][t] = in[k * 256 + t];  // want? potentially-missing-syncwarp "may race"
    __syncthreads();
    sum += s[buf][(t + 1) & 255];
  }
  out[t] = sum;
}

#define TILE 8

__global__ void tilesOfTwoBuffers(float *c, const float *a, const float *b, int width, int n) {
  __shared__ float as[2][TILE][32], bs[2][TILE][32];
  int x = threadIdx.x, y = threadIdx.y, buf = 0;
  if (y < TILE) {
    as[0][y][x] = a[y * width + x];
    bs[0][y][x] = b[y * width + x];
  }
  __syncthreads();
  float sum = 0;
  for (int k = TILE; k < n; k += TILE) {
    buf ^= 1;
    if (y < TILE) {
      as[buf][y][x] = a[(k + y) * width + x];
      bs[buf][y][x] = b[(k + y) * width + x];
    }
    for (int i = 0; i < TILE; i++)
      sum += as[buf ^ 1][i][y] * bs[buf ^ 1][i][x];
    __syncthreads();
  }
  for (int i = 0; i < TILE; i++)
    sum += as[buf][i][y] * bs[buf][i][x];
  c[y * width + x] = sum;
}

__global__ void tilesWithoutABarrier(float *c, const float *a, int width, int n) {
  __shared__ float as[2][TILE][32];
  int x = threadIdx.x, y = threadIdx.y, buf = 0;
  float sum = 0;
  for (int k = TILE; k < n; k += TILE) {
    buf ^= 1;
    as[buf][y & 7][x] = a[(k + y) * width + x];
    for (int i = 0; i < TILE; i++)
      sum += as[buf][i][x ^ 1];  // want? potentially-missing-syncwarp "may race with"
    __syncthreads();
  }
  c[y * width + x] = sum;
}

// A row of a constant number may stand for all.
__global__ void rowsInOneStretch(int *out, const int *in) {
  __shared__ int s[4][32];
  int t = threadIdx.x;
  s[0][t] = in[t];
  out[t] = s[t / 32 % 4][(t + 1) & 31];  // want missing-syncwarp "races with"
}

// In one row it does not matter how far the index leads.
__global__ void fromTheQueueOfTheWarp(int *out, const int *head) {
  __shared__ int queue[4][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  queue[warp][lane] = out[threadIdx.x];
  __syncwarp();
  int at = head[warp] & 127;
  out[threadIdx.x] = queue[warp][at];
  if (lane == 0)
    queue[warp][at] = -1;  // want missing-syncwarp "Lane 0 races with lane 1"
}

__global__ void fromTheQueueOfTheWarpInTurn(int *out, const int *head) {
  __shared__ int queue[4][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  queue[warp][lane] = out[threadIdx.x];
  __syncwarp();
  int at = head[warp] & 127;
  out[threadIdx.x] = queue[warp][at];
  __syncwarp();
  if (lane == 0)
    queue[warp][at] = -1;
}

// A pointer to the first element of a row is bounded as the row is, wherever it was kept meanwhile.
__global__ void pointersToRows(float *out, const float *in, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x, buf = 0;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    float *row = s[buf];
    row[t] = in[k * 256 + t];
    __syncthreads();
    const float *read = &s[buf][0];
    sum += read[(t + 1) & 255];
    buf ^= 1;
  }
  out[t] = sum;
}

__device__ void put(float *row, int t, float value) {
  row[t] = value;
}

__device__ float neighbour(const float *row, int t) {
  return row[(t + 1) & 255];
}

__global__ void rowsOfFunctions(float *out, const float *in, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x, buf = 0;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    put(s[buf], t, in[k * 256 + t]);
    __syncthreads();
    sum += neighbour(s[buf], t);
    buf ^= 1;
  }
  out[t] = sum;
}

// One that was moved may lead into any row, and so may one to a row of a constant number.
__global__ void movedToTheNextRow(float *out, const float *in) {
  __shared__ float s[8][32];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32 & 3;
  float *row = s[warp];
  for (int k = 0; k < 2; k++) {
    row[lane] = in[k * 32 + lane];
    row += 32;
  }
  out[threadIdx.x] = s[warp + 1][lane ^ 1];  // want missing-syncwarp "races with"
}

__global__ void movedByEachIteration(float *out, const float *in, int n) {
  __shared__ float s[8][32];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32 & 3;
  float *row = s[warp];
  for (int k = 0; k < n; k++) {
    row[lane] = in[k * 32 + lane];
    row += 32;
  }
  out[threadIdx.x] = s[warp + 1][lane ^ 1];  // want? potentially-missing-syncwarp "may race with"
}

__global__ void oneOfTwoRows(float *out, const float *in, int n) {
  __shared__ float s[2][32];
  int t = threadIdx.x & 31;
  float *row = n > 3 ? s[n & 1] : &s[0][16];
  row[t] = in[t];
  out[t] = s[1][t ^ 1];  // want? potentially-missing-syncwarp "may race with"
}

void start(int *out, const int *head) {
  fromTheQueueOfTheWarp<<<1, 128>>>(out, head);
  fromTheQueueOfTheWarpInTurn<<<1, 128>>>(out, head);
}

// without missing-syncthreads
