package frontend

import (
	_ "embed" // for the headers in virtualFolder
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

// oldestArch and newestArch are the oldest and the newest architecture that clang 15 accepts. An older or newer
// architecture is parsed as the nearest of these, with __CUDA_ARCH__ redefined.
const (
	oldestArch = 35
	newestArch = 86
)

// knownArchs lists the architectures that clang knows, from oldestArch to newestArch.
var knownArchs = []int{35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86}

// harmlessPragmas is the flag that disables the pragmas by which a source can crash clang.
const harmlessPragmas = "-disable-pragma-debug-crash"

// arguments returns the command line for clang, without the file. Flags that the checked tree chooses reach the parser
// only through this function.
func arguments(o Options) []string {
	args := []string{
		"clang", "-x", "cuda", "--cuda-device-only", "-ferror-limit=0", "-Wno-everything",
		"-fsyntax-only",
		// With -fgpu-rdc a variable that is extern and __shared__ need not be an array. The flag changes how code is
		// linked, but nothing is linked here.
		"-fgpu-rdc",
		unbuiltFlag, launchFlag, // define the macros that edits may use (UnbuiltWord, LaunchWord, LaunchEnd)
		// A source must not be able to crash or hang clang, for example by #pragma clang __debug overflow_stack.
		"-Xclang", harmlessPragmas,
		// clang replaces the first header of a command line by a precompiled header next to it, if there is one.
		// Reading a hostile precompiled header can run its code. So the first header is one of ours.
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

// ArchMacro is the name of the macro whose value is the architecture in device code. Host code does not define it.
const ArchMacro = "__CUDA_ARCH__"

// UnbuiltWord, LaunchWord and LaunchEnd are words that edits may insert. UnbuiltWord replaces __shared__. It makes a
// variable local for clang, and shared for our reader of clang's tree. LaunchWord before a launch and LaunchEnd after
// it put the launch into a lambda for host and device. The reader of the tree ignores the lambda.
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

// archArguments returns the flags that select an architecture: the newest one that clang knows and that is not newer
// than arch, with the macros of arch.
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

// featureMacros returns the macros that nvcc defines for the variants of an architecture (CUDA programming guide,
// feature set compiler targets).
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

// toolkitArguments returns the flags with which clang 15 accepts the headers of newer toolkits. Without them clang
// needs texture headers and a launch function that CUDA 12 and 13 dropped, and rejects the variadic functions of CCCL.
// path is the folder of the toolkit.
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

// virtualFolder is a folder of headers for a toolkit that exist in memory only. The other names are files in it.
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

// droppedHeaders lists headers that clang's CUDA support includes and that CUDA 13 no longer has.
var droppedHeaders = []string{"texture_fetch_functions.h"}

// ToolkitHeaders returns the headers of a toolkit that this package reads before the parse. path is the folder of the
// toolkit.
func ToolkitHeaders(path string) []string {
	var all []string
	for _, header := range slices.Concat(droppedHeaders, barrierHeaders) {
		all = append(all, filepath.Join(path, "include", header))
	}
	return all
}

// virtualFiles returns the files that clang reads from memory: the stand-ins, and files that replace or complete
// headers of a toolkit.
func virtualFiles(o Options) []clang.File {
	files := []clang.File{{Name: firstHeaderName}}
	if o.Headers == headers.Folder {
		for _, file := range headers.Files() {
			files = append(files, clang.File(file))
		}
	}
	return append(files, mendedFiles(o)...)
}

// mendedFiles returns the files in memory that replace or complete headers of a toolkit. The toolkit itself stays
// unchanged. It returns none without a toolkit.
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

// ownHeaders returns the flags that name the folder of clang's own headers. clang would search for this folder next to
// its program, which does not exist here. On Debian it would search below /usr/include, where the headers are installed
// only together with clang's libraries.
func ownHeaders() []string {
	return []string{"-idirafter", filepath.Join(clang.Resources(), "include")}
}

// headerArguments returns the flags for the stand-in headers. With a toolkit, these are the prelude that completes the
// toolkit, and the stand-ins for libraries that it may lack.
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
