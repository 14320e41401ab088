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

void launch(int *p, int n, int m, bool shares) {
  square<<<1, 32>>>(p, n, n);
  converted<<<1, 32>>>(p, n, n);
  narrowed<<<1, 32>>>(p, n, n);
  both<<<1, 32>>>(p, n, n);
  both<<<1, 32>>>(p, n, m);
  flags<<<1, 32>>>(p, shares, shares);
}
