// Locks and flags that only some threads use. A thread hands memory over if it signals behind its access, and it is handed
// memory if it waits before its own access. A thread that does neither is ordered with nobody.

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence_block();
}

__device__ void give(int *lock) {
  __threadfence_block();
  atomicExch(lock, 0);
}

// One warp takes no lock.
__global__ void oneTakesNone(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    if (t != 32) {
      take(&lock);
      s += in[t];
      give(&lock);
    } else
      s += 5;  // want missing-syncthreads "for s in oneTakesNone"
  }
  __syncthreads();
  if (t == 0) *out = s;
}

__global__ void allTakeIt(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    if (t != 32) {
      take(&lock);
      s += in[t];
      give(&lock);
    } else {
      take(&lock);
      s += 5;
      give(&lock);
    }
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// Data decide who takes the lock.
__global__ void dataTakeIt(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    if (in[t] > 0) {
      take(&lock);
      s += in[t];
      give(&lock);
    } else
      s += 7;  // want? potentially-missing-syncthreads "for s in dataTakeIt"
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// An argument decides whether all threads take the lock.
__global__ void someLaunchesTakeIt(int *out, const int *in, int n) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    if (n > 3) take(&lock);
    s += in[t];  // want? potentially-missing-syncthreads "for s in someLaunchesTakeIt"
    if (n > 3) give(&lock);
  }
  __syncthreads();
  if (t == 0) *out = s;
}

__global__ void otherLaunchesDoNothing(int *out, const int *in, int n) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0 && n > 3) {
    if (n > 3) take(&lock);
    s += in[t];
    if (n > 3) give(&lock);
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// The reader takes no lock.
__global__ void readsWithout(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t == 96)
    out[5] = s;
  else if (t % 32 == 0) {
    take(&lock);
    s += in[t];  // want missing-syncthreads "for s in readsWithout"
    give(&lock);
  }
}

__global__ void readsWithIt(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t == 96) {
    take(&lock);
    out[5] = s;
    give(&lock);
  } else if (t % 32 == 0) {
    take(&lock);
    s += in[t];
    give(&lock);
  }
}

// The lock is set free before the access.
__global__ void givesTooEarly(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    take(&lock);
    give(&lock);
    s += in[t];  // want missing-syncthreads "for s in givesTooEarly"
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// The reader looks at the flag behind its access, or the writer sets it before.
__global__ void waitsTooLate(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    s[5] = in[5];
    __threadfence_block();
    flag = 1;
  }
  if (t == 64) {
    out[0] = s[5];  // want missing-syncthreads "for s.5. in waitsTooLate"
    while (flag == 0)
      ;
  }
}

__global__ void signalsTooEarly(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    __threadfence_block();
    flag = 1;
    s[5] = in[5];
  }
  if (t == 64) {
    while (flag == 0)
      ;
    __threadfence_block();
    out[0] = s[5];  // want missing-syncthreads "for s.5. in signalsTooEarly"
  }
}

__global__ void inTime(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    s[5] = in[5];
    __threadfence_block();
    flag = 1;
  }
  if (t == 64) {
    while (flag == 0)
      ;
    __threadfence_block();
    out[0] = s[5];
  }
}

// One lane waits for its warp, which has to wait for the lane.
__global__ void laneWaits(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < 32; i++) s[i] = in[i];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 64 && t < 96) {
    if (t == 64) {
      while (flag == 0)
        ;
      __threadfence_block();
    }
    out[t] = s[t - 64];  // want? potentially-missing-syncthreads "in laneWaits"
  }
}

__global__ void warpWaitsForLane(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < 32; i++) s[i] = in[i];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 64 && t < 96) {
    if (t == 64) {
      while (flag == 0)
        ;
      __threadfence_block();
    }
    __syncwarp();
    out[t] = s[t - 64];
  }
}

// One lane signals for its warp.
__global__ void laneSignals(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    s[t] = in[t];
    if (t == 0) {
      __threadfence_block();
      flag = 1;
    }
  } else if (t < 64) {
    while (flag == 0)
      ;
    __threadfence_block();
    out[t] = s[t - 32];  // want? potentially-missing-syncthreads "in laneSignals"
  }
}

__global__ void laneSignalsForItsWarp(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    s[t] = in[t];
    __syncwarp();
    if (t == 0) {
      __threadfence_block();
      flag = 1;
    }
  } else if (t < 64) {
    while (flag == 0)
      ;
    __threadfence_block();
    out[t] = s[t - 32];
  }
}

// A flag of another block, and a fence where a barrier belongs.
__global__ void waitsForABlock(int *out, const int *in, volatile int *done) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0)
    while (done[blockIdx.x] == 0)
      ;
  __threadfence();
  out[t] = s[127 - t];  // want missing-syncthreads "in waitsForABlock"
  __syncthreads();
  if (t == 0) {
    __threadfence();
    done[blockIdx.x + 1] = 1;
  }
}

