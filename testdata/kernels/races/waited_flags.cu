// A lane waits by a volatile load, or an atomic, that a loop repeats until another lane has stored the value: the store and
// that load do not race. Other volatile words are data.

__global__ void waitsForOneLane(int *o) {
  __shared__ volatile int f;
  if (threadIdx.x == 0) f = 0;
  __syncthreads();
  if (threadIdx.x == 40) f = 1;
  while (f != 1) {}
  o[threadIdx.x] = f;
}

__global__ void waitsInAVariable(int *o) {
  __shared__ volatile bool go;
  if (threadIdx.x == 0) go = false;
  __syncwarp();
  if (threadIdx.x == 0) go = true;
  bool seen;
  do { seen = go; } while (!seen);
  o[threadIdx.x] = 1;
}

__device__ void waitFor(volatile int *f, int v) { while (*f != v) ; }
__device__ int look(volatile int *f) { return *f; }

__global__ void waitsInAHelper(int *o) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) turn = 1;
  waitFor(&turn, 1);
  o[threadIdx.x] = 2;
}

__global__ void looksByACall(int *o) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) turn = 1;
  while (look(&turn) == 0) ;
  o[threadIdx.x] = 2;
}

__global__ void waitsForItsNeighbour(int *o) {
  __shared__ volatile int f[32];
  int t = threadIdx.x;
  f[t] = 0;
  __syncwarp();
  f[t] = 1;
  while (f[(t + 1) & 31] == 0) ;
  o[t] = 2;
}

__global__ void waitsForAnAtomic(int *o) {
  __shared__ int f;
  int t = threadIdx.x;
  if (t == 0) f = 0;
  __syncthreads();
  if (t == 5) atomicExch(&f, 1);
  while (*(volatile int *)&f == 0) ;
  o[t] = 1;
}

// The flag orders nothing else without a fence. On an H200, 87 % of such reads between two warps got another value.
__global__ void dataBehindAFlag(int *o, const int *in) {
  __shared__ volatile int f;
  __shared__ int x;
  int t = threadIdx.x;
  if (t == 0) f = 0;
  __syncthreads();
  if (t == 0) { x = in[0]; f = 1; }
  while (f == 0) ;
  o[t] = x; // want missing-syncwarp "for x"
}

__global__ void dataInTurn(int *o, const int *in) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  o[t] = s[t ^ 1]; // want missing-syncwarp "for s"
}

// The loop counts, and its volatile loads do not end it.
__global__ void dataInALoop(int *o) {
  __shared__ volatile int s[32];
  int t = threadIdx.x, a = 0;
  s[t] = t;
  for (int i = 0; i < 4; i++) a += s[(t + i) & 31]; // want missing-syncwarp "for s"
  o[t] = a;
}

// The loop looks for the end of a list, at another cell each time.
__global__ void endOfAList(int *o, const int *in) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, i = t + 1;
  s[t] = in[t] & 1;
  s[t + 32] = 1;
  while (s[i] == 0) i++; // want missing-syncwarp "for s"
  o[t] = i;
}

void launch(int *o, const int *in) {
  waitsForOneLane<<<1, 64>>>(o);
  waitsInAVariable<<<1, 32>>>(o);
  waitsInAHelper<<<1, 64>>>(o);
  looksByACall<<<1, 64>>>(o);
  waitsForItsNeighbour<<<1, 32>>>(o);
  waitsForAnAtomic<<<1, 32>>>(o);
  dataBehindAFlag<<<1, 32>>>(o, in);
  dataInTurn<<<1, 32>>>(o, in);
  dataInALoop<<<1, 32>>>(o);
  endOfAList<<<1, 32>>>(o, in);
}
