// Integers: promotions, conversions, shifts, signs and the order of evaluation.

__device__ unsigned narrow_types_wrap(unsigned lane) {
  unsigned char c = 250;
  c += lane;
  signed char s = lane * 9;
  short h = lane * 5000;
  return c + 3 * (unsigned)s + 7 * (unsigned)h;
}

__device__ unsigned narrow_operands_are_promoted(unsigned lane) {
  unsigned char c = lane * 16, inverted = ~c;
  return (c << 4) + (~c >> 4) + inverted + (c - 200 < 0);
}

__device__ unsigned comparisons_by_sign(unsigned lane) {
  int i = (int)lane - 8;
  unsigned u = i;
  long long wide = i;
  return (i < 4) + 2 * (u < 4) + 4 * (wide < 4) + 8 * (i < (int)u + 1) + 16 * ((long long)u < 4);
}

__device__ unsigned divisions_truncate(unsigned lane) {
  int i = (int)lane - 16;
  return (unsigned)(i / 5) * 3 + (unsigned)(i % 5) * 31 + lane / 5 + lane % 5 + (unsigned)(-i / 3 % 2);
}

__device__ unsigned shifts(unsigned lane) {
  int i = -1000 + (int)lane;
  unsigned u = i;
  long long w = (long long)i << 20;
  return (i >> 3) + (u >> 3) + (unsigned)(w >> 18) + (1u << lane % 32) + (unsigned)((1ull << (lane + 16)) >> 12);
}

__device__ unsigned sixty_four_bits(unsigned lane) {
  unsigned long long x = 0x123456789abcdefull * (lane + 1);
  long long y = -(long long)x / 1000003;
  return (unsigned)(x >> 32) ^ (unsigned)x ^ (unsigned)(y >> 7) ^ (x > 0x8000000000000000ull);
}

__device__ unsigned steps_before_and_after(unsigned lane) {
  unsigned a = lane, b = a++, c = ++a, d = a--, e = --a;
  unsigned char w = 255;
  w++;
  return a + 2 * b + 3 * c + 5 * d + 7 * e + w;
}

__device__ unsigned compound_assignments(unsigned lane) {
  int x = lane;
  x *= 3;
  x -= 40;
  x /= 2;
  x <<= 2;
  x ^= 0x55;
  x |= 8;
  x %= 29;
  x >>= 1;
  char c = 100;
  c += c;
  x += c;
  return x;
}

__device__ unsigned truth_values(unsigned lane) {
  bool b = lane & 4, c = !(lane % 3), d = lane;
  b |= c;
  b ^= d;
  int sum = b + c + d + true;
  return sum + (b < c) * 8 + (b && c || !d) * 16 + !!lane * 32 + -b * 2u;
}

__device__ unsigned choices(unsigned lane) {
  int a = 3, b = 5;
  (lane & 1 ? a : b) += 10;
  int c = lane > 20 ? a : lane > 10 ? b : -1;
  return a + 10 * b + 100u * c + (lane ? lane : 77);
}

__device__ unsigned commas_and_short_circuits(unsigned lane) {
  int calls = 0;
  auto tick = [&](bool result) { ++calls; return result; };
  bool x = tick(lane & 1) && tick(lane & 2) && tick(lane & 4);
  bool y = tick(lane & 8) || tick(lane & 1);
  int z = (calls += 10, tick(true), calls * 2);
  return calls + 100 * x + 200 * y + 1000 * z;
}

enum Colour { red, green = 5, blue };
enum class Level : unsigned char { low = 250, high };

__device__ unsigned enumerations(unsigned lane) {
  Colour c = lane % 2 ? green : blue;
  Level l = static_cast<Level>(static_cast<int>(Level::high) + lane);
  return c * 3 + (l == Level::low) + static_cast<unsigned>(l) * 2 + (c > green);
}

__device__ unsigned literals(unsigned lane) {
  return 0x10 + 010 + 0b11 + 'a' + '\n' + 1'000 + lane + (unsigned)sizeof(long long) + (unsigned)(2.75f * 4) +
         (unsigned)"abc"[lane % 3];
}

struct Bits {
  unsigned low : 3;
  int middle : 5;
  unsigned : 2;
  unsigned high : 9;
  bool flag : 1;
};

__device__ unsigned bit_fields(unsigned lane) {
  Bits b = {lane, (int)lane, lane * 37, lane > 9};
  b.low += 3;
  b.middle--;
  b.high <<= 1;
  Bits c = b;
  c.flag = !c.flag;
  return b.low + 10 * (unsigned)b.middle + 100 * c.high + b.flag * 7 + c.flag * 11;
}

__device__ unsigned mixed_signs(unsigned lane) {
  unsigned char a = 200, b = 100;
  int difference = b - a;
  unsigned wrapped = b - a;
  return (difference < 0) + 2 * (wrapped > 0x7fffffff) + (unsigned)(short)(lane * 40000) + (unsigned)(a + b > 255) * 8;
}
