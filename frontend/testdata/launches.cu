__global__ void kernel(int *p) {}
template <int N> __global__ void sized(int *p) {}
template <int N> void launch(int *p) { sized<N><<<N / 32, N>>>(p); }
void touch(dim3 &);
void go(int *p, int n, bool big) {
  constexpr int threads = 256;
  int rows = 8;
  dim3 block(32, rows), grid = {2, 3, 4};
  kernel<<<1, threads>>>(p);
  kernel<<<grid, block>>>(p);
  kernel<<<n, block.x * block.y>>>(p);
  dim3 changed(32);
  changed.y = 4;
  kernel<<<1, changed>>>(p);
  dim3 touched(32);
  touch(touched);
  kernel<<<1, touched>>>(p);
  int counted = 32;
  counted *= 2;
  kernel<<<1, counted>>>(p);
  launch<64>(p);
  auto chosen = big ? sized<1> : &sized<2>;
  chosen<<<1, 32>>>(p);
  void *args[] = {&p};
  cudaLaunchKernel((const void *)sized<3>, dim3(n), dim3(16, 2), args);
}
