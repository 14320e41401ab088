package embedded

import (
	"slices"
	"strings"
)

// CuPy makes a kernel from the arguments of ReductionKernel. Each block of 512 threads reduces the elements of one
// result. First each thread reduces some elements. Then half of the threads combine the values of two threads each, and
// this is repeated with half as many threads until one value is left.
//
//	ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'norm')
//
// becomes
//
//	template <typename T> __global__ void norm(const T *raw_x, T *raw_y, long long n, long long results) {
//	  auto map = [&](long long i) { const T &x = raw_x[i]; return (T)(x * x); };
//	  auto reduce = [&](T a, T b) { return (T)(a + b); };
//	  auto finish = [&](long long i, T a) { T &y = raw_y[i]; (y = sqrt(a)); };
//	  ... map, reduce and finish are called as CuPy does it
//	}
//
// In CuPy, the stride is the number of results on which a block works at a time. Here it is 1, as it is in CuPy for an
// array that is reduced to one number.

// The arguments that only ReductionKernel has.
var (
	identity   = argument{5, "identity"}
	reduceType = argument{7, "reduce_type"}
)

// frameOfReduction returns the code around the expressions of ReductionKernel. If the type of the values is not
// understood, why states that.
func frameOfReduction(f *file, arguments operands, p parameters) (frame []string, why string) {
	of := p.result
	if value := arguments.at(reduceType); value != nil && !(len(value) == 1 && value[0].text == "None") {
		written, _ := f.valueOf(value)
		number, isNumber := numbers[written]
		if !isNumber {
			return nil, "its reduce_type is not understood"
		}
		of = number
	}
	start, isConstant := f.valueOf(arguments.at(identity))
	if !isConstant {
		start = "warpcheck_identity"
	}
	fill := strings.NewReplacer("TYPE", of, "START", start, "INPUTS", strings.Join(p.inputs, " "), "RESULTS", strings.Join(p.results, " "))
	more := []string{of + " warpcheck_identity", "long long warpcheck_n", "long long warpcheck_results"}
	return []string{
		p.head(more...) + fill.Replace(beforeMap), fill.Replace(beforeReduce), fill.Replace(beforeFinish),
		fill.Replace(behindFinish) + p.launch(more),
	}, ""
}

// The parts of the frame. A name of CuPy that expressions use has no prefix.
const (
	beforeMap    = "typedef TYPE _type_reduce; auto warpcheck_map = [&](long long i) { INPUTS return (TYPE)("
	beforeReduce = "); }; auto warpcheck_reduce = [&](TYPE a, TYPE b) { return (TYPE)("
	beforeFinish = "); }; auto warpcheck_finish = [&](long long i, TYPE a) { RESULTS ("
	behindFinish = "); }; __shared__ TYPE warpcheck_shared[512]; unsigned warpcheck_thread = threadIdx.x; " +
		"for (long long i = blockIdx.x; i < warpcheck_results; i += gridDim.x) { " +
		"TYPE warpcheck_sum = (TYPE)(START); " +
		"for (long long j = i + warpcheck_thread * warpcheck_results; j < warpcheck_n; j += 512 * warpcheck_results) " +
		"warpcheck_sum = warpcheck_reduce(warpcheck_sum, warpcheck_map(j)); " +
		"warpcheck_shared[warpcheck_thread] = warpcheck_sum; __syncthreads(); " +
		"for (unsigned half = 256; half >= 1; half >>= 1) { if (warpcheck_thread < half) " +
		"warpcheck_shared[warpcheck_thread] = warpcheck_reduce(warpcheck_shared[warpcheck_thread], warpcheck_shared[warpcheck_thread + half]); " +
		"__syncthreads(); } " +
		"if (warpcheck_thread < 1) warpcheck_finish(i, warpcheck_shared[warpcheck_thread]); } } "
)

// launch returns a host function that launches the kernel as CuPy does. The parameters in more follow the kernel's own.
func (p parameters) launch(more []string) string {
	list := slices.Concat(p.all, more)
	var names []string
	for _, one := range list {
		names = append(names, one[strings.LastIndexAny(one, " *")+1:])
	}
	launch := "void warpcheck_launch(" + strings.Join(list, ", ") + ", int blocks) { " + p.name + p.instance() + "<<<blocks, 512>>>(" +
		strings.Join(names, ", ") + "); }"
	for _, one := range p.types {
		launch = "typedef float " + one + "; " + launch
	}
	if len(p.types) > 0 {
		launch = "namespace warpcheck { " + launch + " }"
	}
	return launch
}
