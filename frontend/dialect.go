package frontend

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// isAccepted reports whether an error of clang is about code that nvcc accepts. clang keeps such code in the tree:
//
//   - An asm text names a register with one % (%laneid), where clang requires %%.
//   - An asm text in a template without instances names an operand that does not exist.
//   - alignas follows __shared__ or __device__, before any type.
//   - Host code uses __float128. clang reports this only in units with another error.
//   - The C library declares complex numbers of that type (bits/floatn.h of newer glibc).
//   - A launch in device code does not call the host's function that configures it.
//   - A function whose type uses a type without linkage has no body. No other unit can define it, and a template that
//     accepts any type needs no definition.
//   - An operand of an asm statement has 128 bits (constraint q), which only later versions of clang know (isWideOperand).
//   - Code for NVRTC, which has no headers, defines int64_t and uint64_t itself, as long long where the C library uses
//     long.
func isAccepted(d source.Diagnostic) bool {
	switch d.Kind {
	case source.AsmText, source.UndefinedFunction:
		return true
	case source.AttributeNotAllowed:
		return d.Name == "" || d.Name == "alignas"
	case source.UnsupportedType:
		return d.Name == "__float128"
	case source.UnsupportedMode:
		return d.Name == "__TC__"
	case source.HostFunctionInDevice:
		return slices.Contains(configuring, d.Name)
	case source.TypedefRedefined:
		return strings.TrimPrefix(d.Name, "unsigned ") == "long long" && slices.Contains(longTypes, d.Of)
	}
	return false
}

// isWideOperand reports whether an error is at the constraint q of an asm operand: of 128 bits. clang 15 has no message
// of its own for an unknown constraint, so the text decides.
func isWideOperand(d source.Diagnostic, textOf func(file string) []byte) bool {
	if d.Kind != source.Other {
		return false
	}
	pos := d.Pos
	if pos.Macro != nil {
		pos = *pos.Macro
	}
	text := textOf(pos.File)
	return pos.Offset < len(text) && wideOperand().Match(text[pos.Offset:])
}

var wideOperand = pattern.Of(`^"[=+]?&?q"\s*\(`)

// configuring lists the host's functions that configure a launch.
var configuring = []string{"cudaConfigureCall", "__cudaPushCallConfiguration"}

// longTypes lists the types of the C library that int64_t and uint64_t name.
var longTypes = []string{"__int64_t", "__uint64_t"}

// Kernels may launch kernels (dynamic parallelism). clang rejects such a launch (source.KernelInDevice). It reports the
// name of a kernel that is not overloaded, or the call of an overloaded kernel or a template. The tree then lacks the
// configuration of the launch. load/parse reads the file again with an edit that keeps it.

// waiting matches the intrinsics in which threads wait for each other. If host code seems to call one, it is device
// code for which a macro for __device__ is missing. The error must then be reported.
var waiting = pattern.Of(`^__(sync|shfl|ballot|any|all|uni|match|reduce|activemask)`)

// isOfHost reports whether an error is about host code that calls a function for the device only. This need not be an
// error when nvcc compiles the host code: __CUDA_ARCH__ is then not defined, so the name may be another function or a
// macro.
func isOfHost(d source.Diagnostic) bool {
	return d.Kind == source.DeviceFunctionInHost && !waiting().MatchString(d.Name)
}
