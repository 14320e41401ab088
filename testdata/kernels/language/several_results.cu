// What a function stores through its pointers is computed of its operands, and nothing else
// is lost; what is copied or cleared byte by byte is what it was, or zero.

#include <cmath>
#include <cstring>

__global__ void same_angle(float x, double y, int n) {
  int kept = n;
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  if (sine > cosine && kept > 3)
    __syncwarp();
  __sincosf(x, &sine, &cosine);
  if (sine > cosine && kept > 3)
    __syncwarp();
  double both[2];
  sincospi(y, &both[0], &both[1]);
  if (both[0] > both[1] && kept == n)
    __syncwarp();
}

__global__ void own_angle(float x) {
  float sine, cosine;
  sincosf(x + threadIdx.x, &sine, &cosine);
  if (sine > cosine)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void same_parts(float x, double y, int n) {
  int kept = n, exponent, quotient;
  float whole;
  if (modff(x, &whole) > .5f && whole > 3 && kept > 3)
    __syncwarp();
  if (frexp(y, &exponent) > .7 && exponent > 3 && kept > 3)
    __syncwarp();
  if (remquof(x, 3, &quotient) > .7f && quotient > 3 && kept > 3)
    __syncwarp();
}

__global__ void own_exponent(double y) {
  int exponent;
  frexp(y * threadIdx.x, &exponent);
  if (exponent > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void own_quotient(float y) {
  int quotient;
  remquof(y, threadIdx.x, &quotient);
  if (quotient > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void copied(float4 v, float x) {
  int4 words;
  memcpy(&words, &v, sizeof words);
  if (words.z > 3)
    __syncwarp();
  int bits;
  std::memcpy(&bits, &x, 4);
  if (bits < 0)
    __syncwarp();
}

__global__ void copied_own(float x) {
  float4 v = {x, x, threadIdx.x * x, x};
  int4 words;
  memcpy(&words, &v, sizeof words);
  if (words.z > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not"
}

__global__ void cleared(int n) {
  int list[8], kept = n;
  memset(list, 0, sizeof list);
  if (list[3] == 0)
    __syncwarp();
  if (list[n & 7] != 0 && threadIdx.x == 0)
    __syncwarp();
  if (kept == n)
    __syncwarp();
  int4 words;
  memset(&words, 0, 16);
  if (words.y != 0 && threadIdx.x == 0)
    __syncwarp();
}

struct Range {
  int first, last;
  int *data;
};

__global__ void empty(int n) {
  int list[8] = {};
  Range range = {};
  if (list[5] == range.last)
    __syncwarp();
  if (range.data != nullptr && threadIdx.x == 0)
    __syncwarp();
  int started[4] = {1};
  if (started[2] == 0 && started[0] == 1 && threadIdx.x < 16)
    __syncwarp(); // want[lockstep,independent,strict] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}
