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

// A number of rounds that constants say: whatever the input, three warps that only arrive may come twice before the fourth
// one has come once.
__global__ void four_rounds(const int *in, int *out) {
  __shared__ int s[96];
  if (threadIdx.x < 96) {
    for (int t = 0; t < 4; t++) {
      if (in[t]) s[threadIdx.x] = in[t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  } else {
    for (int t = 0; t < 4; t++) {
      asm volatile("bar.sync 2, 128;" ::: "memory"); // want divergent-syncthreads "more come: some may wait for ever in four_rounds"
      out[t] = s[t];
    }
  }
}

// They wait for it in between.
__global__ void four_rounds_in_step(const int *in, int *out) {
  __shared__ int s[96];
  if (threadIdx.x < 96) {
    for (int t = 0; t < 4; t++) {
      if (in[t]) s[threadIdx.x] = in[t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 3, 128;" ::: "memory");
    }
  } else {
    for (int t = 0; t < 4; t++) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      out[t] = s[t];
      asm volatile("bar.arrive 3, 128;" ::: "memory");
    }
  }
}

// Where an argument says so.
__global__ void two_rounds_if(int *out, int n) {
  if (threadIdx.x < 96) {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    if (n > 3) asm volatile("bar.arrive 2, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 128;" ::: "memory"); // want? potentially-divergent-syncthreads "more come: some may wait for ever"
    if (n > 3) asm volatile("bar.sync 2, 128;" ::: "memory");
  }
}

// By a flag, or for what an atomic says, they may wait for it as well.
__global__ void four_rounds_by_flag(volatile int *turn, int *out) {
  if (threadIdx.x < 96) {
    for (int t = 0; t < 4; t++) {
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      while (*turn <= t) {}
    }
  } else {
    for (int t = 0; t < 4; t++) {
      asm volatile("bar.sync 2, 128;" ::: "memory"); // want~ potentially-divergent-syncthreads "more come: some may wait for ever"
      *turn = t + 1;
    }
  }
}

// Two arrivals of one warp make a round of two.
__global__ void one_and_one(int *out) {
  if (threadIdx.x < 32) {
    for (int t = 0; t < 4; t++) asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else if (threadIdx.x < 64) {
    for (int t = 0; t < 4; t++) asm volatile("bar.sync 2, 64;" ::: "memory"); // want divergent-syncthreads "more come: some may wait for ever"
  }
}

void rounds(int *d, int n) {
  four_rounds<<<1, 128>>>(d, d);
  four_rounds_in_step<<<1, 128>>>(d, d);
  two_rounds_if<<<1, 128>>>(d, n);
  four_rounds_by_flag<<<1, 128>>>(d, d);
  one_and_one<<<1, 128>>>(d);
}

// without missing-syncthreads
