// Threads that have left the kernel hold nobody up, but those that wait at another barrier on their way
// out do: each side waits for the other.

__global__ void warpsOnTwoSides(int *data) {
  if (threadIdx.x / 32 == 0) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
    return;
  } else {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    return;
  }
}

__global__ void warpsByArgument(int *data, int n) {
  int w = threadIdx.x / 32;
  if (w > n) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
    return;
  } else {
    if (n == 0)
      __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
    return;
  }
}

__global__ void anyBlock(int *data) {
  if (threadIdx.x < 32) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads 512-543 may skip this"
    return;
  } else {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    return;
  }
}

__global__ void lanesOnTwoSides(int *data) {
  if (threadIdx.x % 32 < 16) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "lanes 16-31 of a warp skip this"
    return;
  } else {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-15 of a warp skip this"
    return;
  }
}

// What comes behind the first two barriers that differ is not reached.
__global__ void onlyTheFirst(int *data) {
  if (threadIdx.x / 32 == 0) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
    data[0] = 1;
    __syncthreads();
    return;
  } else {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    return;
  }
}

__global__ void threeSides(int *data) {
  switch (threadIdx.x / 32) {
  case 0:
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
    return;
  case 1:
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    return;
  default:
    return;
  }
}

__device__ void finish(int *data, int i) {
  data[i] = 0;
  __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
}

__global__ void calls(int *data) {
  if (threadIdx.x / 32 == 0) {
    finish(data, 0);
    return;
  }
  finish(data, 1);
  return;
}

__global__ void inALoop(int *data, int n) {
  for (int i = 0; i < n; i++) {
    if (threadIdx.x / 32 == i) {
      __syncthreads(); // want? potentially-divergent-syncthreads "threads 32-63 may skip this"
      return;
    } else if (data[i] > 0) {
      __syncthreads(); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
      return;
    }
  }
}

__global__ void twoNames(int *data) {
  if (threadIdx.x / 32 == 0) {
    asm volatile("barrier.sync 1;"); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
    return;
  } else {
    asm volatile("barrier.sync 2;"); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
    return;
  }
}

__global__ void warpsByData(const int *data) {
  int w = threadIdx.x / 32;
  if (data[w] > 2) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads .* may skip this"
    return;
  } else {
    if (data[w] < -2)
      __syncthreads(); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
    return;
  }
}

// Those that leave without a barrier, sides that are one for the block, barriers for a number of
// threads that is there, and a barrier that both sides have behind them.
__global__ void quiet(int *data, int n) {
  int w = threadIdx.x / 32;
  __syncthreads();
  if (w == 3) {
    data[w] = 1;
    return;
  }
  if (n > 3) {
    __syncthreads();
    return;
  } else if (data[blockIdx.x] > 0) {
    __syncthreads();
    return;
  }
  __syncthreads();
  if (w < 2) {
    asm volatile("bar.sync 1, 64;");
    return;
  }
  return;
}

// One side waits for its own number of threads and leaves: the other goes on without it.
__global__ void numberAndBlock(int *data) {
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;");
    return;
  } else {
    __syncthreads();
    return;
  }
}

__global__ void twoNumbers(int *data) {
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;");
    return;
  } else {
    asm volatile("bar.sync 2, 64;");
    return;
  }
}

void run(int *data) {
  warpsOnTwoSides<<<1, 64>>>(data);
  warpsByArgument<<<1, 64>>>(data, 0);
  lanesOnTwoSides<<<1, 64>>>(data);
  onlyTheFirst<<<1, 64>>>(data);
  threeSides<<<1, 96>>>(data);
  calls<<<1, 64>>>(data);
  inALoop<<<1, 64>>>(data, 4);
  twoNames<<<1, 64>>>(data);
  warpsByData<<<1, 96>>>(data);
  quiet<<<1, 128>>>(data, 5);
  numberAndBlock<<<1, 128>>>(data);
  twoNumbers<<<1, 128>>>(data);
}
