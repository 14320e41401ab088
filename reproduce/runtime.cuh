#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpcheck {

// What a thread executes is logged: the first calls of collectives, each with its line and its operands.
enum Kind { syncwarp, shuffle, shuffle_up, shuffle_down, shuffle_xor, any, all, ballot, uni, match_any, match_all, reduce, barrier };
constexpr const char* kind_names[] = {"__syncwarp", "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__any_sync",
                                      "__all_sync", "__ballot_sync", "__uni_sync", "__match_any_sync", "__match_all_sync",
                                      "__reduce_sync", "__syncthreads"};
struct Call {
  int line, kind;
  unsigned mask;
  int lane, width;
};
constexpr int most_calls = 1024;
struct Log {
  int count;
  Call calls[most_calls];
};
struct Watch {
  Log* logs;       // one for each thread of the block
  uint3 block;     // the block that is watched
  int delayed;     // which access waits: 1 the earlier, 2 the later, 0 none
  int warps[3];    // the warp that waits before the access of this number
};
__device__ Watch watch;

__device__ inline int thread_number() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__device__ inline bool is_watched() {
  return blockIdx.x == watch.block.x && blockIdx.y == watch.block.y && blockIdx.z == watch.block.z;
}

template <int line>
__device__ inline void note(Kind kind, unsigned mask, int lane = 0, int width = 32) {
  if (line == 0 || !is_watched()) return;
  Log& log = watch.logs[thread_number()];
  if (log.count < most_calls) log.calls[log.count] = {line, kind, mask, lane, width};
  *(volatile int*)&log.count = log.count + 1;
  __threadfence_system();
}

// leave fills the shared memory of a multiprocessor. A kernel that runs there next finds these words.
static __global__ void leave(unsigned word, int words) {
  extern __shared__ unsigned warpcheck_shared[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) *(volatile unsigned*)&warpcheck_shared[i] = word;
}
// The words that are left before the two runs: numbers, also as floats.
constexpr unsigned words_left[] = {0x3f800000u, 0x40a00000u};

// delay makes the warp of an access wait before it, if this run asks for that.
template <int access>
__device__ inline void delay() {
  if (watch.delayed != access || !is_watched() || thread_number() / 32 != watch.warps[access]) return;
  for (int i = 0; i < 200; i++) __nanosleep(1000);
}

__host__ __device__ constexpr bool same(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

__host__ __device__ constexpr const char* base(const char* path) {
  const char* name = path;
  for (; *path; path++)
    if (*path == '/' || *path == '\\') name = path + 1;
  return name;
}

__host__ __device__ constexpr int line_in(const char* file, int line) { return same(base(file), WARPCHECK_FILE) ? line : 0; }

template <int line>
__device__ inline void sync_warp(unsigned mask = 0xffffffffu) {
  note<line>(syncwarp, mask);
  __syncwarp(mask);
}
#define WARPCHECK_SHUFFLE(name, kind, call)                                             \
  template <int line, class T>                                                          \
  __device__ inline T name(unsigned mask, T value, int lane, int width = 32) {          \
    note<line>(kind, mask, lane, width);                                                \
    return call(mask, value, lane, width);                                              \
  }
WARPCHECK_SHUFFLE(shfl, shuffle, __shfl_sync)
WARPCHECK_SHUFFLE(shfl_up, shuffle_up, __shfl_up_sync)
WARPCHECK_SHUFFLE(shfl_down, shuffle_down, __shfl_down_sync)
WARPCHECK_SHUFFLE(shfl_xor, shuffle_xor, __shfl_xor_sync)
#define WARPCHECK_VOTE(name, kind, result, call)                  \
  template <int line>                                             \
  __device__ inline result name(unsigned mask, int predicate) {   \
    note<line>(kind, mask);                                       \
    return call(mask, predicate);                                 \
  }
WARPCHECK_VOTE(vote_any, any, int, __any_sync)
WARPCHECK_VOTE(vote_all, all, int, __all_sync)
WARPCHECK_VOTE(vote_ballot, ballot, unsigned, __ballot_sync)
WARPCHECK_VOTE(vote_uni, uni, int, __uni_sync)
template <int line, class T>
__device__ inline unsigned matching_any(unsigned mask, T value) {
  note<line>(match_any, mask);
  return __match_any_sync(mask, value);
}
template <int line, class T>
__device__ inline unsigned matching_all(unsigned mask, T value, int* all_equal) {
  note<line>(match_all, mask);
  return __match_all_sync(mask, value, all_equal);
}
#define WARPCHECK_REDUCE(op)                                       \
  template <int line, class T>                                     \
  __device__ inline T reduce_##op(unsigned mask, T value) {        \
    note<line>(reduce, mask);                                      \
    return __reduce_##op##_sync(mask, value);                      \
  }
