// What a function of floating numbers yields lies between what all its results do.

#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)
#define AMISS if (LANE < 16) d[LANE] = __any_sync(FULL, 1)

__global__ void ranges(int *d, float f, float g) {
  if (sqrtf(f) < 0) AMISS;
  if (fabsf(f) < 0) AMISS;
  if (f * f < 0) AMISS;
  if (__expf(f) < 0) AMISS;
  if (sinf(f) > 2) AMISS;
  if (tanhf(f) > 1.5f) AMISS;
  if (fmaxf(f, 3.f) < 3.f) AMISS;
  if (fminf(3.f, f) > 3.f) AMISS;
  if (fminf(f, g) > f) AMISS;
  if (fmaxf(fminf(f, 1.f), 0.f) > 1.f) AMISS;
  if (__saturatef(f) > 1.f) AMISS;
  if (floorf(f) > f) AMISS;
  if (ceilf(f) < f) AMISS;
  if (fmodf(f, 2.f) > 2.f) AMISS;
  if (isnan(f) && f == f) AMISS;
}

__global__ void constants(int *d) {
  if (roundf(2.5f) != 3.f) AMISS;
  if (rintf(2.5f) != 2.f) AMISS;
  if (floorf(-1.5f) != -2.f) AMISS;
  if (__float2int_rz(-1.9f) != -1) AMISS;
  if (__float2int_ru(1.1f) != 2) AMISS;
  if (powf(2.f, 3.f) < 7.f) AMISS;
  if (sqrtf(16.f) > 4.1f) AMISS;
}

__global__ void may_be(int *d, float f) {
  if (sinf(f) > 0.5f) AMISS;      // want not_participating_lane_in_mask "16-31"
}
__global__ void may_round(int *d, float f) {
  if (floorf(f) == f) AMISS;      // want not_participating_lane_in_mask "16-31"
}
__global__ void may_be_no_number(int *d, float f) {
  if (!(fabsf(f) >= 0)) AMISS;    // want not_participating_lane_in_mask "16-31"
}
