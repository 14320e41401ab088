package frontend

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// accepted are errors of clang about code that nvcc takes, and that leave what
// they are about in the tree:
//
//   - asm texts may name a register with one % (%laneid) where clang wants %%;
//   - those of a template that nobody instantiates may name an operand that there is not;
//   - alignas may follow __shared__ or __device__, before any type;
//   - host code has __float128 (clang says so only of units with another error);
//   - the C library declares complex numbers of that type (bits/floatn.h of newer glibc);
//   - a launch from device code calls no function of the host to configure it;
//   - a function with a type without linkage in its own may be without a body: nobody can
//     define it elsewhere, and a template that takes anything needs no definition;
//   - code for NVRTC, which has no headers, defines int64_t and uint64_t itself: as long long where
//     the C library says long.
var accepted = pattern.Of(`^invalid (% escape|operand number) in inline (assembly|asm) string$|` +
	`^an attribute list cannot appear here$|` +
	`^'alignas' attribute cannot be applied to types$|` +
	`^__float128 is not supported on this target$|` +
	`^unsupported machine mode '__TC__'$|` +
	`^function '.*' is used but not defined in this translation unit, and cannot be defined in any other|` +
	`^reference to __host__ function '(cudaConfigureCall|__cudaPushCallConfiguration)' |` +
	`^typedef redefinition with different types \('(unsigned )?long long' vs '__u?int64_t' `)

// Kernels may launch kernels (dynamic parallelism), which clang refuses: the name
// of a kernel that is not overloaded, a call of one that is or of a template. Such a launch
// keeps no configuration; load/parse reads the file again so that it does.
var (
	refusedKernel = pattern.Of(`^reference to __global__ function '(.*)' in ` + onDevice)
	unmatchedCall = pattern.Of(`^no matching function for call to '(\w+)'$`)
	refusedLaunch = pattern.Of(`call to __global__ function from ` + onDevice)
)

// hostCall is a note of clang's that host code calls a function which only the device has. nvcc compiles
// what host code does without __CUDA_ARCH__, where the same name is another function or a macro.
var hostCall = pattern.Of(`call to __device__ function from __host__ function$`)

// waiting are the intrinsics in which threads wait for each other. No host code has them under another
// meaning: where it seems to call one, a macro that says __device__ is missing, and the call must not be lost.
var waiting = pattern.Of(`^__(sync|shfl|ballot|any|all|uni|match|reduce|activemask)`)

// isOfHost reports an error about what the host's own compilation alone can tell.
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

// deviceLaunch is the name of the kernel whose launch from device code an error is
// about, "" when it is about something else.
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
