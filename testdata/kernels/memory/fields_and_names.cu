// What differs in nothing but the order or the class of its fields, or has the same name,
// is other memory all the same.
struct Range { int first, last; };
struct Pair { Range first, last; };
struct Left { int x; const int *p; };
struct Right { int x; const int *p; };
struct Both : Left, Right {};

__global__ void fields_in_another_order(const Pair *p) {
  const Pair &mine = p[threadIdx.x];
  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  if (mine.first.last == mine.last.first) __syncwarp();
  const Pair *const *q = (const Pair *const *)p;
  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  if (q[threadIdx.x]->first.last == q[threadIdx.x]->last.first) __syncwarp();
}

__global__ void inherited_twice(Both b, const Both *each) {
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (b.Left::p[threadIdx.x] == b.Right::p[threadIdx.x]) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  if (each[threadIdx.x].Left::x == each[threadIdx.x].Right::x) __syncwarp();
  if (b.Left::x == b.Right::x) __syncwarp();
}

namespace one { __device__ int limit[32]; }
namespace two { __device__ int limit[32]; }

__device__ int *table_of_one() { __shared__ int table[32]; return table; }
__device__ int *table_of_two() { __shared__ int table[32]; return table; }

__global__ void the_same_name() {
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (one::limit[threadIdx.x] == two::limit[threadIdx.x]) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (table_of_one()[threadIdx.x] == table_of_two()[threadIdx.x]) __syncwarp();
}

void launch(const Pair *p, Both b, const Both *each) {
  fields_in_another_order<<<1, 32>>>(p);
  inherited_twice<<<1, 32>>>(b, each);
  the_same_name<<<1, 32>>>();
}