WARPCHECK_REDUCE(add)
WARPCHECK_REDUCE(min)
WARPCHECK_REDUCE(max)
WARPCHECK_REDUCE(and)
WARPCHECK_REDUCE(or)
WARPCHECK_REDUCE(xor)
template <int line>
__device__ inline void sync_threads() {
  note<line>(barrier, 0xffffffffu);
  __syncthreads();
}
#define WARPCHECK_BARRIER(name)                       \
  template <int line>                                 \
  __device__ inline int sync_threads_##name(int p) {  \
    note<line>(barrier, 0xffffffffu);                 \
    return __syncthreads_##name(p);                   \
  }
WARPCHECK_BARRIER(and)
WARPCHECK_BARRIER(or)
WARPCHECK_BARRIER(count)

// What the finding is about.
enum Fault { nothing, lanes_absent, masks_unequal, lane_not_in_mask, source_absent, width_invalid, threads_absent, order_of_warps, order_of_lanes, left_in_shared };
struct Finding {
  Fault fault;
  int first_line, last_line;  // of the call
  int warp, other;            // other is -1 if there is no second warp
  dim3 grid, block, at;       // at is the place of the block in the grid
  long dynamic;               // bytes of dynamic shared memory, -1 for what the device allows by default
};

inline void ensure(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::fflush(stdout);
  std::_Exit(3);
}

// A Buffer is the memory behind a pointer. Memory lies also in front of it, as an index may be negative.
struct Buffer {
  std::string name;
  unsigned char* device = nullptr;
  std::vector<unsigned char> initial;
};
constexpr size_t in_front = 1 << 20;

template <class T>
void fill(std::vector<unsigned char>& bytes) {
  using Element = std::conditional_t<std::is_arithmetic_v<T>, T, int>;
  for (size_t i = 0; (i + 1) * sizeof(Element) <= bytes.size(); i++) {
    Element element = Element(i % 113);
    std::memcpy(&bytes[i * sizeof(Element)], &element, sizeof element);
  }
}

template <class Kernel>
class Run;

// A Run launches a kernel with given arguments and memory.
template <class... P>
class Run<void (*)(P...)> {
 public:
  Run(void (*kernel)(P...), Finding finding) : kernel(kernel), finding(finding) {}

  template <size_t i>
  auto& parameter() { return *reinterpret_cast<std::remove_const_t<std::tuple_element_t<i, std::tuple<P...>>>*>(std::get<i>(values).bytes); }

  // set gives a scalar its bits.
  template <class T>
  void set(const T& scalar, unsigned long long bits) {
    std::memcpy(const_cast<std::remove_const_t<T>*>(&scalar), &bits, std::min(sizeof scalar, sizeof bits));
    given.push_back((const unsigned char*)&scalar);
  }

  // point makes a pointer point to a new buffer.
  template <class T>
  void point(T* const& pointer, const char* name, size_t bytes) {
    if constexpr (!std::is_function_v<T>) {
      Buffer& made = buffer(name, bytes);
      if (runs_twice()) fill<std::remove_cv_t<T>>(made.initial);
      const_cast<T*&>(pointer) = (T*)(made.device + in_front);
    }
  }
  template <class T>
  void point(const T&, const char*, size_t) {}  // a pointer for warpcheck, a class for the compiler

  // store gives a cell of a buffer its bits.
  void store(const char* name, long offset, size_t size, unsigned long long bits) {
    Buffer& b = buffer(name, 0);
    if (in_front + offset + size <= b.initial.size()) std::memcpy(&b.initial[in_front + offset], &bits, std::min(size, sizeof bits));
  }

  // store_pointer makes a cell of a buffer point to another buffer.
  void store_pointer(const char* name, long offset, const char* target, size_t bytes) {
    unsigned char* address = buffer(target, bytes).device + in_front;
    store(name, offset, sizeof address, (unsigned long long)address);
  }

