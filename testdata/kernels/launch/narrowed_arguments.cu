// A conversion to fewer than 32 bits may change what is passed: 300 is 44 as an unsigned char. What the host makes sure of
// holds for the number before the conversion and not for the argument.

__global__ void inACharacter(int *out, unsigned char n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void inAVariable(int *out, int n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void inAnEnumerator(int *out, int n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void inABitField(int *out, int n) {
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void besideTheBlock(int *out, int n) {
  unsigned mask = n == blockDim.x ? ~0u : 0xffffu;
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __any_sync(mask, out[threadIdx.x]);
}

__global__ void besideTheGrid(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // want? potentially_not_participating_lane_in_mask "Lane"
  if (i < n) out[i] = __ballot_sync(0xffffffffu, out[i] > 0);
}

// A conversion to 32 bits is assumed to keep the number.
__global__ void inAnInteger(int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

__global__ void ofACharacter(int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = __ballot_sync(0xffffffffu, out[threadIdx.x] > 0);
}

enum Mode : unsigned char { none };

void character(int *out, int n) {
  if (n >= 128) inACharacter<<<1, 128>>>(out, n);
}

void variable(int *out, int n) {
  unsigned char narrow = n;
  if (n >= 128) inAVariable<<<1, 128>>>(out, narrow);
}

void enumerator(int *out, int n) {
  if (n >= 128) inAnEnumerator<<<1, 128>>>(out, (Mode)n);
}

void bitField(int *out, int n) {
  struct {
    unsigned bits : 6;
  } narrow;
  narrow.bits = n;
  if (n >= 128) inABitField<<<1, 128>>>(out, narrow.bits);
}

void block(int *out, int n) {
  if (n >= 64) besideTheBlock<<<1, n>>>(out, (unsigned char)n);
}

void grid(int *out, int n) { besideTheGrid<<<n / 256, 256>>>(out, (short)n); }

void integer(int *out, unsigned long n) {
  if (n >= 128) inAnInteger<<<1, 128>>>(out, (int)n);
}

void ofCharacter(int *out, unsigned char n) {
  if (n >= 128) ofACharacter<<<1, 128>>>(out, n);
}
