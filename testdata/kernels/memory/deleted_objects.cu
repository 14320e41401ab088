// delete destroys what it is given: the object of the class that it is of, or the elements.
#define FULL 0xffffffffu

struct Shape {
  __device__ Shape() {}
  __device__ virtual ~Shape() {}
};

struct Quiet : Shape {
  int *list;
  __device__ Quiet(int n) { list = new int[n]; }
  __device__ ~Quiet() { delete[] list; }
};

// Neither this class nor what is derived from it meets anybody: nothing is hidden.
__global__ void destroyed(Shape **shapes, int n) {
  if (threadIdx.x == 0) shapes[0] = new Quiet(n);
  __syncwarp();
  if (threadIdx.x == 0) delete shapes[0];
}

struct Meeting {
  int n;
  __device__ Meeting() : n(0) {}
  __device__ virtual ~Meeting() { n = 0; }
};

struct Synchronized : Meeting {
  __device__ ~Synchronized() {
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "16-31 named"
  }
};

__global__ void meets(Meeting **all) {
  all[threadIdx.x] = new Synchronized;
  if (threadIdx.x < 16) delete all[threadIdx.x];
}

// What is not virtual is of its own class.
struct Plain {
  __device__ ~Plain() {
    __syncwarp(); // want not_participating_lane_in_mask "16-31 named"
  }
};

__global__ void plain(Plain *one) {
  if (threadIdx.x < 16) delete one;
}

struct Element {
  __device__ ~Element() {
    __syncwarp(FULL); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  }
};

__global__ void elements(Element *several) { delete[] several; }
