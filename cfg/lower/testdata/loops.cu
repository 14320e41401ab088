// Every loop has one latch; continue leads to it, break leaves.

__global__ void loops(int *out, int n) {
  int lane = threadIdx.x & 31;
  int sum = 0;
  for (int o = 16; o > 0; o >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, o);
  for (int i = lane; i < n; i += 32) {
    if (out[i] < 0)
      continue;
    if (out[i] == 9)
      break;
    sum += out[i];
  }
  while (n > 0) {
    if (n == 5)
      continue;
    --n;
  }
  do {
    n++;
    if (n == 3)
      continue;
    out[n] = sum;
  } while (n < 10);
  for (;;) {
    if (out[n])
      return;
    __syncwarp();
  }
}

__global__ void range(int *out) {
  int table[4] = {1, 2, 3};
  for (int &x : table)
    x += threadIdx.x;
  out[threadIdx.x] = table[0];
}
