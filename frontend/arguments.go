package frontend

import (
	_ "embed" // the headers in virtualFolder
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/warp"
)

// oldestArch and newestArch are the oldest and the newest architecture that clang 15 accepts. An architecture beyond
// them is parsed as the nearest one, with __CUDA_ARCH__ redefined.
const (
	oldestArch = 35
	newestArch = 86
)

// knownArchs are the architectures that clang knows, from oldestArch to newestArch.
var knownArchs = []int{35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86}

// harmlessPragmas disables the pragmas that make clang crash.
const harmlessPragmas = "-disable-pragma-debug-crash"

// arguments is the command line for clang, without the file. It is the only place where flags that the checked tree
// chooses reach the parser.
func arguments(o Options) []string {
	args := []string{
		"clang", "-x", "cuda", "--cuda-device-only", "-ferror-limit=0", "-Wno-everything",
		"-fsyntax-only",
		// With -fgpu-rdc a variable that is extern and __shared__ need not be an array. The flag changes how code is
		// linked, but nothing is linked here.
		"-fgpu-rdc",
		unbuiltFlag, launchFlag, // for edits that use them
		// A source may not make clang crash or hang: #pragma clang __debug overflow_stack.
		"-Xclang", harmlessPragmas,
		// clang replaces the first header of a command line by a precompiled header beside it, if there is one. Reading
		// a hostile precompiled header runs its code. So the first header is ours.
		"-include", firstHeaderName,
	}
	asked := command.Words(o.Flags)
	if o.HasNoStandard() {
		args = append(args, o.assumedStandard())
	}
	args = append(args, archArguments(o.Arch)...)
	if o.CUDAPath != "" {
		args = append(args, toolkitArguments(o.CUDAPath)...)
	}
	args = append(args, asked...)
	args = append(args, o.Args...)
	args = append(args, headerArguments(o)...)
	args = append(args, ownHeaders()...)
	args = append(args, command.Words(o.Before)...)
	if o.OldStandard {
		args = withOldStandard(args)
	}
	if o.HostCode {
		args = append(args, "-U"+ArchMacro)
	}
	return args
}

// ArchMacro holds the architecture in device code. Host code does not have it.
const ArchMacro = "__CUDA_ARCH__"

// UnbuiltWord, LaunchWord and LaunchEnd are words that edits may use. UnbuiltWord in place of __shared__ makes a
// variable local for clang, and shared for the walker. LaunchWord before a launch and LaunchEnd after it wrap the
// launch into a lambda for host and device, which the walker looks through.
const (
	UnbuiltWord = "__unbuilt_"
	unbuiltFlag = "-D" + UnbuiltWord + `=__attribute__((annotate("warpcheck::unbuilt")))`
	LaunchWord  = "__warpcheck_launch"
	launchFlag  = "-D" + LaunchWord + `=[&]__attribute__((host))__attribute__((device))` +
		`__attribute__((annotate("warpcheck::launch")))(){`
	LaunchEnd = ";}"
)

func isStandard(arg string) bool {
	return strings.HasPrefix(arg, "-std=") || strings.HasPrefix(arg, "--std=")
}

// archArguments selects the newest architecture that clang knows and that is not newer than arch.
func archArguments(arch warp.Arch) []string {
	known, capability := oldestArch, arch.Capability()
	for _, candidate := range knownArchs {
		if candidate <= capability {
			known = candidate
		}
	}
	args := []string{fmt.Sprintf("--cuda-gpu-arch=sm_%d", known)}
	if known != capability {
		args = append(args, "-U__CUDA_ARCH__", fmt.Sprintf("-D__CUDA_ARCH__=%d0", capability))
	}
	for _, macro := range featureMacros(arch) {
		args = append(args, "-D"+macro)
	}
	return args
}

// featureMacros are the macros that nvcc defines for the variants of an architecture (CUDA programming guide, feature
// set compiler targets).
func featureMacros(arch warp.Arch) []string {
	capability := arch.Capability()
	var macros []string
	if arch.IsSpecific() {
		macros = append(macros, fmt.Sprintf("__CUDA_ARCH_FEAT_SM%d_ALL", capability),
			fmt.Sprintf("__CUDA_ARCH_SPECIFIC__=%d0", capability))
	}
	if arch.IsSpecific() || arch.IsFamily() {
		macros = append(macros, fmt.Sprintf("__CUDA_ARCH_FAMILY_SPECIFIC__=%d0", capability))
	}
	return macros
}

