// Which of the kernel's arrays a pointer leads to is the same for all lanes where they
// choose alike.

__global__ void replaced(const long *list, const long *other, int n, int some) {
  if (some)
    list = other;
  if (list[n] > 3)
    __syncwarp();
}

__global__ void maybe_null(const long *list, long *other, int n, int some) {
  if (some) {
    for (int i = 0; i < n; i++)
      other[i] = 5;
    __syncthreads();
    list = other;
  }
  int rows = list ? list[n] : n;
  for (int i = 0; i < rows; i++)
    if (list && list[i] > 3)
      __syncwarp();
}

__global__ void exchanged(int *from, int *to, int n) {
  for (int i = 0; i < n; i++) {
    if (from[i] > 3)
      __syncwarp();
    int *next = from;
    from = to;
    to = next;
    __syncthreads();
  }
}

struct Arrays {
  const int *first, *second;
};

__global__ void of_a_record(Arrays a, int n, int some) {
  if (some)
    a.first = a.second;
  if (a.first[n] > 3)
    __syncwarp();
}

__global__ void by_lane(const long *list, const long *other, int n, int some) {
  if (some > threadIdx.x)
    list = other;
  if (list[n] > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}
