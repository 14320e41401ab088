// Another lane stores again what a cell holds already: what a lane reads is the same in any order. The stored values differ
// from lane to lane, and equal the value of the cell.

#define KERNEL(name, ...) \
  __global__ void name(int *__restrict__ out, const int *__restrict__ in, int n, int m) { \
    __shared__ int s[64]; \
    int t = threadIdx.x, sum = 0; \
    (void)sum; \
    __VA_ARGS__; \
  }

KERNEL(elementsAgain, s[t] = in[t]; __syncwarp(); s[t ^ 16] = in[t ^ 16]; out[t] = s[t])  // want~ potentially-missing-syncwarp "may race"
KERNEL(productsAgain, s[t] = t * n; __syncwarp(); s[31 - t] = (31 - t) * n; out[t] = s[t])  // want~ potentially-missing-syncwarp "may race"
KERNEL(zeroOfData, s[t] = 0; __syncwarp(); s[t ^ 1] = in[t] & ~in[t]; out[t] = s[t])  // want~ potentially-missing-syncwarp "may race"
KERNEL(writtenBack, s[t] = in[t]; __syncwarp(); s[t ^ 1] = s[t ^ 1]; out[t] = s[t])  // want~ potentially-missing-syncwarp "may race"
KERNEL(edges, s[t] = in[t]; if (t < 31) s[t + 1] = in[t + 1]; out[t] = s[t])  // want~ potentially-missing-syncwarp "may race"
KERNEL(bySides, if (t < 16) s[t] = in[t]; else s[t - 16] = in[t - 16]; out[t] = s[t & 15])  // want~ potentially-missing-syncwarp "may race"
KERNEL(tileAgain, for (int i = 0; i < 4; ++i) { s[t] = in[t]; __syncwarp(); sum += s[31 - t] * i; } out[t] = sum)  // want~ potentially-missing-syncwarp "may race"

KERNEL(otherElements, s[t] = in[t]; __syncwarp(); s[t ^ 1] = in[t]; out[t] = s[t])  // want missing-syncwarp "in otherElements"
KERNEL(nextTile, for (int i = 0; i < 4; ++i) { s[t] = in[32 * i + t]; __syncwarp(); sum += s[31 - t] * i; } out[t] = sum)  // want missing-syncwarp "in nextTile"

void launch(int *out, int *in, int n, int m) {
  elementsAgain<<<1, 32>>>(out, in, n, m);
  productsAgain<<<1, 32>>>(out, in, n, m);
  zeroOfData<<<1, 32>>>(out, in, n, m);
  writtenBack<<<1, 32>>>(out, in, n, m);
  edges<<<1, 32>>>(out, in, n, m);
  bySides<<<1, 32>>>(out, in, n, m);
  tileAgain<<<1, 32>>>(out, in, n, m);
  otherElements<<<1, 32>>>(out, in, n, m);
  nextTile<<<1, 32>>>(out, in, n, m);
}