// toolkitArguments make clang 15 accept the headers of newer toolkits. Without them it looks for texture headers and
// for a launch function that CUDA 12 and 13 dropped, and rejects the variadic functions of CCCL.
func toolkitArguments(path string) []string {
	return []string{
		"--cuda-path=" + path, "-nocudalib",
		"-isystem", virtualFolder,
		"-Xclang", "-target-sdk-version=11.5",
		"-Xclang", "-fcuda-allow-variadic-functions",
		"-isystem", filepath.Join(path, "include", "cccl"),
	}
}

// MemoryFolder is the prefix of the names of all files that clang gets from memory.
const MemoryFolder = "/.warpcheck/"

// virtualFolder is the folder in which clang finds headers for a toolkit that exist in memory only.
const (
	virtualFolder      = MemoryFolder + "toolkit"
	firstHeaderName    = virtualFolder + "/first.h"
	toolkitPreludeName = virtualFolder + "/toolkit_prelude.h"
	textureHandlerName = virtualFolder + "/__clang_cuda_texture_intrinsics.h"
)

// toolkitPrelude declares what clang 15 lacks for newer toolkits. textureHandler replaces clang's own header for
// textures, which needs the texture references that CUDA 12 dropped.
//
//go:embed toolkit_prelude.h
var toolkitPrelude string

//go:embed texture_handler.h
var textureHandler string

// droppedHeaders are the headers that clang's CUDA support includes and that CUDA 13 no longer has.
var droppedHeaders = []string{"texture_fetch_functions.h"}

// ToolkitHeaders are the headers of a toolkit that are examined before the parse.
func ToolkitHeaders(path string) []string {
	var all []string
	for _, header := range slices.Concat(droppedHeaders, barrierHeaders) {
		all = append(all, filepath.Join(path, "include", header))
	}
	return all
}

// virtualFiles are the files that clang gets from memory: the stand-ins, and the files that fill the gaps of a toolkit
// without changing it.
func virtualFiles(o Options) []clang.File {
	files := []clang.File{{Name: firstHeaderName}}
	if o.Headers == headers.Folder {
		for _, file := range headers.Files() {
			files = append(files, clang.File(file))
		}
	}
	return append(files, mendedFiles(o)...)
}

// mendedFiles are the files that fill the gaps of a toolkit, none without a toolkit.
func mendedFiles(o Options) []clang.File {
	if o.CUDAPath == "" {
		return nil
	}
	files := []clang.File{{Name: toolkitPreludeName, Text: toolkitPrelude},
		{Name: textureHandlerName, Text: textureHandler}}
	for _, header := range droppedHeaders {
		path := filepath.Join(o.CUDAPath, "include", header)
		if _, err := os.Stat(path); err != nil {
			files = append(files, clang.File{Name: path})
		}
	}
	for _, header := range barrierHeaders {
		path := filepath.Join(o.CUDAPath, "include", header)
		if text, err := safefile.Read(path, safefile.Source); err == nil {
			files = append(files, clang.File{Name: path, Text: withoutDestructor(string(text))})
		}
	}
	return files
}

// ownHeaders names the folder of clang's own headers. clang looks for it beside its program, which does not exist here,
// and in Debian below /usr/include, where the headers are only installed with the archives for building.
func ownHeaders() []string {
	return []string{"-idirafter", filepath.Join(clang.Resources(), "include")}
}

// headerArguments include the stand-in headers; with a toolkit they include the prelude that mends it, and the
// stand-ins of libraries that it may lack.
func headerArguments(o Options) []string {
	switch {
	case o.CUDAPath != "":
		args := []string{"-include", toolkitPreludeName}
		if o.Headers != "" {
			args = append(args, headers.BesideFlags(o.Headers)...)
		}
		return args
	case o.Headers != "" && o.Plain:
		return append(headers.Flags(o.Headers), headers.PlainFlag)
	case o.Headers != "":
		return headers.Flags(o.Headers)
	}
	return []string{"-nocudainc", "-nocudalib"}
}
