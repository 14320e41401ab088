// What collectives of two branches are matched on has a width and a type where PTX has one: a
// GPU hangs where they differ. A shuffle moves 32 bits at a time, of whatever type.
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

__global__ void doubleAgainstInt(double *a, int *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_sync(FULL, a[LANE], 20); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_sync(FULL, d[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

// Two of 32 bits are one of 64.
__global__ void doubleAgainstTwoInts(double *a, int *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_sync(FULL, a[LANE], 20); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_sync(FULL, d[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
    d[LANE + 32] = __shfl_sync(FULL, d[LANE], 7); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

// The halves of the second double are met by the second int and nobody.
__global__ void oneIntTooFew(double *a, int *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_sync(FULL, a[LANE], 20); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
    a[LANE] += __shfl_sync(FULL, a[LANE], 21); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_sync(FULL, d[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
    d[LANE + 32] = __shfl_sync(FULL, d[LANE], 7); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
    d[LANE + 64] = __shfl_sync(FULL, d[LANE], 9); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

// A vote behind them comes for the lanes of one side while the others shuffle.
__global__ void behind(long long *a, int *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_xor_sync(FULL, a[LANE], 1); // want not_participating_lane_in_mask "16-31 named in sync mask"
    a[LANE] += __any_sync(FULL, d[LANE] > 0); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_xor_sync(FULL, d[LANE], 1); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
    d[LANE] += __any_sync(FULL, d[LANE] > 0); // want not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void floatAgainstInt(float *a, int *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_sync(FULL, a[LANE], 20); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_sync(FULL, d[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void doubleAgainstLong(double *a, unsigned long long *d) {
  if (LANE < 16) {
    a[LANE] = __shfl_down_sync(FULL, a[LANE], 1); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __shfl_down_sync(FULL, d[LANE], 2); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void matchOfTwoWidths(unsigned long long *a, unsigned *d) {
  if (LANE < 16) {
    d[LANE] = __match_any_sync(FULL, a[LANE]); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __match_any_sync(FULL, d[LANE]); // want not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void matchOfOneWidth(float *a, unsigned *d) {
  if (LANE < 16) {
    d[LANE] = __match_any_sync(FULL, a[LANE]); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __match_any_sync(FULL, d[LANE]); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void maxOfTwoSigns(int *a, unsigned *d) {
  if (LANE < 16) {
    a[LANE] = __reduce_max_sync(FULL, a[LANE]); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __reduce_max_sync(FULL, d[LANE]); // want not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void maxOfTwoSignsInAsm(int *a, unsigned *d) {
  if (LANE < 16) {
    int x;
    asm volatile("redux.sync.max.s32 %0, %1, %2;" : "=r"(x) : "r"(a[LANE]), "r"(FULL)); // want not_participating_lane_in_mask "16-31 named in sync mask"
    a[LANE] = x;
  } else {
    d[LANE] = __reduce_max_sync(FULL, d[LANE]); // want not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void bitsHaveNoSign(int *a, unsigned *d) {
  if (LANE < 16) {
    a[LANE] = __reduce_or_sync(FULL, a[LANE]); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = __reduce_or_sync(FULL, d[LANE]); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

// In a template that nobody instantiates a type is the same as itself.
template <class T>
__global__ void ofOneType(T *a) {
  if (LANE < 16) {
    a[LANE] = __shfl_sync(FULL, a[LANE], 20); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    a[LANE] = __shfl_sync(FULL, a[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

// A group moves a class in words, as many as it has.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Point {
  float x, y, z;
};

__global__ void threeWordsAgainstOne(Point *p, int *d) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() < 16) {
    p[LANE] = tile.shfl(p[LANE], 3); // want not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    d[LANE] = tile.shfl(d[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
  }
}

__global__ void threeWordsAgainstThree(Point *p, int *d) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() < 16) {
    p[LANE] = tile.shfl(p[LANE], 3); // want[lockstep,strict] not_participating_lane_in_mask "16-31 named in sync mask"
  } else {
    for (int i = 0; i < 3; i++) {
      d[LANE] = tile.shfl(d[LANE], i); // want[lockstep,strict] not_participating_lane_in_mask "0-15 named in sync mask"
    }
  }
}