  // store_in gives a cell of a variable its bits.
  template <class T>
  void store_in(T& variable, long offset, size_t size, unsigned long long bits) {
    ensure(cudaMemcpyToSymbol(variable, &bits, std::min(size, sizeof bits), offset), "a variable");
  }

  // show runs the kernel and says whether the run shows the finding; its result is that of the program.
  int show() {
    int threads = finding.block.x * finding.block.y * finding.block.z;
    ensure(cudaHostAlloc(&logs, threads * sizeof(Log), cudaHostAllocMapped), "a buffer");
    if (!runs_twice()) {
      bool ended = launch(0);
      bool seen = report(threads);
      return verdict(seen, ended);
    }
    bool seen = false, ended = compare(seen);
    if (ended && !seen && open_up(threads, std::index_sequence_for<P...>()) && !compare(seen)) seen = false;
    return verdict(seen, ended);
  }

 private:
  template <class T>
  struct Value { alignas(T) unsigned char bytes[sizeof(T)] = {}; };

  void (*kernel)(P...);
  Finding finding;
  std::tuple<Value<P>...> values;
  std::vector<const unsigned char*> given;  // the scalars that the finding gives a value
  std::vector<Buffer> buffers;
  Log* logs = nullptr;
  std::vector<std::vector<int>> here;  // for each thread, the indices of the executions of the call in its log

  bool runs_twice() const { return finding.fault == order_of_warps || finding.fault == left_in_shared; }

  // compare runs the kernel in both orders, or with both words left in shared memory, and says in seen whether the runs leave
  // different memory. Its result is whether both end.
  bool compare(bool& seen) {
    bool ended = launch(1);
    auto one = ended ? contents() : std::vector<std::vector<unsigned char>>();
    ended = ended && launch(2);
    seen = ended && differ(one, contents());
    return ended;
  }

  // open_up gives the number of threads to the integers that the finding leaves open, and says whether there are any. If
  // they are 0, a bound may keep all threads from the data, so that both runs store the same.
  template <size_t... i>
  bool open_up(int threads, std::index_sequence<i...>) { return (open_up<std::remove_const_t<P>>(std::get<i>(values).bytes, threads) | ... | false); }

  template <class T>
  bool open_up(unsigned char* bytes, int threads) {
    if constexpr (std::is_integral_v<T> && sizeof(T) > 1) {
      if (std::find(given.begin(), given.end(), bytes) != given.end()) return false;
      T value = T(threads);
      std::memcpy(bytes, &value, sizeof value);
      return true;
    }
    return false;
  }

  Buffer& buffer(const char* name, size_t bytes) {
    for (Buffer& b : buffers)
      if (b.name == name) return b;
    buffers.push_back({name, nullptr, {}});
    Buffer& made = buffers.back();
    made.initial.resize(in_front + bytes);
    ensure(cudaMalloc(&made.device, made.initial.size()), "a buffer");
    return made;
  }

  std::vector<std::vector<unsigned char>> contents() {
    std::vector<std::vector<unsigned char>> all;
    for (Buffer& b : buffers) {
      all.emplace_back(b.initial.size());
      ensure(cudaMemcpy(all.back().data(), b.device, b.initial.size(), cudaMemcpyDeviceToHost), "a buffer");
    }
    return all;
  }

  // leave_everywhere fills the shared memory of all multiprocessors. The kernel of the finding follows without a pause, and
  // with as much shared memory for each multiprocessor, as a device that divides its memory anew may clear it.
  void leave_everywhere(unsigned word) {
    int device = 0, processors = 0, bytes = 0;
    ensure(cudaGetDevice(&device), "the device");
    ensure(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "the device");
    ensure(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "the device");
    ensure(cudaFuncSetAttribute((const void*)leave, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "dynamic shared memory");
    ensure(cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared), "the kernel");
    leave<<<4 * processors, 1024, bytes>>>(word, bytes / int(sizeof word));
    ensure(cudaGetLastError(), "the kernel that fills shared memory");
  }

