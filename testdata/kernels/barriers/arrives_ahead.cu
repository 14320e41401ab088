// Warps that only arrive at a barrier with a number, round after round: they may come again before others have waited.
#define WAIT(name) asm volatile("bar.sync " #name ", 96;" ::: "memory")
#define ARRIVE(name) asm volatile("bar.arrive " #name ", 96;" ::: "memory")

__global__ void __launch_bounds__(96) ahead(const int *in, int *out, int n) {
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      if (in[i] > 0) {
        ARRIVE(1);
        continue;
      }
      out[threadIdx.x] = i;
      ARRIVE(1);
    }
  } else {
    for (int i = 0; i < n; ++i)
      // want-open potentially-divergent-syncthreads "Not decided whether all threads of the block reach the barrier where warps may arrive again too early"
      WAIT(1);
  }
}

// A second barrier holds them back.
__global__ void __launch_bounds__(96) held_back(const int *in, int *out, int n) {
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      WAIT(2);
      if (in[i] > 0) {
        ARRIVE(1);
        continue;
      }
      out[threadIdx.x] = i;
      ARRIVE(1);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      ARRIVE(2);
      WAIT(1);
    }
  }
}

// All of them wait.
__global__ void __launch_bounds__(96) together(int *out, int n) {
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      out[threadIdx.x] = i;
      WAIT(1);
    }
  } else {
    for (int i = 0; i < n; ++i)
      WAIT(1);
  }
}

void launch(const int *in, int *out, int n) {
  ahead<<<1, 96>>>(in, out, n);
  held_back<<<1, 96>>>(in, out, n);
  together<<<1, 96>>>(out, n);
}
