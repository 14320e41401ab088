// Objects that are made in an expression and die at its end, or with the reference that they are bound to: their
// destructor is a call like any other, in each way that one comes about.
#define L ((int)(threadIdx.x & 31))
#define HALF(name, ...)                  \
  __global__ void name(int *d, int n) {  \
    if (L < 16) {                        \
      __VA_ARGS__;                       \
    }                                    \
    d[L] = 1;                            \
  }
// The other half waits as often as the first destroys, at another place: where a call is met at one place only that is
// wrong, and else only if the numbers differ.
#define BALANCED(name, times, ...)         \
  __global__ void name(int *d, int n) {    \
    if (L < 16) {                          \
      __VA_ARGS__;                         \
    } else {                               \
      for (int i = 0; i < times; ++i)      \
        __syncwarp();                      \
    }                                      \
    d[L] = 1;                              \
  }

struct Plain {
  __device__ ~Plain() { __syncwarp(); } // want not_participating_lane_in_mask "by_call"
};
HALF(by_call, Plain())

struct Member {
  __device__ ~Member() { __syncwarp(); } // want not_participating_lane_in_mask "by_member"
};
struct WithMember {
  int n;
  Member m[2];
};
HALF(by_member, WithMember())

struct Base {
  __device__ ~Base() { __syncwarp(); } // want not_participating_lane_in_mask "by_base"
};
struct Derived : Base {
  int n;
};
HALF(by_base, d[0] = 1, Derived())

struct Dropped {
  __device__ ~Dropped() { __syncwarp(); } // want not_participating_lane_in_mask "by_cast"
};
HALF(by_cast, (void)Dropped())

struct Chosen {
  __device__ ~Chosen() { __syncwarp(); } // want not_participating_lane_in_mask "by_choice"
};
HALF(by_choice, n > 2 ? Chosen() : Chosen())

struct OfArgument {
  __device__ ~OfArgument() { __syncwarp(); } // want not_participating_lane_in_mask "by_argument"
};
template <class T> __device__ void make() { T(); }
HALF(by_argument, make<OfArgument>())

struct Made {
  __device__ ~Made() { __syncwarp(); } // want[lockstep,strict] not_participating_lane_in_mask "16-31"
};
struct Holder {
  int n;
  Made m;
};
__device__ Made made() { return Made(); }
__device__ int given(Made) { return 1; }
__device__ int byDefault(int n, Made m = Made()) { return n; }

// As many as are made die, and once.
BALANCED(one, 1, Made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(two, 2, Made(), Made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(named, 1, Made m = Made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(returned, 1, made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(returned_and_named, 1, auto m = made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(passed, 1, d[1] = given(Made())) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(passed_by_default, 1, d[1] = byDefault(2)) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(bound, 1, const Made &m = Made(); d[1] = 1) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(part_bound, 1, const int &k = Holder().n; d[1] = k) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(either, 1, n > 2 ? Made() : Made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(in_a_list, 3, Made m[3] = {Made(), Made(), Made()}; d[1] = 1) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(in_a_loop, 3, for (int k = 0; k < 3; ++k) Made()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(captured, 1, auto f = [m = Made()] { return 1; }; d[1] = f()) // want[lockstep,strict] not_participating_lane_in_mask "0-15"
BALANCED(never_deleted, 0, new Made())
