// live() can run and dead() cannot: the test compares the calls in the source
// with those in the blocks.

__device__ void live();
__device__ void dead();

__global__ void returns(int n) {
  live();
  if (n > 0) {
    live();
    return;
    dead();
  }
  live();
  for (;;) {
    live();
    if (n == 1)
      break;
    if (n == 2)
      continue;
    live();
    __trap();
    dead();
  }
  live();
}

__global__ void constants(int n) {
  if (false)
    dead();
  if (true)
    live();
  else
    dead();
  while (n) {
    live();
    break;
    dead();
  }
  do {
    live();
  } while (false);
  true || (dead(), n);
  true && (live(), n);
  n ? live() : live();
}

__global__ void labels(int n) {
  live();
  goto middle;
  dead();
  if (n) {
  middle:
    live();
  }
  switch (n) {
    dead();
  case 1:
    live();
    break;
    dead();
  case 2:
    live();
  default:
    live();
    return;
  }
  live();
again:
  live();
  goto again;
  dead();
}

__global__ void unreachable(int n) {
  if (n == 1) {
    live();
    __builtin_unreachable();
    dead();
  }
  live();
}
