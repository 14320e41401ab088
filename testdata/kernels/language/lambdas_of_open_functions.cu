// Lambdas for the device in templates of the host that nothing instantiates: device functions that nothing is known to call.

template <class F> __global__ void apply(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }

template <class T> void by_lane(int *out) {
  apply<<<1, 64>>>([] __device__(int i) {
    if (threadIdx.x % 32 < 16) __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named.*by_lane"
    return i;
  }, out);
}

template <class T> void by_argument(int *out) {
  auto f = [=] __device__(int i) {
    if (i % 32 < 16) __syncwarp(); // want-open potentially_not_participating_lane_in_mask "unless i is the same in all lanes"
    return i;
  };
  apply<<<1, 64>>>(f, out);
}

template <class T> void captured(int *out, unsigned mask) {
  apply<<<1, 64>>>([=] __device__(auto i) {
    __syncwarp(0xfffffffe); // want participating_lane_not_in_mask "Lane\(s\) 0 participate"
    return mask + i;
  }, out);
}

template <class T> struct Runner {
  int n;
  void run(int *out) {
    apply<<<1, 64>>>([=, *this] __device__(int i) {
      if (threadIdx.x & 1) return __any_sync(~0u, n); // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4.*Runner"
      return i;
    }, out);
  }
};

// What is instantiated is seen in what is made of it.
template <int Least> void instantiated(int *out) {
  apply<<<1, 64>>>([] __device__(int i) {
    if (i % 32 >= Least) __syncwarp(~0u << Least);
    return i;
  }, out);
}

void host(int *out) { instantiated<8>(out); }
