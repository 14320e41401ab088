// Package headers holds warpcheck's stand-ins for the headers of the CUDA toolkit, so that a kernel parses on a machine
// without a toolkit.
//
// The tree under include/ is embedded. clang gets it as [Files] of a folder that does not exist on disk. The meaning of
// kernels depends on these headers, and nobody else can change a file inside the program. [Flags] are the clang flags
// for using them. include/warpcheck_prelude.h is included before every unit, as nvcc includes cuda_runtime.h.
//
// # What the stand-ins are
//
// Device intrinsics (__shfl_sync, atomicAdd, __popc, sinf, ...) are declarations without a body, which package
// cfg/lower knows by name. Library code whose convergence matters (cooperative groups, CUB's warp and block primitives,
// libcu++'s barriers) is real device code over those intrinsics, so that the analysis sees which lanes make which
// calls. A few builtins of our own, declared in warpcheck/builtins.h, replace what CUDA does by inline assembly:
//
//	__warpcheck_laneid(), __warpcheck_lanemask_lt()  special registers
//	__warpcheck_coalesced_mask()                     the lanes that coalesced_threads() finds
//	__warpcheck_block_collective(name[, value])      every thread of the block must call it
//	__warpcheck_group_collective(name, mask, value)  every lane of mask must call it
//	__warpcheck_tile_collective(name, threads)       every lane of its tile must call it
//	__warpcheck_drawn(numbers...)                    a number that depends on these only
//
// The name is a string literal in the call. Findings use it.
//
// Host APIs accept any arguments, because host code is read only for its launches. All names that CUDA 13 declares
// exist (testdata/meant). names/ has those that few programs use. For PyTorch (warpcheck/torch), the stand-ins declare
// what extensions use. Nothing is known about a tensor, and AT_DISPATCH launches its argument for each type in its
// list.
//
// # Standard headers
//
// Standard headers are those of the machine. nvcc lets device code call the C library's mathematical functions, printf
// and similar functions. So the prelude declares these for host and device (warpcheck/clib.h). The machine's headers
// declare them again for the host.
package headers

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

//go:embed all:include
var tree embed.FS

// Folder is the folder of the stand-ins, for clang and in reports. It does not exist on disk. It contains only the
// files that clang reads from memory.
const Folder = "/.warpcheck/headers"

// prelude is the name, in [Folder], of the header that every unit includes first.
const prelude = "warpcheck_prelude.h"

// File is a header with its full name in [Folder].
type File struct{ Name, Text string }

// Files returns all stand-ins, sorted by their names.
var Files = sync.OnceValue(func() []File {
	var files []File
	err := walk(func(name, text string) {
		files = append(files, File{path.Join(Folder, name), absolute(name, text)})
	})
	if err != nil {
		panic(err) // cannot fail, because the tree is part of the program
	}
	return files
})

// Text returns the content of the stand-in called name. It returns false if there is none.
func Text(name string) (string, bool) {
	if !strings.HasPrefix(name, Folder+"/") {
		return "", false
	}
	text, is := texts()[name]
	return text, is
}

var texts = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, file := range Files() {
		all[file.Name] = file.Text
	}
	return all
})

var upward = pattern.Of(`(?m)^#include "(\.\./[^"]+)"`)

// absolute returns the text of a header with absolute names for includes from parent folders, because clang cannot
// resolve ../ among files that are not on disk.
func absolute(name, text string) string {
	if !strings.Contains(text, `#include "../`) {
		return text // most headers have no such include, and the search below is slow
	}
	return upward().ReplaceAllStringFunc(text, func(line string) string {
		above := upward().FindStringSubmatch(line)[1]
		return `#include "` + path.Join(Folder, path.Dir(name), above) + `"`
	})
}

// beside is the folder, in [Folder], of libraries with their own headers that a toolkit may lack: cuBLAS, NCCL, OpenMP,
// PyTorch. Their stand-ins work with CUDA's types, from the stand-ins or from a toolkit.
const beside = "beside"

// BesideFlags returns the clang flags for the stand-ins in dir that complement a toolkit. They have headers of
// libraries that the toolkit lacks, declarations that nvcc has without a header, and declarations that clang leaves
// out.
func BesideFlags(dir string) []string {
	return []string{"-idirafter", path.Join(dir, beside),
		"-include", path.Join(dir, "warpcheck", "generic_atomics.h"),
		"-include", path.Join(dir, "warpcheck", "cache_operators.h")}
}

// Flags returns the clang flags that use the stand-ins in dir instead of a toolkit.
func Flags(dir string) []string {
	return []string{
		"-nocudainc", "-nocudalib",
		"-isystem", dir, "-isystem", path.Join(dir, beside),
		"-include", path.Join(dir, prelude),
		// C headers declare variadic functions, and device code may see these declarations here.
		"-Xclang", "-fcuda-allow-variadic-functions",
	}
}

// PlainFlag is an additional flag for a unit that does not use C++'s library. The prelude then leaves that library out.
const PlainFlag = "-D__WARPCHECK_PLAIN__"

// HostLibrary returns additional flags for declarations of the C library that nvcc includes in every unit. The prelude
// has only those that kernels use. dir is the folder of the stand-in headers.
func HostLibrary(dir string) []string {
	return []string{"-include", path.Join(dir, "warpcheck", "host_library.h")}
}

// walk calls visit for every embedded file, in the order of the names. name is relative to include/.
func walk(visit func(name, text string)) error {
	root, err := fs.Sub(tree, "include")
	if err != nil {
		return err
	}
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		visit(name, string(content))
		return nil
	})
}
