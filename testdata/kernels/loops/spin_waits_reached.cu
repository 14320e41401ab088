// Loops that wait are definite where some execution comes there, and lanes of it want the same.

// Nothing comes here.
__global__ void never_comes(int *lock, int *out, int n) {
  if (n > 5) return;
  if (n == 7) {
    while (atomicCAS(lock, 0, 1) != 0); // want~[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(lock, 0);
  }
}

// Each lane has a lock of its own where it comes.
__global__ void own_where_it_comes(int *lock, int *out, int n) {
  if (n > 5) return;
  if (n == 5) {
    int at = n > 4 ? threadIdx.x : 0;
    while (atomicCAS(lock + at, 0, 1) != 0); // want~[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(lock + at, 0);
  }
}

__global__ void comes_with_five(int *lock, int *out, int n) {
  if (n > 5) return;
  if (n == 5) {
    while (atomicCAS(lock, 0, 1) != 0); // want[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(lock, 0);
  }
}

__global__ void comes_far_away(int *lock, int *out, int n) {
  if (n != 123456) return;
  while (atomicExch(lock, 1)); // want[lockstep] spin-wait-deadlock "still want it"
  *out += 1;
  atomicExch(lock, 0);
}

__global__ void shared_where_it_comes(int *lock, int *out, int n) {
  if (n == 3) {
    int at = n > 4 ? threadIdx.x : 0;
    while (atomicCAS(lock + at, 0, 1) != 0); // want[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(lock + at, 0);
  }
}

__global__ void own_by_a_pointer(int *lock, int *out, int n) {
  if (n == 1) {
    int *mine = lock + (n == 1 ? threadIdx.x : 0);
    while (atomicExch(mine, 1)); // want~[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(mine, 0);
  }
}

__global__ void shared_by_a_pointer(int *lock, int *out, int n) {
  if (n == 7) {
    int *mine = lock + threadIdx.x / n;
    while (atomicExch(mine, 1)); // want[lockstep] spin-wait-deadlock "still want it"
    *out += 1;
    atomicExch(mine, 0);
  }
}

// By data.
__global__ void by_data(int *lock, const int *in, int *out) {
  if (in[threadIdx.x] > 3) {
    while (atomicCAS(lock + in[threadIdx.x], 0, 1) != 0); // want[lockstep] spin-wait-deadlock "still want it"
    out[threadIdx.x] += 1;
    atomicExch(lock + in[threadIdx.x], 0);
  }
}

__global__ void never_by_data(int *lock, const int *in, int *out) {
  if (in[threadIdx.x] > 3 && in[threadIdx.x] < 2) {
    while (atomicCAS(lock, 0, 1) != 0); // want~[lockstep] spin-wait-deadlock "still want it"
    out[threadIdx.x] += 1;
    atomicExch(lock, 0);
  }
}

// The mask of lanes that run together.
__global__ void mask_never_taken(const int *in, int *out, int n) {
  if (n > 5) return;
  if (n == 9) {
    unsigned mask = __activemask();
    out[threadIdx.x] = __any_sync(mask, in[threadIdx.x] > 7); // want~ activemask-as-mask "may have.*stored"
  }
}

__global__ void mask_taken(const int *in, unsigned *out, int n) {
  if (n > 5) return;
  if (in[n] == 9) {
    unsigned mask = __activemask();
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 7); // want activemask-as-mask "stored"
  }
}
