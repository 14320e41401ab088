package frontend

import (
	_ "embed" // toolkit_prelude.h
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/headers"
)

// oldestArch and newestArch are what clang 15 accepts. Beyond them the parse
// is clang's nearest one with __CUDA_ARCH__ redefined.
const (
	oldestArch = 35
	newestArch = 86
)

// knownArchs are clang's between those two.
var knownArchs = []int{35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86}

// arguments is the command line for libclang, without the file.
func arguments(o Options) []string {
	args := []string{
		"clang", "-x", "cuda", "--cuda-device-only", "-ferror-limit=0", "-Wno-everything",
		"-fsyntax-only",
	}
	if !slices.ContainsFunc(o.Args, isStandard) {
		args = append(args, "-std=gnu++17")
	}
	if o.Directory != "" {
		args = append(args, "-working-directory="+o.Directory)
	}
	args = append(args, archArguments(o.Arch)...)
	if o.CUDAPath != "" {
		args = append(args, toolkitArguments(o.CUDAPath)...)
	}
	args = append(args, o.Args...)
	return append(args, headerArguments(o)...)
}

func isStandard(arg string) bool {
	return strings.HasPrefix(arg, "-std=") || strings.HasPrefix(arg, "--std=")
}

// archArguments picks the newest architecture that clang knows up to arch.
func archArguments(arch int) []string {
	known := oldestArch
	for _, candidate := range knownArchs {
		if candidate <= arch {
			known = candidate
		}
	}
	args := []string{fmt.Sprintf("--cuda-gpu-arch=sm_%d", known)}
	if known != arch {
		args = append(args, "-U__CUDA_ARCH__", fmt.Sprintf("-D__CUDA_ARCH__=%d0", arch))
	}
	return args
}

// toolkitArguments make clang 15 accept the headers of toolkits that are newer
// than it: it looks for texture headers and for a launch function that CUDA 12
// and 13 dropped, and refuses the variadic functions of CCCL.
func toolkitArguments(path string) []string {
	return []string{
		"--cuda-path=" + path, "-nocudalib",
		"-D__CLANG_CUDA_TEXTURE_INTRINSICS_H__",
		"-Xclang", "-target-sdk-version=11.5",
		"-Xclang", "-fcuda-allow-variadic-functions",
		"-isystem", filepath.Join(path, "include", "cccl"),
	}
}

// toolkitPreludeName is where libclang is told to find toolkitPrelude, which
// is in no file.
const toolkitPreludeName = "/warpcheck/toolkit_prelude.h"

// toolkitPrelude declares what clang 15 lacks of newer toolkits.
//
//go:embed toolkit_prelude.h
var toolkitPrelude string

// headerArguments bring in the stand-in headers. With a toolkit they come after
// everything else, for the headers that newer toolkits dropped and clang wants.
func headerArguments(o Options) []string {
	switch {
	case o.CUDAPath != "" && o.Headers != "":
		return []string{"-idirafter", o.Headers, "-include", toolkitPreludeName}
	case o.CUDAPath != "":
		return []string{"-include", toolkitPreludeName}
	case o.Headers != "":
		return headers.Flags(o.Headers)
	}
	return []string{"-nocudainc", "-nocudalib"}
}
