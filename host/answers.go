package host

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// The CUDA runtime answers queries about a device or a kernel. No input of the program decides the answer. So an answer
// is not a number that may have any value. Only its known properties count:
//
//	properties.warpSize                                      32
//	properties.maxThreadsPerBlock                            multiples of 32
//	cudaOccupancyMaxPotentialBlockSize(&g, &b, k)            multiples of 32
//	cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 100)    100, or multiples of 32 below it

// runtimeAnswer returns an unknown for an answer of the runtime. about holds what is known about the answer as a
// number. The answer depends on the values in sources.
func (d *domain) runtimeAnswer(about size, sources ...value) *unknown {
	made := d.fresh(sources...)
	made.size = &about
	return made
}

// wholeWarps is the size of a block of whole warps, one or more.
var wholeWarps = size{least: warp.Size, most: warp.MaxThreads, multiple: warp.Size, ones: 1}

// runtimeField returns the value of a field in a record that the runtime fills in. It returns false for fields of other
// records.
func (d *domain) runtimeField(f *types.Field, v value) (value, bool) {
	if f.Owner == nil || f.Owner.Name != "cudaDeviceProp" && f.Owner.Name != "cudaFuncAttributes" {
		return v, false
	}
	switch f.Name {
	case "warpSize":
		return known(warp.Size), true
	case "maxThreadsPerBlock":
		return d.runtimeAnswer(wholeWarps, v), true
	}
	return d.runtimeAnswer(anySize, v), true
}

// The numbers by which cudaDeviceGetAttribute and cuDeviceGetAttribute identify attributes.
const (
	attributeMaxThreads = 1
	attributeWarpSize   = 10
)

// answer returns the value that the query f writes to the target of its argument with the given index.
func (d *domain) answer(f *ast.Function, args []value, index int) value {
	switch {
	case strings.HasSuffix(f.Name, "DeviceGetAttribute") && index == 0 && len(args) > 1:
		switch args[1] {
		case known(attributeWarpSize):
			return known(warp.Size)
		case known(attributeMaxThreads):
			return d.runtimeAnswer(wholeWarps)
		}
	case strings.Contains(f.Name, "OccupancyMaxPotentialBlockSize") && index == 1:
		return d.bestBlock(f, args)
	}
	return d.runtimeAnswer(anySize)
}

// bestBlock returns the answer to a query for the block size with the best occupancy. It is a multiple of 32. If the
// query gives a limit, the answer is a multiple of 32 up to the limit, or the limit itself. If the limit is not known,
// the answer may be any size.
func (d *domain) bestBlock(f *ast.Function, args []value) value {
	limitAt := 4 // the index of the limit: it follows the two results, the kernel and its shared memory
	if strings.HasPrefix(f.Name, "cu") && !strings.HasPrefix(f.Name, "cuda") {
		limitAt = 5 // the driver's function takes two arguments for the shared memory
	}
	if len(args) <= limitAt || args[limitAt] == known(0) {
		return d.runtimeAnswer(wholeWarps)
	}
	limit, isKnown := args[limitAt].(known)
	if !isKnown || limit <= 0 {
		return d.runtimeAnswer(anySize)
	}
	best := wholeWarps
	best.most, best.multiple = int64(limit), divisor(int64(limit), warp.Size)
	best.least, best.isFree = min(best.least, best.most), best.multiple != warp.Size
	return d.runtimeAnswer(best)
}

// isQuery reports whether a function of the CUDA runtime or the driver returns information about a device, a kernel or
// an error.
func isQuery(f *ast.Function) bool {
	return f != nil && (f.Body == nil || f.Pos.System) && slices.ContainsFunc(queries, func(prefix string) bool {
		return strings.HasPrefix(f.Name, prefix)
	})
}

var queries = []string{
	"cudaGet", "cudaPeekAtLastError", "cudaDeviceGet", "cudaFuncGet", "cudaOccupancy", "cudaRuntimeGetVersion", "cudaDriverGetVersion",
	"cuDeviceGet", "cuFuncGetAttribute", "cuOccupancy",
}
