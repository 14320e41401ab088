// Lanes that part at a branch meet again where every way leads, which may be in the midst of a
// loop: those that are there wait for those that go round once more. What is silent ends on a
// GPU, and the definite findings hang.

#define FULL 0xffffffffu

__device__ int odd() { return threadIdx.x & 1; }

__global__ void vote_in_the_condition(int *out) {
  int q = 0;
  while (q < odd() || !__any_sync(FULL, 1)) ++q;
  out[0] = q;
}

__global__ void continues_before(int *out) {
  int q = 0;
  for (;;) {
    if (q < odd()) {
      ++q;
      continue;
    }
    if (__any_sync(FULL, 1)) break;
  }
  out[0] = q;
}

__global__ void continues_by_the_step(int *out) {
  int q = 0;
  for (;; ++q) {
    if (q < odd()) continue;
    if (__any_sync(FULL, 1)) break;
  }
  out[0] = q;
}

__global__ void loop_first_in_a_loop(int *out) {
  int p = 0;
  do {
    while ((p ^ threadIdx.x) & 1) ++p;
    __syncwarp();
    __syncthreads();
    ++p;
  } while (p < 3);
  out[threadIdx.x] = p;
}

__global__ void two_waits(const int *in, int *out) {
  int p = 0;
  for (;;) {
    if (p < odd()) {
      ++p;
      continue;
    }
    if (__all_sync(FULL, p < 2)) {
      p += 2;
      continue;
    }
    __syncwarp();
    if (__any_sync(FULL, in[0])) break;
  }
  out[threadIdx.x] = p;
}

// Even lanes come twice and odd ones once.
__global__ void comes_once_or_twice(int *out) {
  int p = 0;
  do {
    while (p < odd()) ++p;
    __syncwarp(); // want not_participating_lane_in_mask "1, 3, .* named"
  } while (++p < 2);
  out[0] = __shfl_sync(FULL, p, 0);
}

__global__ void continues_and_comes_once_or_twice(int *out) {
  int p = 0;
  for (;;) {
    if (p < odd()) {
      ++p;
      continue;
    }
    __syncwarp(); // want not_participating_lane_in_mask "1, 3, .* named"
    if (++p == 2) break;
  }
  out[0] = __shfl_sync(FULL, p, 0);
}

__global__ void votes_once_or_twice(int *out) {
  int p = 0;
  // want not_participating_lane_in_mask "1, 3, .* named"
  while (p < odd() || (__any_sync(FULL, 1), p < 1)) ++p;
  out[0] = __shfl_sync(FULL, p, 0);
}

// The header asks whether to go on, so that all who go round meet there.
__global__ void meet_at_the_header(const int *in, int *out) {
  int p = 0;
  while (p < 4) {
    if (p++ < odd()) continue;
    __syncwarp(); // want not_participating_lane_in_mask "1, 3, .* named"
  }
  out[threadIdx.x] = p;
}

__global__ void traverse(const int *next, int *out) {
  int node = next[threadIdx.x], leaf = 0;
  do {
    while (node > 0 && leaf == 0) {
      leaf = node & 1;
      node = next[node];
    }
    out[threadIdx.x] += leaf;
    leaf = 0;
  } while (__any_sync(FULL, node > 0));
}

int main() {
  vote_in_the_condition<<<1, 32>>>(nullptr);
  continues_before<<<1, 32>>>(nullptr);
  continues_by_the_step<<<1, 32>>>(nullptr);
  loop_first_in_a_loop<<<1, 32>>>(nullptr);
  two_waits<<<1, 32>>>(nullptr, nullptr);
  comes_once_or_twice<<<1, 32>>>(nullptr);
  continues_and_comes_once_or_twice<<<1, 32>>>(nullptr);
  votes_once_or_twice<<<1, 32>>>(nullptr);
  meet_at_the_header<<<1, 32>>>(nullptr, nullptr);
  traverse<<<1, 32>>>(nullptr, nullptr);
}
