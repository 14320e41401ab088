// Instructions of PTX on fields and patterns of bits decide lanes and masks as the
// operators do.
#define LANE (threadIdx.x & 31)
#define ASM3(name, op, type) \
  __device__ type name(type a, unsigned b, unsigned c) { \
    type r; \
    asm(op " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
    return r; \
  }

ASM3(extract, "bfe.u32", unsigned)
ASM3(extractSigned, "bfe.s32", int)
ASM3(shiftLeft, "shf.l.wrap.b32", unsigned)
ASM3(shiftRight, "shf.r.clamp.b32", unsigned)
ASM3(choose, "slct.s32.s32", int)
ASM3(distance, "sad.u32", unsigned)

__device__ unsigned insert(unsigned a, unsigned b, unsigned first, unsigned length) {
  unsigned r;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(first), "r"(length));
  return r;
}

__global__ void extracted(int *data) {
  if (extract(threadIdx.x, 0, 5) < 16) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
  if (extract(LANE << 28, 29, 40) == 1 && extract(LANE, 40, 3) == 0) { // beyond the end are zeros
    data[LANE] = __any_sync(0x000c000cu, 1);
  }
  if (extract(threadIdx.x, 0, 4) < 8) {
    data[LANE] = __any_sync(0xffu, 1); // want participating_lane_not_in_mask "Lane\(s\) 16-23 participate"
  }
}

__global__ void extractedSigned(int *data) {
  if (extractSigned(LANE, 0, 5) < 0) { // bit 4 is the sign
    data[LANE] = __any_sync(0xffff0000u, 1);
  }
  if (extractSigned(LANE << 27, 28, 30) < 0) { // the last bit of the word, LANE's bit 4
    data[LANE] = __any_sync(0xffff0000u, 1);
  }
  if (extractSigned(-1, LANE, 0) == 0) { // an empty field
    data[LANE] = __any_sync(0xffffffffu, 1);
  }
}

__global__ void inserted(int *data) {
  data[LANE] = __any_sync(insert(0xf, 0, LANE & 28, 4), 1);
  data[LANE] = __any_sync(insert(LANE, ~0u, 40, 8), 1); // nothing is inserted
  long long wide;
  asm("bfi.b64 %0, %1, %2, 32, 16;" : "=l"(wide) : "l"((long long)LANE), "l"(1ll));
  if (wide >> 32 < 16) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
}

__global__ void masks(int *data) {
  unsigned row, low, top;
  asm("bmsk.clamp.b32 %0, %1, 8;" : "=r"(row) : "r"(LANE & 24));
  data[LANE] = __any_sync(row, 1);
  asm("szext.wrap.u32 %0, %1, 4;" : "=r"(low) : "r"(LANE));
  if (low == LANE) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
  asm("bfind.s32 %0, %1;" : "=r"(top) : "r"(~LANE));
  if (top == 4) {
    data[LANE] = __any_sync(0xffff0000u, 1);
  }
}

__global__ void tables(int *data) {
  unsigned both, chosen, odd;
  asm("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(both) : "r"(threadIdx.x), "r"(31), "r"(16));
  if (both == 0) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(chosen) : "r"(16), "r"(LANE), "r"(0));
  if (chosen != 0) {
    data[LANE] = __any_sync(0xffff0000u, 1);
  }
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(odd) : "r"(LANE), "r"(LANE >> 1), "r"(LANE >> 1));
  if (odd == 7) {
    data[LANE] = __any_sync(0x180u, 1); // want not_participating_lane_in_mask "Lane\(s\) 8 named"
  }
}

__global__ void shifted(int *data) {
  if (shiftRight(LANE, 0, 4) == 0 && shiftLeft(0, LANE, 33) < 32) {
    data[LANE] = __any_sync(0xffffu, 1);
  }
  if (choose(3, 5, LANE - 16) == 3 && distance(LANE, 16, 1) < 4) {
    data[LANE] = __any_sync(0x70000u, 1);
  }
}

__global__ void nth(int *data) {
  bool p = data[threadIdx.x] > 0;
  unsigned first, m = __ballot_sync(0xffffffffu, p);
  asm("fns.b32 %0, %1, 0, 1;" : "=r"(first) : "r"(m));
  if (p) {
    data[threadIdx.x] = __shfl_sync(m, data[threadIdx.x], first);
  }
}
