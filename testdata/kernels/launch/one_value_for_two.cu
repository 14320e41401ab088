// A launch passes one value for two parameters: no example has two.

__global__ void square(int *p, int rows, int columns) {
  int t = threadIdx.x;
  if (t < 16 || rows > 16 || columns <= 16) __syncwarp();
  p[t] = rows * columns;
}

__global__ void converted(int *p, int rows, long long columns) {
  int t = threadIdx.x;
  if (t < 16 || rows > 16 || columns <= 16) __syncwarp();
  p[t] = rows;
}

// A byte is not the number.
__global__ void narrowed(int *p, int rows, unsigned char columns) {
  int t = threadIdx.x;
  if (t < 16 || rows <= 16 || columns > 16) __syncwarp();  // want? potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  p[t] = rows;
}

// Another launch passes two values.
__global__ void both(int *p, int rows, int columns) {
  int t = threadIdx.x;
  if (t < 16 || rows > 16 || columns <= 16) __syncwarp();  // want? potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  p[t] = rows;
}

__global__ void flags(int *p, bool stores, bool loads) {
  __shared__ int s[32];
  if (stores) s[threadIdx.x] = p[threadIdx.x];
  __syncwarp();
  if (loads) p[threadIdx.x] = s[31 - threadIdx.x];
}

// A truth value is passed as a number, and the host asks for it.
__global__ void asked(int *p, int wide) {
  int t = threadIdx.x;
  if (t < 16 || wide) __syncwarp();
  p[t] = wide;
}

__global__ void askedByChoice(int *p, int wide) {
  int t = threadIdx.x;
  if (t < 16 || wide) __syncwarp();
  p[t] = wide;
}

__global__ void notAsked(int *p, int wide) {
  int t = threadIdx.x;
  if (t < 16 || wide) __syncwarp();  // want? potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  p[t] = wide;
}

__global__ void twice(int *p, int wide, int full) {
  int t = threadIdx.x;
  if (t < 16 || wide || !full) __syncwarp();
  p[t] = wide;
}

// The host asks for one of two.
__global__ void either(int *p, int wide, int rows) {
  int t = threadIdx.x;
  if (t < 16 || wide || rows <= 16) __syncwarp();
  p[t] = rows;
}

void start(int *p, bool wide, int rows) {
  if (!wide && rows > 16) return;
  either<<<1, 32>>>(p, wide, rows);
}

void launch(int *p, int n, int m, bool shares, bool wide) {
  if (wide) asked<<<1, 32>>>(p, wide);
  if (wide) askedByChoice<<<1, 32>>>(p, wide ? 1 : 0);
  if (!shares) notAsked<<<1, 32>>>(p, wide);
  twice<<<1, 32>>>(p, wide, wide ? 1 : 0);
  square<<<1, 32>>>(p, n, n);
  converted<<<1, 32>>>(p, n, n);
  narrowed<<<1, 32>>>(p, n, n);
  both<<<1, 32>>>(p, n, n);
  both<<<1, 32>>>(p, n, m);
  flags<<<1, 32>>>(p, shares, shares);
}
