// Arrays of dynamic shared memory: all that a kernel reaches begin at one address.
extern __shared__ float sums[];
extern __shared__ int counts[]; // want several-dynamic-shared-arrays "counts \(int\) and sums \(float\) are one dynamic shared memory in two_at_file_scope"
extern __shared__ double wide[];

__global__ void two_at_file_scope(float *out) {
  sums[threadIdx.x] = 1;
  out[threadIdx.x] = counts[threadIdx.x];
}
__global__ void one(float *out) { out[threadIdx.x] = sums[threadIdx.x]; }
__global__ void another(double *out) { out[threadIdx.x] = wide[threadIdx.x]; }

__device__ float helper(int i) {
  extern __shared__ float part[]; // want several-dynamic-shared-arrays "part \(float\) and bytes \(unsigned char\)"
  return part[i];
}
__global__ void by_a_call(float *out) {
  extern __shared__ unsigned char bytes[];
  bytes[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = helper(threadIdx.x);
}
__global__ void by_the_call_alone(float *out) { out[threadIdx.x] = helper(threadIdx.x); }

// The same declaration again.
__device__ void clear() {
  extern __shared__ int words[];
  words[threadIdx.x] = 0;
}
__global__ void again(int *out) {
  extern __shared__ int words[];
  clear();
  out[threadIdx.x] = words[threadIdx.x];
}

// Other names of one type are the same memory, too.
__global__ void other_names(int *out) {
  extern __shared__ int first[];
  extern __shared__ int second[]; // want several-dynamic-shared-arrays "second \(int\) and first \(int\)"
  first[threadIdx.x] = 1;
  out[threadIdx.x] = second[threadIdx.x];
}

// A class for each type, as one kernel has one of them.
template <class T> struct Shared;
template <> struct Shared<int> {
  __device__ static int *get() {
    extern __shared__ int ints[];
    return ints;
  }
};
template <> struct Shared<double> {
  __device__ static double *get() {
    extern __shared__ double doubles[]; // want several-dynamic-shared-arrays "doubles \(double\) and ints"
    return doubles;
  }
};
template <class T> __global__ void by_type(T *out) { out[threadIdx.x] = Shared<T>::get()[threadIdx.x]; }
template __global__ void by_type<int>(int *);
template __global__ void by_type<double>(double *);
__global__ void by_both(double *out) { out[threadIdx.x] = Shared<int>::get()[0] + Shared<double>::get()[1]; }

// Another alignment.
__device__ float aligned(int i) {
  extern __shared__ __align__(16) float strict[];
  return strict[i];
}
__global__ void with_alignment(float *out) {
  extern __shared__ __align__(16) float strict[];
  strict[threadIdx.x] = 1;
  out[threadIdx.x] = aligned(threadIdx.x);
}

// An array of known length is no dynamic one.
__global__ void with_static(float *out) {
  __shared__ float own[32];
  own[threadIdx.x] = sums[threadIdx.x];
  out[threadIdx.x] = own[threadIdx.x];
}

// Named and not used is named.
__global__ void by_address(float *out) {
  float *p = sums;
  int *q = counts;
  out[threadIdx.x] = p[1] + q[2];
}

// One array has one alignment: a later declaration has the attributes of the earlier ones.
__device__ float with_own(int i) {
  extern __shared__ __align__(4) float plain[];
  return plain[i];
}
__device__ float with_more(int i) {
  extern __shared__ __align__(16) float wider[];
  return wider[i];
}
__global__ void same_alignment(float *out) {
  extern __shared__ float plain[];
  out[threadIdx.x] = plain[threadIdx.x] + with_own(threadIdx.x);
}
__global__ void more_alignment(float *out) {
  extern __shared__ float wider[];
  out[threadIdx.x] = with_more(threadIdx.x) + wider[threadIdx.x];
}

// Arrays of one name in two namespaces are two. One that is extern "C" is the same in all.
namespace left {
extern __shared__ int cells[];
extern "C" __shared__ int plainly[];
__device__ int cell(int i) { return cells[i]; }
__device__ int plain(int i) { return plainly[i]; }
} // namespace left
namespace right {
extern __shared__ int cells[]; // want several-dynamic-shared-arrays "right::cells \(int\) and left::cells \(int\) are one dynamic shared memory in of_two_namespaces"
extern "C" __shared__ int plainly[];
__device__ int cell(int i) { return cells[i]; }
__device__ int plain(int i) { return plainly[i]; }
} // namespace right
__global__ void of_two_namespaces(int *out) { out[threadIdx.x] = left::cell(0) + right::cell(threadIdx.x); }
__global__ void of_one_namespace(int *out) { out[threadIdx.x] = left::cell(0) + left::cell(threadIdx.x); }
__global__ void of_no_namespace(int *out) { out[threadIdx.x] = left::plain(0) + right::plain(threadIdx.x); }

// What a function declares is of the namespace around it, whichever class or function that is in.
namespace around {
struct Pool {
  __device__ static int *get() {
    extern __shared__ int pool[];
    return pool;
  }
};
__device__ int *of_function() {
  extern __shared__ int pool[];
  return pool;
}
} // namespace around
__device__ int *of_file() {
  extern __shared__ int pool[]; // want several-dynamic-shared-arrays "pool \(int\) and around::pool \(int\) are one dynamic shared memory in from_outside"
  return pool;
}
__global__ void from_one_scope(int *out) { out[threadIdx.x] = around::Pool::get()[0] + around::of_function()[threadIdx.x]; }
__global__ void from_outside(int *out) { out[threadIdx.x] = around::Pool::get()[0] + of_file()[threadIdx.x]; }
// without uninitialized-shared

// An alignment that the arguments of a template decide may be that of the other array.
template <class T> __global__ void open_alignments(T *out) {
  {
    extern __shared__ __align__(alignof(T)) char opened[];
    opened[threadIdx.x] = 0;
  }
  __syncthreads();
  {
    extern __shared__ __align__(16) char opened[];
    extern __shared__ __align__(alignof(T)) short beside[]; // want several-dynamic-shared-arrays "beside \(short\) and opened \(char\)"
    out[threadIdx.x] = opened[threadIdx.x] + beside[threadIdx.x];
  }
}
