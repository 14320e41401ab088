// Results of sets that __activemask() gave in local arrays, at indices that are no constants: it is proved which element is
// read, or it is said that it is not known.
#define RESULT __ballot_sync(__activemask(), in[threadIdx.x] > 7)

// One index.
__global__ void overwritten_at_the_index(const int *in, unsigned *out, int i) {
  unsigned c[4];
  c[i] = RESULT;
  c[i] = 5;
  out[threadIdx.x] = c[i];
}

__global__ void read_at_the_index(const int *in, unsigned *out, int i) {
  unsigned c[4] = {1, 2, 3, 4};
  c[i] = RESULT; // want activemask-as-mask "is stored"
  out[threadIdx.x] = c[i];
}

__global__ void index_of_the_lane(const int *in, unsigned *out) {
  unsigned c[4];
  c[threadIdx.x & 3] = RESULT;
  c[threadIdx.x & 3] = 5;
  out[threadIdx.x] = c[threadIdx.x & 3];
}

// Another index, which may be the same number or not.
__global__ void overwritten_at_another(const int *in, unsigned *out, int i, int k) {
  unsigned c[4];
  c[i] = RESULT; // want~ activemask-as-mask "is stored"
  c[k] = 5;
  out[threadIdx.x] = c[i];
}

__global__ void read_at_another(const int *in, unsigned *out, int i, int k) {
  unsigned c[4] = {1, 2, 3, 4};
  c[i] = RESULT; // want~ activemask-as-mask "is stored"
  out[threadIdx.x] = c[k];
}

__global__ void next_one_overwritten(const int *in, unsigned *out, int i) {
  unsigned c[4];
  c[i] = RESULT;
  c[i + 1] = 5;
  out[threadIdx.x] = c[i + 1];
}

__global__ void next_one_left(const int *in, unsigned *out, int i) {
  unsigned c[4];
  c[i] = RESULT; // want activemask-as-mask "is stored"
  c[i ^ 1] = 5;
  out[threadIdx.x] = c[i];
}

__global__ void known_one_overwritten(const int *in, unsigned *out, int i) {
  unsigned c[4];
  c[i] = RESULT;
  c[2] = 5;
  out[threadIdx.x] = c[2];
}

// The variable of the index changes.
__global__ void moved_on(const int *in, unsigned *out, int i) {
  unsigned c[4] = {1, 2, 3, 4};
  c[i] = RESULT; // want~ activemask-as-mask "is stored"
  i++;
  out[threadIdx.x] = c[i];
}

__global__ void pushed(const int *in, unsigned *out, int n) {
  unsigned c[4] = {1, 2, 3, 4};
  c[n++] = RESULT; // want~ activemask-as-mask "is stored"
  out[threadIdx.x] = c[n];
}

__device__ void next(int &i) { i = (i + 1) & 3; }
__global__ void moved_on_by_a_function(const int *in, unsigned *out, int i) {
  unsigned c[4] = {1, 2, 3, 4};
  c[i] = RESULT; // want~ activemask-as-mask "is stored"
  next(i);
  out[threadIdx.x] = c[i];
}

__global__ void by_a_reference(const int *in, unsigned *out, int i) {
  unsigned c[4] = {1, 2, 3, 4};
  unsigned &at = c[i];
  i = 2;
  at = RESULT; // want~ activemask-as-mask "is stored"
  out[threadIdx.x] = c[i];
}

__device__ unsigned &cell(unsigned *c, int i) { return c[i]; }
__global__ void of_a_function(const int *in, unsigned *out, int i, int k) {
  unsigned c[4];
  cell(c, i) = RESULT; // want~ activemask-as-mask "is stored"
  cell(c, k) = 5;
  out[threadIdx.x] = cell(c, k);
}

__global__ void two_buffers(const int *in, unsigned *out, int n) {
  unsigned c[2] = {1, 2};
  int now = 0;
  for (int k = 0; k < n; ++k) {
    c[now ^ 1] = RESULT;
    c[now] = 5;
    out[k * 32 + threadIdx.x] = c[now];
    now ^= 1;
  }
}

// Loops that go over known elements.
__global__ void even_ones(const int *in, unsigned *out) {
  unsigned c[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i += 2)
    c[i] = RESULT;
  for (int i = 1; i < 4; i += 2)
    out[i * 32 + threadIdx.x] = c[i];
  out[threadIdx.x] = c[3];
}

__global__ void one_of_a_loop(const int *in, unsigned *out) {
  unsigned c[4] = {1, 2, 3, 4};
  for (int i = 1; i < 3; ++i)
    c[i] = RESULT; // want activemask-as-mask "is stored"
  out[threadIdx.x] = c[2];
}

__global__ void first_ones_overwritten(const int *in, unsigned *out) {
  unsigned c[4];
  for (int i = 0; i < 4; ++i)
    c[i] = RESULT;
  for (int i = 0; i < 3; ++i)
    c[i] = i;
  out[threadIdx.x] = c[0];
}

__global__ void moved_before_the_store(const int *in, unsigned *out) {
  unsigned c[5] = {1, 2, 3, 4, 5};
  for (int i = 0; i < 4;) {
    i++;
    c[i] = RESULT; // want~ activemask-as-mask "is stored"
  }
  out[threadIdx.x] = c[0];
}

__global__ void the_one_before(const int *in, unsigned *out) {
  unsigned c[4];
  for (int i = 0; i < 4; ++i)
    c[i] = RESULT; // want~ activemask-as-mask "is stored"
  c[0] = 5;
  for (int i = 1; i < 4; ++i) {
    c[i] = i;
    out[threadIdx.x] = c[i - 1];
  }
}

struct Slot {
  unsigned mask, other;
};

__global__ void other_field(const int *in, unsigned *out, int i, int k) {
  Slot s[4];
  s[i].mask = RESULT;
  s[i].other = 5;
  s[k].other = 6;
  out[threadIdx.x] = s[i].other;
}

__global__ void other_row(const int *in, unsigned *out, int i, int k) {
  unsigned c[2][2] = {{1, 2}, {3, 4}};
  c[i][1] = RESULT;
  out[threadIdx.x] = c[k][0];
}
