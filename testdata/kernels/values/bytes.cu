// Copies and fills of memory leave known bytes behind, also where they are read as another type than they were written.
#define PART_WHERE(condition) \
  if ((condition) && threadIdx.x % 32 < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

struct Mixed { int a; short b; unsigned char c[2]; };

__global__ void zeros(int *d) { int a[4]; memset(a, 0, sizeof a); PART_WHERE(a[1] != 0); }
__global__ void ones_in_bytes(int *d) { int a[4]; memset(a, 1, sizeof a); PART_WHERE(a[2] != 0x01010101); }
__global__ void ones_in_bytes_too(int *d) { int a[4]; memset(a, 1, sizeof a); PART_WHERE(a[2] != 1); }  // want not_participating_lane_in_mask "ones_in_bytes_too"
__global__ void record_of_ones(int *d) { Mixed m; memset(&m, 0xff, sizeof m); PART_WHERE(m.a != -1 || m.b != -1 || m.c[1] != 255); }
__global__ void record_of_ones_too(int *d) { Mixed m; memset(&m, 0xff, sizeof m); PART_WHERE(m.c[1] == 255); }  // want not_participating_lane_in_mask "record_of_ones_too"
__global__ void copied_record(int *d, int x) { Mixed m, n; m.a = x; m.b = 7; memcpy(&n, &m, sizeof m); PART_WHERE(n.b != 7); }
__global__ void lowest_byte(int *d, unsigned u) { unsigned char b[4]; memcpy(b, &u, 4); PART_WHERE(b[0] != (u & 255)); }
__global__ void highest_byte(int *d, unsigned u) { unsigned char b[4]; memcpy(b, &u, 4); PART_WHERE(b[3] != u >> 24); }
__global__ void some_byte(int *d, unsigned u) { unsigned char b[4]; memcpy(b, &u, 4); PART_WHERE(b[1] == 7); }  // want not_participating_lane_in_mask "some_byte"
__global__ void lower_half(int *d, unsigned u) { long long v = 0; memcpy(&v, &u, 4); PART_WHERE(v > 0xffffffffll || v < 0); }
__global__ void lower_half_too(int *d, unsigned u) { long long v = -1; memcpy(&v, &u, 4); PART_WHERE(v >= 0); }
__global__ void stays_negative(int *d, unsigned u) { long long v = -1; memcpy(&v, &u, 4); PART_WHERE(v == -5); }  // want not_participating_lane_in_mask "stays_negative"
__global__ void of_a_float(int *d, float f) { unsigned w; memcpy(&w, &f, 4); PART_WHERE(w != __float_as_uint(f)); }
__global__ void sign_of_a_float(int *d, float f) { unsigned char b[4]; memcpy(b, &f, 4); PART_WHERE((b[3] >> 7) != (__float_as_uint(f) >> 31)); }
__global__ void filled_again(int *d) {
  int a[8];
  memset(a, 0, sizeof a);
  a[3] = 5;
  memset(a, 0, 8);
  PART_WHERE(a[3] != 5);
  memset(a + 2, 0, 8);
  PART_WHERE(a[3] == 5);
}
__global__ void byte_of_a_word(int *d, int x) {
  int w = x;
  ((unsigned char *)&w)[1] = 3;
  PART_WHERE((w >> 8 & 255) != 3);
  PART_WHERE((w & 255) != (x & 255));
  PART_WHERE(w == 0x1300);
  PART_WHERE(w == 0x10300);  // want not_participating_lane_in_mask "byte_of_a_word"
}
__global__ void by_argument(int *d, int x) { int a[4]; memset(a, x, sizeof a); PART_WHERE(a[1] == 0x02020202); }  // want not_participating_lane_in_mask "by_argument"
