// A program that launches one kernel of the suite with small arguments, and waits for it:
//
//   nvcc -DWARPBENCH_KERNEL='"suite/races/x/kernel.cu"' -DWARPBENCH_RUN='calls(start)' driver.cu
//   nvcc -DWARPBENCH_KERNEL='"suite/races/x/kernel.cu"' -DWARPBENCH_OWN_MAIN -Xlinker --wrap=main driver.cu
//
// The second is for a kernel that comes with a main. The program ends with 0, with 3 after an error of CUDA, or not at all
// if the kernel hangs.
#include <cuda_runtime.h>

#include <cstdio>
#include <type_traits>
#include <vector>

#include WARPBENCH_KERNEL

namespace warpbench {

constexpr size_t bytes = 1 << 20;  // of each memory that a pointer points to
constexpr int number = 40;         // each argument that is a number

template <class T>
T value(int index) {
  if constexpr (std::is_arithmetic_v<T>) return T(index % 7);
  return T{};
}

// memory makes memory of small numbers: elements of a number type, else words.
template <class T>
T* memory() {
  using Plain = std::remove_cv_t<T>;
  using Element = std::conditional_t<std::is_arithmetic_v<Plain> && !std::is_same_v<Plain, bool>, Plain, int>;
  std::vector<Element> data(bytes / sizeof(Element));
  for (size_t i = 0; i < data.size(); i++) data[i] = value<Element>(int(i));
  void* at = nullptr;
  cudaMalloc(&at, bytes);
  cudaMemcpy(at, data.data(), bytes, cudaMemcpyHostToDevice);
  return static_cast<T*>(at);
}

template <class T>
std::remove_cv_t<std::remove_reference_t<T>> argument() {
  using Plain = std::remove_cv_t<std::remove_reference_t<T>>;
  if constexpr (std::is_same_v<Plain, cudaStream_t>) return nullptr;
  else if constexpr (std::is_pointer_v<Plain> && !std::is_function_v<std::remove_pointer_t<Plain>>)
    return reinterpret_cast<Plain>(const_cast<void*>(static_cast<const volatile void*>(
        memory<std::conditional_t<std::is_void_v<std::remove_pointer_t<Plain>>, int, std::remove_pointer_t<Plain>>>())));
  else if constexpr (std::is_arithmetic_v<Plain>) return Plain(number);
  else return Plain{};
}

inline int ended() {
  cudaError_t launched = cudaGetLastError(), run = cudaDeviceSynchronize();
  if (launched == cudaSuccess && run == cudaSuccess) return 0;
  std::printf("%s\n", cudaGetErrorName(launched == cudaSuccess ? run : launched));
  return 3;
}

// calls calls a function of the host that launches the kernel.
template <class R, class... A>
int calls(R (*start)(A...)) {
  start(argument<A>()...);
  return ended();
}

// launches launches a kernel in one block of threads.
template <int threads, class... A>
int launches(void (*kernel)(A...)) {
  kernel<<<1, threads, 16384>>>(argument<A>()...);
  return ended();
}

}  // namespace warpbench

#ifdef WARPBENCH_OWN_MAIN
// A main that comes with the kernel may end before the kernel does. The linker puts this one in its place.
extern "C" int __real_main(int count, char** words);
extern "C" int __wrap_main(int count, char** words) {
  int status = __real_main(count, words);
  return status != 0 ? status : warpbench::ended();
}
#else
int main() {
  using namespace warpbench;
  return WARPBENCH_RUN;
}
#endif
