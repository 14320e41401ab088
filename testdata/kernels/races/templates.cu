// Templates that nobody instantiates: their lanes race as those of the same text without a template do. Types
// of their parameters are of one size, and rows longer than any index into them.

template <class T> __global__ void neighbours(T *d) {
  __shared__ T s[32];
  s[threadIdx.x] = d[threadIdx.x];
  d[threadIdx.x] = s[31 - threadIdx.x]; // want missing-syncwarp "races with lane 31"
}
template <class T> __global__ void ordered(T *d) {
  __shared__ T s[32];
  s[threadIdx.x] = d[threadIdx.x];
  __syncwarp();
  d[threadIdx.x] = s[31 - threadIdx.x];
}
template <int Warps> __global__ void rows_of_warps(float *d) {
  __shared__ float s[Warps][33];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = d[threadIdx.x];
  d[threadIdx.x] = s[warp][lane];
  d[threadIdx.x] = s[warp][31 - lane]; // want missing-syncwarp ""
}
template <class T, int W> __global__ void columns(T *d) {
  __shared__ T s[32][W + 1];
  int lane = threadIdx.x % 32;
  s[lane][0] = d[lane];
  s[lane][1] = d[lane + 32];
  d[lane] = s[lane][1];
  d[lane] = s[lane ^ 1][1]; // want missing-syncwarp ""
}
template <class T> __global__ void of_raw_memory(T *d) {
  extern __shared__ char raw[];
  T *s = reinterpret_cast<T *>(raw);
  s[threadIdx.x] = d[threadIdx.x];
  d[threadIdx.x] = s[31 - threadIdx.x]; // want missing-syncwarp ""
}
template <class T> __device__ void nobody_calls(T *d) {
  __shared__ T s[32];
  s[threadIdx.x] = d[threadIdx.x];
  d[threadIdx.x] = s[31 - threadIdx.x]; // want missing-syncwarp ""
}
template <bool Sync> __global__ void by_argument(float *d) {
  __shared__ float s[256];
  s[threadIdx.x] = d[threadIdx.x];
  if constexpr (Sync)
    __syncthreads();
  d[threadIdx.x] = s[threadIdx.x ^ 1]; // want? potentially-missing-syncwarp ""
}
template <bool Block> __global__ void either_way(float *d) {
  __shared__ float s[256];
  s[threadIdx.x] = d[threadIdx.x];
  if constexpr (Block)
    __syncthreads();
  else
    __syncwarp();
  d[threadIdx.x] = s[threadIdx.x ^ 1];
}

// What the arguments decide may wait for other lanes.
template <class Policy> __global__ void by_policy(float *d) {
  __shared__ float s[256];
  s[threadIdx.x] = d[threadIdx.x];
  Policy::meet();
  d[threadIdx.x] = s[threadIdx.x ^ 1];
}
template <class Group> __global__ void by_group(float *d, Group g) {
  __shared__ float s[256];
  s[threadIdx.x] = d[threadIdx.x];
  g.meet();
  d[threadIdx.x] = s[threadIdx.x ^ 1];
}

// How wide T is decides: lanes may keep to 16 bytes of their own.
template <class T> __global__ void as_vectors(T *d) {
  __shared__ T s[512];
  uint4 *v = reinterpret_cast<uint4 *>(s);
  v[threadIdx.x] = make_uint4(1, 2, 3, 4); // want-open potentially-missing-syncwarp ""
  d[threadIdx.x] = s[threadIdx.x * 8]; // want-open potentially-missing-syncwarp ""
}

// What is assigned is not read again.
template <class T> __global__ void of_rows(T *d) {
  __shared__ T s[8];
  s[threadIdx.y] = d[blockIdx.x];
}

// Where a member lies in an object, and how long it is, the arguments decide.
template <class Traits> __global__ void of_members(typename Traits::Item *d) {
  __shared__ typename Traits::Item s[256];
  s[threadIdx.x].key = d[threadIdx.x].key;
  d[threadIdx.x].key = s[threadIdx.x ^ 1].key; // want-open potentially-missing-syncwarp ""
}
template <class Traits> __global__ void of_ordered_members(typename Traits::Item *d) {
  __shared__ typename Traits::Item s[256];
  s[threadIdx.x].key = d[threadIdx.x].key;
  __syncwarp();
  d[threadIdx.x].key = s[threadIdx.x ^ 1].key;
}
template <class Key, int Block> struct Keys {
  Key keys[Block];
};
template <class Key, int Block> __global__ void of_elements_of_members(Key *d) {
  __shared__ Keys<Key, Block> s;
  s.keys[threadIdx.x] = d[threadIdx.x];
  d[threadIdx.x] = s.keys[threadIdx.x ^ 1]; // want-open potentially-missing-syncwarp ""
}
template <class Item> __global__ void of_members_of_its_own(Item *d) {
  __shared__ int s[32];
  Item one;
  one.key = threadIdx.x;
  s[threadIdx.x] = d[threadIdx.x].key;
  one.value = threadIdx.x;
  d[threadIdx.x].key = s[threadIdx.x ^ 1]; // want missing-syncwarp ""
}

// without missing-syncthreads