  // launch runs the kernel with fresh memory, as the first or the second of two runs, or as the only one (0). It returns
  // whether the kernel ends in time.
  bool launch(int number) {
    std::memset(logs, 0, finding.block.x * finding.block.y * finding.block.z * sizeof(Log));
    for (Buffer& b : buffers) ensure(cudaMemcpy(b.device, b.initial.data(), b.initial.size(), cudaMemcpyHostToDevice), "a buffer");
    Watch what{};
    ensure(cudaHostGetDevicePointer(&what.logs, logs, 0), "a buffer");
    what.block = {finding.at.x, finding.at.y, finding.at.z};
    what.delayed = finding.fault == order_of_warps ? number : 0;
    what.warps[1] = finding.other < 0 ? finding.warp : finding.other;
    what.warps[2] = finding.warp;
    ensure(cudaMemcpyToSymbol(watch, &what, sizeof what), "a buffer");
    long dynamic = finding.dynamic;
    if (dynamic < 0) {
      cudaFuncAttributes attributes;
      ensure(cudaFuncGetAttributes(&attributes, (const void*)kernel), "the kernel");
      dynamic = attributes.sharedSizeBytes < (48 << 10) ? (48 << 10) - long(attributes.sharedSizeBytes) : 0;
    } else if (dynamic > (48 << 10)) {
      ensure(cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(dynamic)), "dynamic shared memory");
    }
    if (finding.fault == left_in_shared) leave_everywhere(words_left[number - 1]);
    launch(dynamic, std::index_sequence_for<P...>());
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(WARPCHECK_SECONDS);
    while (cudaStreamQuery(0) == cudaErrorNotReady) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
      std::printf("the kernel fails: %s\n", cudaGetErrorString(error));
      report(finding.block.x * finding.block.y * finding.block.z);
      bool means = error == cudaErrorIllegalInstruction || error == cudaErrorLaunchFailure || error == cudaErrorLaunchTimeout;
      std::printf(means ? "shown: the kernel fails\n" : "not shown: the kernel fails for another reason\n");
      std::fflush(stdout);
      std::_Exit(means ? 0 : 1);
    }
    return true;
  }

  template <size_t... i>
  void launch(size_t dynamic, std::index_sequence<i...>) {
    void* arguments[] = {std::get<i>(values).bytes..., nullptr};
    ensure(cudaLaunchKernel((const void*)kernel, grid_of_clusters(), finding.block, arguments, dynamic, 0), "the launch");
  }

  // grid_of_clusters returns the grid, with whole clusters if the kernel asks for clusters.
  dim3 grid_of_clusters() const {
    cudaFuncAttributes attributes;
    ensure(cudaFuncGetAttributes(&attributes, (const void*)kernel), "the kernel");
    auto whole = [](unsigned blocks, int cluster) { return cluster < 2 ? blocks : (blocks + cluster - 1) / cluster * cluster; };
    return {whole(finding.grid.x, attributes.requiredClusterWidth), whole(finding.grid.y, attributes.requiredClusterHeight),
            whole(finding.grid.z, attributes.requiredClusterDepth)};
  }

  int verdict(bool seen, bool ended) {
    if (!ended) std::printf("the kernel has not ended within %d s\n", WARPCHECK_SECONDS);
    std::printf(seen || !ended ? "shown\n" : finding.fault == left_in_shared ? "not shown: no tool of compute-sanitizer sees such a read\n"
                                                                             : "not shown by this program: run it under compute-sanitizer, as its first lines say\n");
    std::fflush(stdout);
    std::_Exit(seen || !ended ? 0 : 1);  // a kernel that never ends would hold up a common end
  }

  bool is_here(const Call& c) const { return c.line >= finding.first_line && c.line <= finding.last_line; }

  void find_executions(int threads) {
    here.assign(threads, {});
    for (int t = 0; t < threads; t++)
      for (int i = 0; i < logs[t].count && i < most_calls; i++)
        if (is_here(logs[t].calls[i])) here[t].push_back(i);
  }

  // executions returns how often a thread executes the call.
  int executions(int thread) const { return int(here[thread].size()); }

  // entry returns the index in a thread's log of an execution of the call, counted from 1; -1 if there is none.
  int entry(int thread, int execution) const { return execution <= executions(thread) ? here[thread][execution - 1] : -1; }

  static void draw(const char* what, unsigned lanes) {
    std::printf("  %-9s", what);
    for (int l = 0; l < 32; l++) std::putchar(lanes >> l & 1 ? '#' : '.');
    std::putchar('\n');
  }

  // report looks for the fault in the logs, and draws the first execution that shows it.
  bool report(int threads) {
    find_executions(threads);
    if (finding.fault == threads_absent) return report_barrier(threads);
    for (int warp = 0; warp * 32 < threads; warp++) {
      int of = (warp + finding.warp) % ((threads + 31) / 32);  // the finding's own warp first
      int lanes = std::min(32, threads - of * 32), most = 0;
      for (int l = 0; l < lanes; l++) most = std::max(most, executions(of * 32 + l));
      for (int execution = 1; execution <= most; execution++)
        if (report_execution(of * 32, lanes, execution)) return true;
    }
    return false;
  }

  bool report_execution(int first, int lanes, int execution) const {
    unsigned executing = 0, bad = 0, union_of_masks = 0, mask = 0;
    for (int l = 0; l < lanes; l++) {
      if (entry(first + l, execution) < 0) continue;
      executing |= 1u << l;
      union_of_masks |= logs[first + l].calls[entry(first + l, execution)].mask;
    }
    for (int l = 0; l < lanes; l++) {
      if (!(executing >> l & 1)) continue;
      int index = entry(first + l, execution);
      unsigned here = offence(first, l, lanes, index, executing, logs[first + l].calls[index]);
      if (here && !bad) mask = logs[first + l].calls[index].mask;
      bad |= here;
    }
    if (!bad) return false;
    const char* words[] = {"", "are named in the mask and do not execute it", "have masks that overlap and differ",
                           "execute it and are not named in their own mask", "read a lane that takes no part", "pass a width that is no power of two"};
    std::printf("%s, line %d, execution %d by warp %d:\n", kind_names[call_kind(first, lanes, execution)], finding.first_line, execution, first / 32);
    draw("mask", mask);
    draw("executed", executing);
    draw("fault", bad);
    std::printf("the lanes of the last row %s\n", words[finding.fault]);
    return true;
  }

  int call_kind(int first, int lanes, int execution) const {
    for (int l = 0; l < lanes; l++)
      if (int i = entry(first + l, execution); i >= 0) return logs[first + l].calls[i].kind;
    return 0;
  }

  // offence returns the lanes that break the rule at a call of lane l, the index-th in its log.
  unsigned offence(int first, int l, int lanes, int index, unsigned executing, const Call& c) const {
    unsigned bad = 0;
    switch (finding.fault) {
      case lanes_absent:
        for (int o = 0; o < 32; o++)
          if (c.mask >> o & 1 && !(executing >> o & 1) && !(o < lanes && meets(first + o, index, c))) bad |= 1u << o;
        return bad;
      case masks_unequal:
        for (int o = 0; o < lanes; o++) {
          const Log& log = logs[first + o];
          if (index < log.count && index < most_calls && log.calls[index].kind == c.kind && log.calls[index].mask != c.mask && log.calls[index].mask & c.mask) bad |= 1u << o;
        }
        return bad;
      case lane_not_in_mask:
        return c.mask >> l & 1 ? 0 : 1u << l;
      case width_invalid:
        return c.width >= 1 && c.width <= 32 && (c.width & (c.width - 1)) == 0 ? 0 : 1u << l;
      case source_absent: {
        int from = source(l, c);
        return c.mask >> from & 1 && (executing >> from & 1 || (from < lanes && meets(first + from, index, c))) ? 0 : 1u << l;
      }
      default:
        return 0;
    }
  }

  // meets returns whether the call of that index in a thread's log may be the same collective at another place.
  bool meets(int thread, int index, const Call& c) const {
    const Log& log = logs[thread];
    return index < log.count && index < most_calls && !is_here(log.calls[index]) && log.calls[index].kind == c.kind && log.calls[index].mask == c.mask;
  }

  // source returns the lane that a shuffle of lane l reads.
  static int source(int l, const Call& c) {
    int width = c.width < 1 || c.width > 32 ? 32 : c.width, base = l / width * width, from = l;
    switch (c.kind) {
      case shuffle: return base + (c.lane & (width - 1));
      case shuffle_up: from = l - c.lane; return from < base ? l : from;
      case shuffle_down: from = l + c.lane; return from >= base + width ? l : from;
      case shuffle_xor: from = l ^ c.lane; return from >= base + width ? l : from & 31;
      default: return l;
    }
  }

  bool report_barrier(int threads) const {
    int most = 0, least = most_calls;
    for (int t = 0; t < threads; t++) {
      most = std::max(most, executions(t));
      least = std::min(least, executions(t));
    }
    if (most == least) return false;
    std::printf("__syncthreads, line %d, execution %d:\n", finding.first_line, least + 1);
    for (int first = 0; first < threads; first += 32) {
      unsigned lanes = 0;
      for (int l = 0; l < 32 && first + l < threads; l++) lanes |= unsigned(executions(first + l) > least) << l;
      draw(("warp " + std::to_string(first / 32)).c_str(), lanes);
    }
    std::printf("the threads that are not drawn never execute it\n");
    return true;
  }

  // differ compares what the two runs leave in memory.
  bool differ(const std::vector<std::vector<unsigned char>>& one, const std::vector<std::vector<unsigned char>>& other) const {
    for (size_t b = 0; b < one.size(); b++)
      for (size_t i = in_front; i + 4 <= one[b].size(); i += 4)
        if (std::memcmp(&one[b][i], &other[b][i], 4)) {
          std::printf("%s, byte %zu: %s if %s, %s if %s\n", buffers[b].name.c_str(), i - in_front, number_at(&one[b][i]).c_str(), condition(1).c_str(),
                      number_at(&other[b][i]).c_str(), condition(2).c_str());
          return true;
        }
    return false;
  }

  // condition says what is peculiar to the first or the second run.
  std::string condition(int number) const {
    if (finding.fault == left_in_shared) return "an earlier kernel left " + number_at(&words_left[number - 1]) + " in shared memory";
    int late = number == 1 && finding.other >= 0 ? finding.other : finding.warp;
    return "warp " + std::to_string(late) + " is late at the " + (number == 1 ? "earlier access" : "later one");
  }

  // number_at returns a word of memory as an integer, and as a float.
  static std::string number_at(const void* word) {
    int integer;
    float real;
    std::memcpy(&integer, word, sizeof integer), std::memcpy(&real, word, sizeof real);
    char text[64];
    std::snprintf(text, sizeof text, "%d (as a float %g)", integer, real);
    return text;
  }
};

