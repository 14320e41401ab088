// An array of a lane that is written or read at an index that all lanes share.

__global__ void written(const int *p, int n) {
  int a[2] = {1, 2};
  a[n & 1] = p[0];
  if (a[0] > 2)
    __syncwarp();
}

__global__ void double_buffer(const int *first, const int *second, int n) {
  const int *buffer[2] = {first, second};
  for (int i = 0; i < n; i++)
    if (buffer[i & 1][i] > 0)
      __syncwarp();
}

__global__ void written_by_lane(const int *p, int n) {
  int a[2] = {1, 2};
  a[n & 1] = p[threadIdx.x];
  if (a[0] > 2)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void index_by_lane(const int *p, int n) {
  int a[2] = {1, 2};
  a[(n + threadIdx.x) & 1] = 7;
  if (a[0] > 2)
    __syncwarp(); // want not_participating_lane_in_mask "do not participate"
}

__global__ void buffer_by_lane(const int *first, const int *second, int n) {
  const int *buffer[2] = {first, second};
  if (buffer[(n + threadIdx.x) & 1][n] > 0)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void what_it_was(int n) {
  int a[4] = {0, 0, 0, 0};
  a[n & 3] = 1;
  if (a[n & 3] == 1)
    __syncwarp();
  else
    __syncwarp(1);
}
