// A flag on the other side of a branch with two conditions: the side that waits is reached from both of them.

__global__ void betweenTwoNumbers(volatile int *flag, int *out) {
  int lane = threadIdx.x;
  if (lane > 3 && lane < 5) flag[0] = 1;
  else do {} while (flag[0] == 0);  // want[lockstep] spin-wait-deadlock "on another side of a branch"
  out[lane] = 1;
}
__global__ void eitherNumber(volatile int *flag, int *out) {
  int lane = threadIdx.x;
  if (lane < 8 || lane > 30) while (!flag[0]);  // want[lockstep] spin-wait-deadlock "on another side of a branch"
  else flag[0] = 1;
  out[lane] = 1;
}
// Lanes that are to write come to no loop before.
__global__ void setBeforeAllWait(volatile int *flag, int *out) {
  int lane = threadIdx.x;
  if (lane > 3 && lane < 5) flag[0] = 1;
  while (!flag[0]);
  out[lane] = 1;
}
// The flag is another warp's.
__global__ void otherWarps(volatile int *flag, int *out) {
  int t = threadIdx.x;
  if (t > 31 && t < 64) flag[0] = 1;
  else while (!flag[0]);
  out[t] = 1;
}
// An argument decides whether a lane of the warp writes: a run has to show it.
__global__ void withAnArgument(volatile int *flag, int *out, int n) {
  int lane = threadIdx.x;
  if (n > 2 && lane == 3) flag[0] = 1;
  else while (!flag[0]);  // want[lockstep] spin-wait-deadlock "on another side of a branch"
  out[lane] = 1;
}
__global__ void aLoopRound(volatile int *flag, int *out, int n) {
  int lane = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (lane > 3 && lane < 5) flag[i] = 1;
    else while (!flag[i]);  // want[lockstep] spin-wait-deadlock "on another side of a branch"
  }
  out[lane] = 1;
}