// called is a kernel that calls a device function.
template <auto function, class... P>
__global__ void called(P... parameters) { function(parameters...); }
template <auto function, class R, class... P>
auto kernel_of(R (*)(P...)) { return &called<function, P...>; }

}  // namespace warpcheck

// From here on the calls of collectives are logged.
#define WARPCHECK_LINE warpcheck::line_in(__FILE__, __LINE__)
#define __syncwarp(...) warpcheck::sync_warp<WARPCHECK_LINE>(__VA_ARGS__)
#define __shfl_sync(...) warpcheck::shfl<WARPCHECK_LINE>(__VA_ARGS__)
#define __shfl_up_sync(...) warpcheck::shfl_up<WARPCHECK_LINE>(__VA_ARGS__)
#define __shfl_down_sync(...) warpcheck::shfl_down<WARPCHECK_LINE>(__VA_ARGS__)
#define __shfl_xor_sync(...) warpcheck::shfl_xor<WARPCHECK_LINE>(__VA_ARGS__)
#define __any_sync(...) warpcheck::vote_any<WARPCHECK_LINE>(__VA_ARGS__)
#define __all_sync(...) warpcheck::vote_all<WARPCHECK_LINE>(__VA_ARGS__)
#define __ballot_sync(...) warpcheck::vote_ballot<WARPCHECK_LINE>(__VA_ARGS__)
#define __uni_sync(...) warpcheck::vote_uni<WARPCHECK_LINE>(__VA_ARGS__)
#define __match_any_sync(...) warpcheck::matching_any<WARPCHECK_LINE>(__VA_ARGS__)
#define __match_all_sync(...) warpcheck::matching_all<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_add_sync(...) warpcheck::reduce_add<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_min_sync(...) warpcheck::reduce_min<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_max_sync(...) warpcheck::reduce_max<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_and_sync(...) warpcheck::reduce_and<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_or_sync(...) warpcheck::reduce_or<WARPCHECK_LINE>(__VA_ARGS__)
#define __reduce_xor_sync(...) warpcheck::reduce_xor<WARPCHECK_LINE>(__VA_ARGS__)
#define __syncthreads() warpcheck::sync_threads<WARPCHECK_LINE>()
#define __syncthreads_and(...) warpcheck::sync_threads_and<WARPCHECK_LINE>(__VA_ARGS__)
#define __syncthreads_or(...) warpcheck::sync_threads_or<WARPCHECK_LINE>(__VA_ARGS__)
#define __syncthreads_count(...) warpcheck::sync_threads_count<WARPCHECK_LINE>(__VA_ARGS__)
#define main main_of_the_file
