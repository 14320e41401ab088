// Launch bounds, and launches with more threads than they or the device allow.
__global__ void __launch_bounds__(256) declared_twice(int *out);
__global__ void __launch_bounds__(128) declared_twice(int *out) { out[0] = 1; } // want launch-bounds-differ "declared_twice has __launch_bounds__\(128\) here, and __launch_bounds__\(256\) in line 2"
__global__ void __launch_bounds__(256, 2) other_blocks(int *out);
__global__ void __launch_bounds__(256, 4) other_blocks(int *out) { out[0] = 1; } // want launch-bounds-differ "__launch_bounds__\(256, 4\)"
__global__ void __launch_bounds__(64) same(int *out);
__global__ void __launch_bounds__(2 * 32) same(int *out) { out[0] = 1; }
__global__ void __launch_bounds__(64) only_first(int *out);
__global__ void only_first(int *out) { out[0] = 1; }
__global__ void only_second(int *out);
__global__ void __launch_bounds__(64) only_second(int *out) { out[0] = 1; }
template <int N> __global__ void __launch_bounds__(N) by_argument(int *out);
template <int N> __global__ void __launch_bounds__(N) by_argument(int *out) { out[0] = N; }
template <int N> __global__ void __launch_bounds__(64) by_template(int *out);
template <int N> __global__ void __launch_bounds__(96) by_template(int *out) { out[0] = N; } // want launch-bounds-differ "by_template has __launch_bounds__\(96\)"

__global__ void __launch_bounds__(128) bounded(int *out) { out[threadIdx.x] = 1; }
__global__ void free_of_bounds(int *out) { out[threadIdx.x] = 1; }

void launches(int *out, int n, bool large) {
  bounded<<<1, 128>>>(out);
  bounded<<<1, 129>>>(out); // want launch-exceeds-bounds "bounded is launched with a block of 129 threads, more than its __launch_bounds__\(128\)"
  bounded<<<1, dim3(16, 16)>>>(out); // want launch-exceeds-bounds "256 threads"
  const int threads = 64;
  bounded<<<n / threads, 4 * threads>>>(out); // want launch-exceeds-bounds "256 threads"
  bounded<<<1, large ? 256 : 128>>>(out); // want? potentially-launch-exceeds-bounds "bounded may be launched with a block of 256 threads"
  bounded<<<1, n>>>(out);
  bounded<<<1, dim3(n, 256)>>>(out); // want launch-exceeds-bounds "256 threads"
  free_of_bounds<<<1, 1024>>>(out);
  free_of_bounds<<<1, 1025>>>(out); // want launch-exceeds-bounds "1025 threads along x, of which a block has at most 1024"
  free_of_bounds<<<1, dim3(64, 32)>>>(out); // want launch-exceeds-bounds "2048 threads, of which a block has at most 1024"
  free_of_bounds<<<1, dim3(1, 1, 65)>>>(out); // want launch-exceeds-bounds "65 threads along z, of which a block has at most 64"
  free_of_bounds<<<1, dim3(1, 1, 64)>>>(out);
  by_argument<32><<<1, 64>>>(out); // want launch-exceeds-bounds "by_argument<32> is launched with a block of 64 threads"
  by_argument<64><<<1, 64>>>(out);
  by_template<1><<<1, 64>>>(out);
  if (n <= 128) bounded<<<1, n>>>(out);
}
template <int N> void host_template(int *out) { by_argument<N><<<1, 128>>>(out); } // want launch-exceeds-bounds "by_argument<64> is launched"
void instances(int *out) {
  host_template<64>(out);
  host_template<256>(out);
}
void by_function(int *out) {
  void *arguments[] = {&out};
  cudaLaunchKernel((const void *)bounded, dim3(1), dim3(512), arguments, 0, 0); // want launch-exceeds-bounds "512 threads"
}

// Which of two bounds is kept is not said: a launch between them may be right.
__global__ void __launch_bounds__(128) between(int *out);
__global__ void __launch_bounds__(256) between(int *out) { out[threadIdx.x] = 1; } // want launch-bounds-differ "__launch_bounds__\(256\)"
void between_bounds(int *out) {
  between<<<1, 192>>>(out);
  between<<<1, 512>>>(out); // want launch-exceeds-bounds "512 threads, more than its __launch_bounds__\(256\)"
}

// The third operand, of blocks in a cluster, is one of the bounds.
__global__ void __launch_bounds__(128, 2, 4) other_clusters(int *out);
__global__ void __launch_bounds__(128, 2, 8) other_clusters(int *out) { out[0] = 1; } // want launch-bounds-differ "other_clusters has __launch_bounds__\(128, 2, 8\) here, and __launch_bounds__\(128, 2, 4\) in line"
__global__ void __launch_bounds__(128, 2, 4) same_clusters(int *out);
__global__ void __launch_bounds__(128, 2, 2 * 2) same_clusters(int *out) { out[0] = 1; }
__global__ void __launch_bounds__(128, 2) clusters_in_one(int *out);
__global__ void __launch_bounds__(128, 2, 4) clusters_in_one(int *out) { out[0] = 1; } // want launch-bounds-differ "__launch_bounds__\(128, 2, 4\) here, and __launch_bounds__\(128, 2\) in line"
template <int N> __global__ void __launch_bounds__(128, 1, N) clusters_by_argument(int *out);
template <int N> __global__ void __launch_bounds__(128, 1, N) clusters_by_argument(int *out) { out[0] = N; }
void by_clusters(int *out) { other_clusters<<<1, 128>>>(out); clusters_by_argument<2><<<1, 64>>>(out); }
