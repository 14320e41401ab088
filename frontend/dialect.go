package frontend

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// accepted matches errors of clang about code that nvcc accepts. clang keeps such code in the tree:
//
//   - An asm text names a register with one % (%laneid), where clang requires %%.
//   - An asm text in a template without instances names an operand that does not exist.
//   - alignas follows __shared__ or __device__, before any type.
//   - Host code uses __float128. clang reports this only in units with another error.
//   - The C library declares complex numbers of that type (bits/floatn.h of newer glibc).
//   - A launch in device code does not call the host's function that configures it.
//   - A function whose type uses a type without linkage has no body. No other unit can define it, and a template that
//     accepts any type needs no definition.
//   - Code for NVRTC, which has no headers, defines int64_t and uint64_t itself, as long long where the C library uses
//     long.
var accepted = pattern.Of(`^invalid (% escape|operand number) in inline (assembly|asm) string$|` +
	`^an attribute list cannot appear here$|` +
	`^'alignas' attribute cannot be applied to types$|` +
	`^__float128 is not supported on this target$|` +
	`^unsupported machine mode '__TC__'$|` +
	`^function '.*' is used but not defined in this translation unit, and cannot be defined in any other|` +
	`^reference to __host__ function '(cudaConfigureCall|__cudaPushCallConfiguration)' |` +
	`^typedef redefinition with different types \('(unsigned )?long long' vs '__u?int64_t' `)

// Kernels may launch kernels (dynamic parallelism). clang rejects such a launch. It reports the name of a kernel that
// is not overloaded, or the call of an overloaded kernel or a template. The tree then lacks the configuration of the
// launch. load/parse reads the file again with an edit that keeps it.
var (
	refusedKernel = pattern.Of(`^reference to __global__ function '(.*)' in ` + onDevice)
	unmatchedCall = pattern.Of(`^no matching function for call to '(\w+)'$`)
	refusedLaunch = pattern.Of(`call to __global__ function from ` + onDevice)
)

// hostCall matches a note of clang that host code calls a function for the device only. nvcc compiles host code without
// __CUDA_ARCH__, so in nvcc's host code the name may be another function or a macro.
var hostCall = pattern.Of(`call to __device__ function from __host__ function$`)

// waiting matches the intrinsics in which threads wait for each other. If host code seems to call one, it is device
// code for which a macro for __device__ is missing. The error must then be reported.
var waiting = pattern.Of(`^__(sync|shfl|ballot|any|all|uni|match|reduce|activemask)`)

// isOfHost reports whether an error is about a call in host code that need not be an error when nvcc compiles it for
// the host.
func isOfHost(text, notes string) bool {
	if m := unmatchedCall().FindStringSubmatch(text); m == nil || waiting().MatchString(m[1]) {
		return false
	}
	for note := range strings.Lines(notes) {
		if hostCall().MatchString(strings.TrimSpace(note)) {
			return true
		}
	}
	return false
}

const onDevice = `__(global|device|host__ __device)__ function$`

// deviceLaunch returns the name of the kernel if an error is about its launch in device code. Otherwise it returns "".
func deviceLaunch(text, notes string) string {
	if m := refusedKernel().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	m := unmatchedCall().FindStringSubmatch(text)
	for note := range strings.Lines(notes) {
		if m != nil && refusedLaunch().MatchString(strings.TrimSpace(note)) {
			return m[1]
		}
	}
	return ""
}
