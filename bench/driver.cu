// A program that launches one kernel of the suite with small arguments, and waits for it:
//
//   nvcc -DWARPBENCH_KERNEL='"suite/races/x/kernel.cu"' -DWARPBENCH_RUN='calls(start)' driver.cu
//   nvcc -DWARPBENCH_KERNEL='"suite/races/x/kernel.cu"' -DWARPBENCH_OWN_MAIN -Xlinker --wrap=main \
//     -Xlinker --wrap=cudaLaunchKernel -Xlinker --wrap=__cudaLaunchKernel driver.cu -lcuda
//
// The second is for a kernel that comes with a main. The program ends with 0, with 3 after an error of CUDA, or not at all
// if the kernel hangs.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <type_traits>
#include <vector>

// The kernel comes behind this: it may define macros (T, N) that would change what stands here.
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
namespace warpbench {

// withMemory puts memory in the place of the null pointers among the arguments of a kernel. sizeOf gives the size of an
// argument, 0 behind the last one.
template <class SizeOf>
void** withMemory(void** arguments, SizeOf sizeOf) {
  auto* replaced = new std::vector<void*>;
  size_t size = 0;
  for (size_t i = 0; (size = sizeOf(i)) != 0; i++) {
    void** argument = static_cast<void**>(arguments[i]);
    bool isNull = size == sizeof(void*) && *argument == nullptr;
    replaced->push_back(isNull ? new void*(memory<int>()) : argument);
  }
  return replaced->empty() ? arguments : replaced->data();
}

}  // namespace warpbench

// A main of the suite passes null pointers, as nobody ran it. The linker puts these in the place of what launches a
// kernel; it depends on the version of nvcc which of the two does.
extern "C" cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
extern "C" cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {
  auto sizeOf = [&](size_t i) {
    size_t offset = 0, size = 0;
    if (cudaFuncGetParamInfo(kernel, i, &offset, &size) == cudaSuccess) return size;
    cudaGetLastError();
    return size_t(0);
  };
  return __real_cudaLaunchKernel(kernel, grid, block, warpbench::withMemory(arguments, sizeOf), shared, stream);
}

extern "C" cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t) __attribute__((weak));
extern "C" cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {
  cudaFree(nullptr);  // makes the context in which the kernel is looked up
  auto sizeOf = [&](size_t i) {
    size_t offset = 0, size = 0;
    return cuKernelGetParamInfo(reinterpret_cast<CUkernel>(kernel), i, &offset, &size) == CUDA_SUCCESS ? size : 0;
  };
  return __real___cudaLaunchKernel(kernel, grid, block, warpbench::withMemory(arguments, sizeOf), shared, stream);
}

// A main that comes with the kernel may end before the kernel does. The linker puts this one in its place.
extern "C" int __real_main(int count, char** words);
extern "C" int __wrap_main(int count, char** words) {
  int status = __real_main(count, words);
  return status != 0 ? status : warpbench::ended();
}
#endif

#include WARPBENCH_KERNEL

#ifndef WARPBENCH_OWN_MAIN
// The kernel may have names of warpbench's (launches).
int main() { return warpbench::WARPBENCH_RUN; }
#endif
