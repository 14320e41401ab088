// Lanes of a warp that store to several cells, some of them to one. A store of what the cell holds is no race.

#define KERNEL(name, ...) \
  __global__ void name(int *out, const int *in, int n) { \
    __shared__ int s[64]; \
    int t = threadIdx.x; \
    __VA_ARGS__; \
  }

KERNEL(oneConstant, s[t & 15] = 1; out[t] = s[t & 15])
KERNEL(ofTheIndex, s[t & 15] = t & 15; out[t] = s[t & 15])
KERNEL(ofAnArgument, s[t / 2] = n; out[t] = s[t / 2])
KERNEL(sameElement, s[t & 15] = in[t & 15]; out[t] = s[t & 15])
KERNEL(storedAgain, s[t] = 4; __syncwarp(); s[t] = 4; out[t] = s[t ^ 1])
KERNEL(argumentAgain, s[t] = n; __syncwarp(); s[t] = n; out[t] = s[t ^ 1])
KERNEL(againForAll, s[t] = 4; __syncthreads(); if (t < 8) s[t] = 4; out[t] = s[t ^ 1])
KERNEL(inEachRound, for (int i = 0; i < n; ++i) { s[t & 15] = i; out[t] += s[t & 15]; __syncwarp(); })

KERNEL(ofTheLane, s[t & 15] = t; out[t] = s[t & 15])             // want missing-syncwarp "in ofTheLane"
KERNEL(elements, s[t & 15] = in[t]; out[t] = s[t & 15])          // want missing-syncwarp "in elements"
KERNEL(ofANeighbour, s[t] = 1; out[t] = s[t ^ 1])                // want missing-syncwarp "in ofANeighbour"
KERNEL(anotherConstant, s[t] = 4; __syncwarp(); s[t] = 5; out[t] = s[t ^ 1])  // want missing-syncwarp "in anotherConstant"
KERNEL(onlySomeStore, if (t < 8) s[t & 3] = 1; out[t] = s[t & 3])  // want missing-syncwarp "in onlySomeStore"
KERNEL(overwritten, s[t] = 4; __syncwarp(); s[t] = 7; __syncwarp(); s[t] = 4; out[t] = s[t ^ 1])  // want missing-syncwarp "in overwritten"
// The cell of lane 4 holds 4: a run decides.
KERNEL(overwrittenByLanes, s[t] = 4; __syncwarp(); s[t] = t; __syncwarp(); s[t] = 4; out[t] = s[t ^ 1])  // want? potentially-missing-syncwarp "in overwrittenBy"
KERNEL(otherCells, s[t + 1] = 4; __syncwarp(); s[t] = 4; out[t] = s[t ^ 1])  // want missing-syncwarp "in otherCells"
// Rounds behind each other store different numbers.
KERNEL(inRoundsWithout, for (int i = 0; i < n; ++i) { s[t & 15] = i; out[t] += s[t & 15]; })  // want? potentially-missing-syncwarp "in inRoundsWithout"
// Only an argument decides whether the lanes store one number.
KERNEL(ifTheArgument, s[t & 15] = t & n; out[t] = s[t & 15])     // want? potentially-missing-syncwarp "in ifTheArgument"
// The guard makes the elements equal.
KERNEL(equalByGuard, if (in[t] == n) { s[t & 1] = in[t]; out[t] = s[t & 1]; })
// One lane of each pair has stored another number between.
__global__ void twoStores(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t / 2] = 1;
  s[t / 2] = t & 1;  // want missing-syncwarp "in twoStores"
  // Some cells hold what is stored again.
  out[t] = s[t / 2];  // want? potentially-missing-syncwarp "in twoStores"
}

void launch(int *out, int *in, int n) {
  oneConstant<<<1, 32>>>(out, in, n);
  ofTheIndex<<<1, 32>>>(out, in, n);
  ofAnArgument<<<1, 32>>>(out, in, n);
  sameElement<<<1, 32>>>(out, in, n);
  storedAgain<<<1, 32>>>(out, in, n);
  argumentAgain<<<1, 32>>>(out, in, n);
  againForAll<<<1, 32>>>(out, in, n);
  inEachRound<<<1, 32>>>(out, in, n);
  ofTheLane<<<1, 32>>>(out, in, n);
  elements<<<1, 32>>>(out, in, n);
  ofANeighbour<<<1, 32>>>(out, in, n);
  anotherConstant<<<1, 32>>>(out, in, n);
  onlySomeStore<<<1, 32>>>(out, in, n);
  overwritten<<<1, 32>>>(out, in, n);
  overwrittenByLanes<<<1, 32>>>(out, in, n);
  otherCells<<<1, 32>>>(out, in, n);
  inRoundsWithout<<<1, 32>>>(out, in, n);
  ifTheArgument<<<1, 32>>>(out, in, n);
  equalByGuard<<<1, 32>>>(out, in, n);
  twoStores<<<1, 32>>>(out, in, n);
}
