// What a pointer that is not followed leads to may be a variable of the lane: what is read there is another number once the
// lane has stored anywhere.
#define LANE (threadIdx.x % 32)

__global__ void swapped(unsigned n) {
  unsigned a = 1, b = 2, *p = &a, *q = &b;
  for (unsigned i = 0; i < n; i++) {
    unsigned *t = p;
    p = q;
    q = t;
  }
  unsigned before = *p;
  a = 5;
  b = 5;
  if (*p != before || LANE == 31) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "swapped"
}

__global__ void chosen_of_a_table() {
  unsigned a = 1, b = 2, *each[4] = {&a, &b, &b, &a}, *p = each[LANE % 4], before = *p;
  a = 7;
  b = 7;
  if (*p != before || LANE == 31) __syncwarp();
}

// The number of an address is one for all lanes, and what stands there each lane's own.
__global__ void by_number() {
  unsigned a = LANE;
  unsigned long long number = (unsigned long long)&a;
  if (*(unsigned *)number == LANE || LANE == 31) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "by_number"
}
