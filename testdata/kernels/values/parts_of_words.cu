// What functions on the halves and bytes of a word make is computed: a branch that no word takes reaches no fault, one
// that some word takes does.
#define PART_WHERE(condition) \
  if ((condition) && threadIdx.x % 32 < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

__global__ void average_of_equals(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vavgu4(0x01020304u, 0x01020304u) != 0x01020304u); }
__global__ void adds_nothing(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vadd4(u, 0) != u); }
__global__ void keeps_carries_apart(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vadd4(0xff01u, 0x0101u) != 0x0002u); }
__global__ void larger_of_equals(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vmaxu4(u, u) != u); }
__global__ void is_above_itself(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vcmpgtu4(u, u)); }
__global__ void further_than_four_bytes(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vsadu4(u, v) > 1020); }
__global__ void products_of_constants(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__dp4a(0x01010101, 0x02020202, 1) != 9); }
__global__ void sets_another_bit(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vsetgtu4(u, v) & 2); }
__global__ void other_way_round(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vmaxs2(u, v) != __vmaxs2(v, u)); }
__global__ void equal_and_not(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vcmpeq2(u, v) & __vcmpne2(u, v)); }
__global__ void less_itself(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vsub4(u, u)); }
__global__ void above_and_below(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vcmpgtu4(u, 0x7f7f7f7fu) & 1 && (u & 0xff) < 5); }
__global__ void averages(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vavgu4(u, v) == 0x01020304u); } // want not_participating_lane_in_mask "averages"
__global__ void larger_parts(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vmaxu4(u, v) == 7); } // want not_participating_lane_in_mask "larger_parts"
__global__ void far_apart(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vsadu4(u, v) == 1020); } // want not_participating_lane_in_mask "far_apart"
__global__ void sum_of_bytes(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__dp4a((int)u, 0x01010101, 0) == 10); } // want not_participating_lane_in_mask "sum_of_bytes"
__global__ void higher_half_is_larger(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vcmpgts2(u, v) == 0xffff); } // want not_participating_lane_in_mask "higher_half_is_larger"
__global__ void carries_nothing(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vadd4(u, 0x01010101u) == 0); } // want not_participating_lane_in_mask "carries_nothing"
__global__ void least_byte_and_largest(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__vabsdiffs4(u, v) == 0xff000000u); } // want not_participating_lane_in_mask "least_byte_and_largest"
__global__ void is_negative(unsigned *d, unsigned u, unsigned v) { PART_WHERE(__dp4a((int)u, (int)v, 0) == -37); } // want not_participating_lane_in_mask "is_negative"

// A vector of bytes is taken as the word that it is.
__global__ void of_vectors(unsigned *d) { PART_WHERE(__dp4a(make_char4(1, 2, -3, 4), make_char4(1, 1, 1, 1), 0) != 4); }
__global__ void of_other_vectors(unsigned *d, uchar4 c) { PART_WHERE(__dp4a(c, make_uchar4(1, 1, 1, 1), 0u) == 1020); } // want not_participating_lane_in_mask "of_other_vectors"
__global__ void larger_of_two(unsigned *d, int x) {
  bool isFirst;
  int most = __vibmax_s32(x, 5, &isFirst);
  PART_WHERE(most < 5 || isFirst && x < 5);
}

__device__ unsigned dot(unsigned x, unsigned y) {
  unsigned sum;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(0));
  return sum;
}

__global__ void by_instruction(unsigned *d, unsigned u) { PART_WHERE(dot(u, 0x01010101) > 1020); }
__global__ void by_instruction_too(unsigned *d, unsigned u) { PART_WHERE(dot(u, 0x01010101) == 1020); } // want not_participating_lane_in_mask "by_instruction_too"
