// Kernels and blocks that containers of the standard library hold are launched as those in arrays are.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

typedef void (*Sum)(const float *, float *);

// Of 84 threads the last warp has 20, of which four read what no thread has. Of 96 all is well.
template <int Which>
__global__ void halves(const float *in, float *out) {
  // want[lockstep] not_participating_lane_in_mask "halves.*8 instantiations, block 84"
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 4); // want source_lane_not_in_mask "halves.*8 instantiations, block 84, "
}

// These are launched with whole warps alone.
template <int Which>
__global__ void whole(const float *in, float *out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 4); }

void blocks(const float *in, float *out, int n) {
  for (int threads : {96, 84})
    halves<0><<<1, threads>>>(in, out);
  std::array<int, 2> sizes{96, 84};
  for (size_t i = 0; i < sizes.size(); i++)
    halves<1><<<1, sizes[i]>>>(in, out);
  std::vector<int> grown;
  for (int i = 0; i < 2; i++)
    grown.push_back(96 - 12 * i);
  for (int threads : grown)
    halves<2><<<1, threads>>>(in, out);
  auto [rows, threads] = std::make_pair(n, 84);
  halves<3><<<rows, threads>>>(in, out);
  std::tuple<int, int> shape(n, 84);
  halves<4><<<std::get<0>(shape), std::get<1>(shape)>>>(in, out);
  int least = 84;
  halves<5><<<1, std::min({least, 96, 128})>>>(in, out);
}

void kernels(const float *in, float *out, const std::string &name) {
  std::map<std::string, std::pair<Sum, int>> all{{"part", {halves<6>, 84}}, {"whole", {whole<0>, 96}}};
  auto [kernel, threads] = all.at(name);
  kernel<<<1, threads>>>(in, out);
  for (auto &[other, size] : std::vector<std::pair<Sum, int>>{{halves<7>, 84}, {whole<1>, 128}})
    other<<<1, size>>>(in, out);
  std::function<void(int)> run = [&](int size) { whole<2><<<1, size>>>(in, out); };
  run(64);
}
