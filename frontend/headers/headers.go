// Package headers holds warpcheck's stand-ins for the headers of the CUDA
// toolkit, so that a kernel parses on a machine that has none.
//
// The tree under include/ is embedded. [Dir] writes it once to the user's
// cache and returns the directory for clang's -isystem; [Flags] are the clang
// flags that go with it. include/warpcheck_prelude.h is included before every
// unit, as nvcc includes cuda_runtime.h.
//
// # What the stand-ins are
//
// Device intrinsics (__shfl_sync, atomicAdd, __popc, sinf, ...) are
// declarations without a body: package cfg knows them by name. Library code
// whose convergence matters (cooperative groups, CUB's warp and block
// primitives, libcu++'s barriers) is real device code over those intrinsics,
// so that the analysis sees which lanes call what. A few builtins of our own,
// declared in warpcheck/builtins.h, stand for what CUDA reaches through
// inline assembly:
//
//	__warpcheck_laneid(), __warpcheck_lanemask_lt()  special registers
//	__warpcheck_coalesced_mask()                     the lanes that coalesced_threads() finds
//	__warpcheck_block_collective(name)               every thread of the block must call it
//	__warpcheck_group_collective(name, mask, value)  every lane of mask must call it
//	__warpcheck_tile_collective(name, threads)       every lane of its tile must call it
//	__warpcheck_drawn(numbers...)                    a number that these alone determine
//
// A name is a string literal at the call, and what the user is told.
//
// Host APIs take any arguments: host code is read only for its launches. Of PyTorch
// (warpcheck/torch) there is what extensions use: nothing is known of a tensor, and
// AT_DISPATCH launches what it is given for each type of its list.
//
// # Standard headers
//
// They come from the machine. nvcc lets device code call the C library's
// mathematics, printf and the like; the wrappers in include/ (math.h, cmath,
// stdlib.h, ...) include the machine's header with every function declared
// for host and device.
package headers

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed all:include
var tree embed.FS

// Prelude is the name, inside [Dir], of the header that every unit includes first.
const Prelude = "warpcheck_prelude.h"

// Dir returns the include directory, writing the embedded tree there first
// when this content was never written: <user cache>/warpcheck/headers-<hash>,
// or the same under the temporary directory where there is no writable cache.
func Dir() (string, error) {
	name := "headers-" + Hash()
	var failures []error
	for _, base := range bases() {
		dir := filepath.Join(base, "warpcheck", name)
		err := materialise(dir)
		if err == nil {
			return dir, nil
		}
		failures = append(failures, err)
	}
	return "", fmt.Errorf("cannot write the CUDA stand-in headers; set XDG_CACHE_HOME or TMPDIR "+
		"to a writable directory: %w", errors.Join(failures...))
}

// beside is the folder, inside [Dir], of libraries that have a header of their own
// and that a toolkit may come without: cuBLAS, NCCL, OpenMP, PyTorch. Each takes CUDA's types
// from whichever headers are in use.
const beside = "beside"

// BesideFlags are the clang flags that find, of the stand-ins in dir, those of the
// libraries that a toolkit lacks, what nvcc knows without a header, and what clang leaves out.
func BesideFlags(dir string) []string {
	return []string{"-idirafter", filepath.Join(dir, beside),
		"-include", filepath.Join(dir, "warpcheck", "generic_atomics.h"),
		"-include", filepath.Join(dir, "warpcheck", "cache_operators.h")}
}

// Flags are the clang flags that make the stand-ins in dir take the place of
// a toolkit.
func Flags(dir string) []string {
	return []string{
		"-nocudainc", "-nocudalib",
		"-isystem", dir, "-isystem", filepath.Join(dir, beside),
		"-include", filepath.Join(dir, Prelude),
		// C headers declare variadic functions, which device code may see here.
		"-Xclang", "-fcuda-allow-variadic-functions",
	}
}

// HostLibrary are further flags: the C library's declarations that nvcc brings
// into every unit. The prelude has those that kernels use.
func HostLibrary(dir string) []string {
	return []string{"-include", filepath.Join(dir, "warpcheck", "host_library.h")}
}

// Hash identifies the content of the embedded tree: 16 hexadecimal digits of
// SHA-256 over every path and file, in order of path.
func Hash() string {
	sum := sha256.New()
	err := walk(func(name string, content []byte) error {
		_, err := fmt.Fprintf(sum, "%s\x00%d\x00%s", name, len(content), content)
		return err
	})
	if err != nil {
		panic(err) // the tree is in the binary
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// bases are the directories to try, best first.
func bases() []string {
	dirs := []string{os.TempDir()}
	if cache, err := os.UserCacheDir(); err == nil {
		dirs = []string{cache, os.TempDir()}
	}
	return dirs
}

// materialise writes the tree to dir, unless it is there. Other processes may
// do so at the same time: each writes its own copy beside dir and renames it,
// and whoever comes second finds the directory taken and drops its copy.
func materialise(dir string) error {
	if exists(dir) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	copied, err := os.MkdirTemp(filepath.Dir(dir), ".headers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copied)
	if err := os.Chmod(copied, 0o755); err != nil {
		return err
	}
	if err := writeTree(copied); err != nil {
		return err
	}
	if err := os.Rename(copied, dir); err != nil && !exists(dir) {
		return err
	}
	return nil
}

// exists reports a materialised tree: the rename makes it appear whole.
func exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, Prelude))
	return err == nil
}

func writeTree(dir string) error {
	return walk(func(name string, content []byte) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, content, 0o644)
	})
}

// walk calls visit for every embedded file, in order of path, with its name
// relative to include/.
func walk(visit func(name string, content []byte) error) error {
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
		return visit(name, content)
	})
}
