// Results of sets that __activemask() gave in parts of local variables, masks that hold whatever the set is, and
// shuffles in which each lane reads itself.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__device__ unsigned vote(unsigned m, int x) { return __popc(__ballot_sync(m, x & 1)); }
__device__ void clear(int *to) {
  for (int i = 0; i < 3; ++i)
    to[i] = 0;
}
__device__ void set(int &to, int v) { to = v; }
__device__ int laneOf() { return threadIdx.x % 32; }

// One element holds the result, another one is stored.
__global__ void another_element(const int *in, int *out) {
  int c[2] = {0, 5};
  if (in[threadIdx.x] > 0)
    c[0] = vote(__activemask(), in[threadIdx.x]);
  out[threadIdx.x] = c[1];
}

__global__ void this_element(const int *in, int *out) {
  int c[3] = {0, 5, 6};
  if (in[threadIdx.x] > 0)
    c[2] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "is stored"
  c[1] = 3;
  out[threadIdx.x] = c[2];
}

__global__ void element_by_data(const int *in, int *out) {
  int c[2] = {0, 5};
  if (in[threadIdx.x] > 0)
    c[in[threadIdx.x] & 1] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want~ activemask-as-mask "is stored"
  c[0] = 3;
  out[threadIdx.x] = c[1];
}

__global__ void cleared_by_a_loop(const int *in, int *out) {
  int c[4];
  if (in[threadIdx.x] > 0)
    for (int i = 0; i < 4; ++i)
      c[i] = vote(__activemask(), in[threadIdx.x] >> i);
  for (int i = 3; i >= 0; --i)
    c[i] = i;
  out[threadIdx.x] = c[0] + c[3];
}

__global__ void cleared_in_part(const int *in, int *out) {
  int c[4] = {};
  if (in[threadIdx.x] > 0)
    for (int i = 0; i < 4; ++i)
      c[i] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] >> i & 1)); // want activemask-as-mask "is stored"
  for (int i = 0; i < 3; ++i)
    c[i] = i;
  out[threadIdx.x] = c[0] + c[3];
}

__global__ void cleared_where_asked(const int *in, int *out) {
  int c[4] = {};
  if (in[threadIdx.x] > 0)
    for (int i = 0; i < 4; ++i)
      c[i] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] >> i & 1)); // want~ activemask-as-mask "is stored"
  for (int i = 0; i < 4; ++i)
    if (in[i] > 4)
      c[i] = i;
  out[threadIdx.x] = c[0] + c[3];
}

__global__ void added_to(const int *in, int *out) {
  int c[4] = {};
  if (in[threadIdx.x] > 0)
    for (int i = 0; i < 4; ++i)
      c[i] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] >> i & 1)); // want~ activemask-as-mask "is stored"
  for (int i = 0; i < 4; ++i)
    c[i] = c[i] + 1;
  out[threadIdx.x] = c[0] + c[3];
}

__global__ void rows_cleared(const int *in, int *out) {
  int c[2][3];
  if (in[threadIdx.x] > 0)
    c[1][2] = vote(__activemask(), in[threadIdx.x]);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) {
      c[i][k] = in[i + k];
      out[i + k] = c[i][k];
    }
  out[threadIdx.x] = c[0][0] + c[1][2];
}

__global__ void another_row(const int *in, int *out) {
  int c[2][2] = {};
  if (in[threadIdx.x] > 0)
    c[1][0] = vote(__activemask(), in[threadIdx.x]);
  c[1][0] = 4;
  out[threadIdx.x] = c[0][0] + c[1][0];
}

__global__ void cleared_by_a_function(const int *in, int *out) {
  int c[3];
  if (in[threadIdx.x] > 0)
    c[1] = vote(__activemask(), in[threadIdx.x]);
  clear(c);
  out[threadIdx.x] = c[1];
}

__global__ void set_by_reference(const int *in, int *out) {
  int c[3] = {};
  if (in[threadIdx.x] > 0)
    c[1] = vote(__activemask(), in[threadIdx.x]);
  set(c[1], 4);
  out[threadIdx.x] = c[1];
}

__global__ void another_by_reference(const int *in, int *out) {
  int c[3] = {};
  if (in[threadIdx.x] > 0)
    c[1] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "is stored"
  set(c[2], 4);
  out[threadIdx.x] = c[1];
}

struct Pair {
  int first[2], second;
};

__global__ void element_of_a_field(const int *in, int *out) {
  Pair p = {};
  if (in[threadIdx.x] > 0)
    p.first[1] = vote(__activemask(), in[threadIdx.x]);
  out[threadIdx.x] = p.first[0] + p.second;
}

__global__ void field_of_an_element(const int *in, int *out) {
  Pair p[2] = {};
  if (in[threadIdx.x] > 0)
    p[1].second = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "is stored"
  out[threadIdx.x] = p[0].second;
  out[threadIdx.x + 1024] = p[1].second;
}

__global__ void through_a_pointer(const int *in, int *out) {
  int c[4] = {}, *p = c + 1;
  if (in[threadIdx.x] > 0)
    p[1] = __popc(__ballot_sync(__activemask(), in[threadIdx.x] & 1)); // want activemask-as-mask "is stored"
  out[threadIdx.x] = c[1];
  out[threadIdx.x + 1024] = *(c + 2);
}

// Masks that are what they are whichever lanes run.
__global__ void full_anyway(const int *in, unsigned *out) {
  unsigned m = __activemask();
  out[threadIdx.x] = __ballot_sync(m | FULL, in[threadIdx.x] > 0);
  out[threadIdx.x + 1024] = __ballot_sync(~(m & 0), in[threadIdx.x] > 0);
  unsigned all = FULL;
  all |= m;
  out[threadIdx.x + 2048] = __ballot_sync(all, in[threadIdx.x] > 0);
  if (L < 16)
    out[threadIdx.x] += __reduce_add_sync((m & 0xffff) | 0xffff, in[threadIdx.x]);
}

__global__ void not_full(const int *in, unsigned *out) {
  unsigned m = __activemask();
  out[threadIdx.x] = __ballot_sync(m | 1, in[threadIdx.x] > 0); // want activemask-as-mask "is stored"
}

// Each lane reads its own value.
__global__ void own_value(const int *in, int *out) {
  int v = in[threadIdx.x];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (v > 0) {
    unsigned m = __activemask();
    v += __shfl_sync(m, v, L);
    v += __shfl_sync(m, v, threadIdx.x);
    v += __shfl_sync(m, v, laneOf());
    v += __shfl_sync(m, v, i & 31);
    v += __shfl_sync(m, v, L & 7, 8);
    v += __shfl_xor_sync(m, v, 0);
    v += __shfl_up_sync(m, v, 0);
    out[i] = v;
  }
}

__global__ void not_its_own(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (v > 0) {
    unsigned m = __activemask();
    v += __shfl_sync(m, v, L & 7);     // want activemask-as-mask "the mask may lack"
    v += __shfl_sync(m, v, L ^ 1);     // want activemask-as-mask "the mask may lack"
    v += __shfl_sync(m, v, L / 2 * 2); // want activemask-as-mask "the mask may lack"
    v += __shfl_up_sync(m, v, 1);      // want activemask-as-mask "the mask may lack"
    out[threadIdx.x] = v;
  }
}