__global__ void waitsAndHolds(int *out, const int *in, volatile int *done) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0)
    while (done[blockIdx.x] == 0)
      ;
  __threadfence();
  __syncthreads();
  out[t] = s[127 - t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    done[blockIdx.x + 1] = 1;
  }
}

// A thread waits once, in the first iteration or too late.
__global__ void waitsInTheSecond(int *out, const int *in, int n) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x, x = 0;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < 32; i++) s[i] = in[i];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 64 && t < 96) {
    for (int i = 0; i < n; i++) {
      if (i == 1) {
        while (flag == 0)
          ;
        __threadfence_block();
      }
      x += s[t - 64];  // want? potentially-missing-syncthreads "in waitsInTheSecond"
    }
    out[t] = x;
  }
}

__global__ void waitsInTheFirst(int *out, const int *in, int n) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x, x = 0;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < 32; i++) s[i] = in[i];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 64 && t < 96) {
    for (int i = 0; i < n; i++) {
      if (i == 0) {
        while (flag == 0)
          ;
        __threadfence_block();
      }
      x += s[t - 64];
    }
    out[t] = x;
  }
}

// Warps take turns.
__global__ void beforeItsTurn(int *out, const int *in) {
  __shared__ volatile int turn;
  __shared__ int s;
  int t = threadIdx.x, w = t / 32;
  if (t == 0) turn = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    s = s * 3 + in[t];  // want missing-syncthreads "for s in beforeItsTurn"
    while (turn != w)
      ;
    __threadfence_block();
    turn = w + 1;
  }
  __syncthreads();
  if (t == 0) *out = s;
}

__global__ void inItsTurn(int *out, const int *in) {
  __shared__ volatile int turn;
  __shared__ int s;
  int t = threadIdx.x, w = t / 32;
  if (t == 0) turn = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (turn != w)
      ;
    __threadfence_block();
    s = s * 3 + in[t];
    __threadfence_block();
    turn = w + 1;
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// No fence lies between the access and the lock that is set free.
__global__ void givesWithoutFence(int *out, const int *in) {
  __shared__ int lock, s;
  int t = threadIdx.x;
  if (t == 0) lock = s = 0;
  __syncthreads();
  if (t % 32 == 0) {
    take(&lock);
    s += in[t];  // want? potentially-missing-syncthreads "for s in givesWithoutFence"
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) *out = s;
}

// Lane 0 sets the flag before the barrier behind which its warp writes.
__global__ void signalsBeforeTheWrites(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      flag = 1;
    }
    __syncwarp();
    if (lane > 0) s[lane] = in[lane];
    __syncwarp();
  } else if (t < 64) {
    if (lane == 0)
      while (flag == 0)
        ;
    __syncwarp();
    if (lane > 0) out[lane] = s[lane];  // want missing-syncthreads "for s\[1\] in signalsBeforeTheWrites"
  }
}

__global__ void signalsBehindTheWrites(int *out, const int *in) {
  __shared__ volatile int flag;
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    __syncwarp();
    if (lane > 0) s[lane] = in[lane];
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      flag = 1;
    }
    __syncwarp();
  } else if (t < 64) {
    if (lane == 0)
      while (flag == 0)
        ;
    __syncwarp();
    if (lane > 0) out[lane] = s[lane];
  }
}

void launch(int *out, const int *in, int *done, int n) {
  oneTakesNone<<<1, 128>>>(out, in);
  allTakeIt<<<1, 128>>>(out, in);
  dataTakeIt<<<1, 128>>>(out, in);
  someLaunchesTakeIt<<<1, 128>>>(out, in, n);
  otherLaunchesDoNothing<<<1, 128>>>(out, in, n);
  readsWithout<<<1, 128>>>(out, in);
  readsWithIt<<<1, 128>>>(out, in);
  givesTooEarly<<<1, 128>>>(out, in);
  waitsTooLate<<<1, 128>>>(out, in);
  signalsTooEarly<<<1, 128>>>(out, in);
  inTime<<<1, 128>>>(out, in);
  laneWaits<<<1, 128>>>(out, in);
  warpWaitsForLane<<<1, 128>>>(out, in);
  laneSignals<<<1, 128>>>(out, in);
  laneSignalsForItsWarp<<<1, 128>>>(out, in);
  waitsForABlock<<<8, 128>>>(out, in, done);
  waitsAndHolds<<<8, 128>>>(out, in, done);
  waitsInTheSecond<<<1, 128>>>(out, in, n);
  waitsInTheFirst<<<1, 128>>>(out, in, n);
  beforeItsTurn<<<1, 128>>>(out, in);
  inItsTurn<<<1, 128>>>(out, in);
  givesWithoutFence<<<1, 128>>>(out, in);
  signalsBeforeTheWrites<<<1, 64>>>(out, in);
  signalsBehindTheWrites<<<1, 64>>>(out, in);
}
