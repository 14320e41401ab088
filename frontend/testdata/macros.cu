#define FULL 0xffffffffu
#define SHUFFLE(v, d) v += __shfl_xor_sync(FULL, v, d)
#define SAME(x) x
__global__ void macros(int *p) {
  int v = p[0];
  SHUFFLE(v, 16);
  SAME(__syncwarp());
  p[0] = v;
}
