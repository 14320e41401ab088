// A specialisation of a kernel's template is another kernel, with bounds of its own.
template <class T>
__global__ void __launch_bounds__(256) ofEach(T *out) { out[threadIdx.x] = 0; }
template <>
__global__ void __launch_bounds__(64) ofEach<double>(double *out) { out[threadIdx.x] = 1; }

void launch(int *a, double *b) {
  ofEach<<<1, 256>>>(a);
  ofEach<<<1, 64>>>(b);
  ofEach<<<1, 128>>>(b);  // want launch-exceeds-bounds "128 threads, more than its __launch_bounds__.64."
}
