// What a member that the compiler writes does is told where it is called, not where its class is named.

struct Job {
  int begin, end;
};

struct Named {
  int begin, end;
  Named &operator=(const Named &) = default;
};

__global__ void assigns(const Job *q, int *o) {
  __shared__ Job c[32];
  c[threadIdx.x] = q[threadIdx.x];
  o[threadIdx.x] = c[threadIdx.x ^ 1].begin;  // want missing-syncwarp "races with lane 1 \(line 14\)"
  c[threadIdx.x] = Job{-1, -1};               // want missing-syncwarp "races with lane 1 \(line 15\)"
}

__global__ void assignsByDefault(const Named *q, int *o) {
  __shared__ Named c[32];
  c[threadIdx.x] = q[threadIdx.x];
  o[threadIdx.x] = c[threadIdx.x ^ 1].begin;  // want missing-syncwarp "races with lane 1 \(line 21\)"
}

void launch(const Job *q, const Named *r, int *o) {
  assigns<<<1, 32>>>(q, o);
  assignsByDefault<<<1, 32>>>(r, o);
}

// without missing-syncthreads
