// A kernel is not run with arguments that its host does not pass: null pointers behind a check, fields behind a condition,
// truth values as numbers. What may change between the check and the launch is not known.

struct Options {
  int mode, count;
  const int *bias;
  unsigned flags : 2;
};

struct Task {
  int id;
  Options options;
};

void change(const int **);
void change(Options *);
void elsewhere();

__global__ void behindCheck(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void behindBoth(int *out, const int *in, const int *p, const int *q) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p && q) s[t] = p[t] + q[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void behindEither(int *out, const int *in, const int *p, const int *q) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p && q) s[t] = p[t] + q[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void pointerOrCount(int *out, const int *in, const int *p, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t]; else if (n > 0) s[t] = n;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void changed(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void noReturn(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void byAnAlias(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void caught(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void onlyNull(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!p) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void modes(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.mode == 2) s[t] = 1; else if (o.mode == 3) s[t] = 2;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void otherModes(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.mode != 2) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void fieldChecked(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.bias) s[t] = o.bias[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void fieldChanged(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.bias) s[t] = o.bias[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void fieldSet(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < o.count) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void otherSet(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < o.count) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void byReference(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < o.count) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void bits(int *out, const int *in, Options o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.flags != 2) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void nested(int *out, const int *in, Task o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (o.options.mode == 5) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void truths(int *out, const int *in, int a, int b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (a) s[t] = 1; else if (b) s[t] = 2;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void otherTruths(int *out, const int *in, int a, int b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (a) s[t] = 1; else if (b) s[t] = 2;
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void opposite(int *out, const int *in, bool a, bool b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (a) s[t] = 1; else if (b) s[t] = 2;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void boolAsInt(int *out, const int *in, int a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (a == 0 || a == 1) s[t] = 1;
  __syncthreads();
  out[t] = s[t ^ 1];
}

const int *anyPointer;

void host_behindCheck(int *out, const int *in, const int *p) {
  if (p == nullptr) throw 1;
  behindCheck<<<1, 64>>>(out, in, p);
}

void host_behindBoth(int *out, const int *in, const int *p, const int *q) {
  if (!p || !q) return;
  behindBoth<<<1, 64>>>(out, in, p, q);
}

void host_behindEither(int *out, const int *in, const int *p, const int *q) {
  if (!p && !q) return;
  behindEither<<<1, 64>>>(out, in, p, q);
}

void host_pointerOrCount(int *out, const int *in, const int *p, int n) {
  if (!p && n <= 0) return;
  pointerOrCount<<<1, 64>>>(out, in, p, n);
}

void host_changed(int *out, const int *in, const int *p) {
  if (!p) return; change(&p);
  changed<<<1, 64>>>(out, in, p);
}

void host_noReturn(int *out, const int *in, const int *p) {
  if (!p) out[0] = 1;
  noReturn<<<1, 64>>>(out, in, p);
}

void host_byAnAlias(int *out, const int *in, const int *p, bool b) {
  const int **q = &p; if (!p) return; if (b) *q = nullptr;
  byAnAlias<<<1, 64>>>(out, in, p);
}

void host_caught(int *out, const int *in, const int *p) {
  try { if (!p) throw 1; } catch (...) { }
  caught<<<1, 64>>>(out, in, p);
}

void host_onlyNull(int *out, const int *in, const int *p) {
  if (p) return;
  onlyNull<<<1, 64>>>(out, in, p);
}

void host_modes(int *out, const int *in, Options o) {
  if (o.mode != 2 && o.mode != 3) return;
  modes<<<1, 64>>>(out, in, o);
}

void host_otherModes(int *out, const int *in, Options o) {
  if (o.mode == 3) return;
  otherModes<<<1, 64>>>(out, in, o);
}

void host_fieldChecked(int *out, const int *in, Options o) {
  if (!o.bias) return;
  fieldChecked<<<1, 64>>>(out, in, o);
}

void host_fieldChanged(int *out, const int *in, Options o) {
  if (!o.bias) return; change(&o);
  fieldChanged<<<1, 64>>>(out, in, o);
}

void host_fieldSet(int *out, const int *in, int n) {
  if (n < 64) return; Options o; o.count = n;
  fieldSet<<<1, 64>>>(out, in, o);
}

void host_otherSet(int *out, const int *in, int n, int m) {
  if (n < 64) return; Options o; o.count = m;
  otherSet<<<1, 64>>>(out, in, o);
}

void host_byReference(int *out, const int *in, const Options &o) {
  if (o.count < 64) return;
  byReference<<<1, 64>>>(out, in, o);
}

void host_bits(int *out, const int *in, const Options &o) {
  if (o.flags == 2) return;
  bits<<<1, 64>>>(out, in, o);
}

void host_nested(int *out, const int *in, const Task &o) {
  if (o.options.mode != 5) return;
  nested<<<1, 64>>>(out, in, o);
}

void host_truths(int *out, const int *in, int n) {
  truths<<<1, 64>>>(out, in, n > 3 ? 1 : 0, n > 3 ? 0 : 1);
}

void host_otherTruths(int *out, const int *in, int n, int m) {
  otherTruths<<<1, 64>>>(out, in, n > 3 ? 1 : 0, m > 3 ? 0 : 1);
}

void host_opposite(int *out, const int *in, bool a) {
  opposite<<<1, 64>>>(out, in, a, !a);
}

void host_boolAsInt(int *out, const int *in, bool a) {
  boolAsInt<<<1, 64>>>(out, in, a);
}

__global__ void global(int *out, const int *in, const int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (p) s[t] = p[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

void host_global(int *out, const int *in) {
  if (!anyPointer) return;
  elsewhere();
  global<<<1, 64>>>(out, in, anyPointer);
}
