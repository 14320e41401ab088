// Where the solver finds no input within its steps, runs with small arguments may show one. And a store may race with its
// own warp and with others: the search for the one leaves the search for the other to be made.

__global__ void elementsInStrides(const float *matrix, const float *x, float *y, int n) {
  extern __shared__ float part[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[i] = x[i];
  float sum = 0;
  for (int i = 0; i < n; i++) sum += matrix[threadIdx.x * n + i] * part[i];  // want? potentially-missing-syncthreads "for part.0. in elementsInStrides"
  y[threadIdx.x] = sum;
}

__global__ void elementsInStridesOrdered(const float *matrix, const float *x, float *y, int n) {
  extern __shared__ float part[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[i] = x[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; i++) sum += matrix[threadIdx.x * n + i] * part[i];
  y[threadIdx.x] = sum;
}

constexpr int Side = 16;

__global__ void tiledProduct(const float *a, const float *b, float *c, int n) {
  __shared__ float rows[Side][Side], columns[Side][Side];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n / Side; tile++) {
    rows[threadIdx.y][threadIdx.x] = a[y * n + tile * Side + threadIdx.x];       // want? potentially-missing-syncwarp "for rows"
    columns[threadIdx.y][threadIdx.x] = b[(tile * Side + threadIdx.y) * n + x];  // want? potentially-missing-syncthreads "for columns"
    __syncthreads();
    for (int i = 0; i < Side; i++) sum += rows[threadIdx.y][i] * columns[i][threadIdx.x];
  }
  c[y * n + x] = sum;
}

__global__ void tiledProductOrdered(const float *a, const float *b, float *c, int n) {
  __shared__ float rows[Side][Side], columns[Side][Side];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n / Side; tile++) {
    rows[threadIdx.y][threadIdx.x] = a[y * n + tile * Side + threadIdx.x];
    columns[threadIdx.y][threadIdx.x] = b[(tile * Side + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < Side; i++) sum += rows[threadIdx.y][i] * columns[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

void launch(const float *a, const float *b, float *c, int n) {
  elementsInStrides<<<1, 128, n * sizeof(float)>>>(a, b, c, n);
  elementsInStridesOrdered<<<1, 128, n * sizeof(float)>>>(a, b, c, n);
  dim3 block(Side, Side), grid(n / Side, n / Side);
  tiledProduct<<<grid, block>>>(a, b, c, n);
  tiledProductOrdered<<<grid, block>>>(a, b, c, n);
}
