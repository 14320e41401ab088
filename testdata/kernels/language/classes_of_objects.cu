// The class of an object decides which method is called: other methods number the same
// classes in another way, and while a constructor runs its own class is the object's.

struct Shape {
  unsigned seen;
  __device__ Shape() { seen = corners(); }
  __device__ virtual unsigned corners() const { return 0; }
  __device__ virtual unsigned sides() const { return 1; }
};

struct Triangle : Shape {
  __device__ unsigned corners() const override { return 3; }
};

struct Square : Triangle {
  unsigned after;
  __device__ Square() : after(corners()) {}
  __device__ unsigned corners() const override { return 4; }
  __device__ unsigned sides() const override { return 4; }
};

struct Cube : Square {
  __device__ unsigned sides() const override { return 6; }
};

__device__ unsigned described(const Shape &s) { return s.corners() * 10 + s.sides(); }

__global__ void numbered() {
  Square square;
  if (described(square) == 44 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}

__global__ void captured(unsigned *out) {
  Square square;
  Shape &shape = square;
  auto corners = [&] { return shape.corners(); };
  if (corners() == 4 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}

__global__ void constructed() {
  Square square;
  if (square.seen == 0 && square.after == 4 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}

// Two bases with one in common have it twice.
struct Named { unsigned name; };
struct Left : Named {};
struct Right : Named {};
struct Both : Left, Right {};

__global__ void twice() {
  Both both;
  both.Left::name = 1;
  both.Right::name = 2;
  if (both.Left::name == 1 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}

struct Base { unsigned own; };
struct Sharing : virtual Base {};
struct Other : virtual Base {};
struct Shared : Sharing, Other {};

__global__ void once() {
  Shared shared;
  shared.own = 1;
  static_cast<Other &>(shared).own = 2;
  if (shared.own == 2 && threadIdx.x < 16)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "16-31 named"
}

// What a copy of an array makes of its elements their constructor says.
struct Counted {
  unsigned n;
  __device__ Counted(unsigned k) : n(k) {}
  __device__ Counted(const Counted &o) : n(o.n + 1) {}
};

__global__ void copied() {
  Counted list[2] = {1, 5};
  auto second = [list] { return list[1].n; };
  if (second() == 6 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}

__device__ unsigned next(unsigned &n) { return n++; }

__global__ void evaluated_once() {
  unsigned n = 1, first = next(n) ?: 7;
  if (n == 2 && first == 1 && threadIdx.x < 16)
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
}
