// Which virtual method runs is known where a pointer leads to variables: also to one of two, as each lane chose.

struct Step {
  __device__ virtual void run(int *p) = 0;
};

// Nobody runs these but by pointers of which nothing is known.
struct Never : Step {
  __device__ void run(int *p) override { __syncwarp(); }
};
struct Quiet : Step {
  __device__ void run(int *p) override { p[0] = 2; }
};

__global__ void of_one_class(int *p) {
  Quiet quiet;
  Step *step = &quiet;
  if (threadIdx.x & 1) step->run(p);
}

__global__ void of_either_class(int *p, bool first) {
  Never waits;
  Quiet quiet;
  Step *step = first ? static_cast<Step *>(&waits) : &quiet;
  step->run(p);
}

struct Part {
  __device__ virtual void run(int *p) = 0;
};
struct Waiting : Part {
  __device__ void run(int *p) override { __syncthreads(); } // want divergent-syncthreads "lanes 0, 2, 4 and more of a warp skip this __syncthreads while others wait in each_lane_chose"
};
struct Idle : Part {
  __device__ void run(int *p) override { p[0] = 2; }
};
struct Later : Idle {};

__global__ void each_lane_chose(int *p) {
  Waiting waiting;
  Later later;
  Part *part;
  if (threadIdx.x & 1) part = &waiting;
  else part = &later;
  part->run(p);
}

// A member is an object of its own class; what is made in bytes may be of any.
struct Holder {
  int n;
  Idle idle;
};

__global__ void in_another_object(int *p) {
  Holder holder;
  Part *part = &holder.idle;
  if (threadIdx.x & 1) part->run(p);
}
