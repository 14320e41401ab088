// Package command translates compiler command lines to the flags that clang needs to parse the same unit as CUDA. It
// also reads command lines from compilation databases.
//
// A command line is data. It is read and never run. nvcc's options differ from clang's. Some have another meaning (`-G`
// takes an argument in clang), some have their value in a separate word, which clang would read as an input, and most
// concern stages that an analysis does not have. So [Translate] does not edit the line. It reads the line in the
// dialect of its compiler (nvcc, or clang and similar compilers), and keeps only the options that decide how the source
// is parsed:
//
//	nvcc -gencode arch=compute_80,code=sm_80 -Xcompiler -fPIC,-DX -I inc -std c++17 -c a.cu -o a.o
//	     Archs: 80            Flags: -I/src/inc -std=c++17 -DX         File: /src/a.cu
//
// A command is part of the checked tree, which the user may not have reviewed. Its flags are parsed into a closed set
// of typed flags ([Flag], made only by [NewFlag]). The flags of a configuration in the tree are parsed in the same way
// ([Read]), and so are the flags that the program determines by itself. On the user's own command line, options of nvcc
// are read in the same way, and all other words are passed to the parser as they are ([ReadGiven]).
//
// Include paths are made absolute, so that the result does not depend on a working directory. A forced include stays as
// it is written, because it may be found on the include path.
package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/warp"
)

// Command is one compilation of one source file.
type Command struct {
	// File is the source and Directory the working directory. Both are absolute if Translate got an absolute directory.
	File, Directory string
	// Archs lists the architectures to compile for, as compute capability times ten (70 for sm_70), in ascending order.
	// It is empty if the command names none, or names them by a word such as native.
	Archs []warp.Arch
	// Flags lists the flags for clang, without input, output, language and architecture.
	Flags []Flag
	// CudaPath is the toolkit that a clang command names, or "".
	CudaPath string
	// NamesCUDA reports whether the command names CUDA as the language (nvcc's -x cu, clang's -x cuda).
	NamesCUDA bool
}

// Translate reads one command line. It skips launchers before the compiler (ccache, env, ...). It resolves relative
// paths, and the options files that the line names, from dir. The warnings name the options that it does not understand
// or does not keep. When the context ends, it reads no more files and returns the context's error.
func Translate(ctx context.Context, args []string, dir string) (Command, []string, error) {
	compiler, rest, err := splitCompiler(args)
	if err != nil {
		return Command{}, nil, err
	}
	t := &translation{ctx: ctx, dir: dir, table: clangOptions, joined: clangJoined}
	if isNvcc(compiler) {
		t.nvcc, t.table, t.joined = true, nvccOptions, nvccJoined
	}
	if isHIP(compiler) {
		t.warn("%s compiles for GPUs of AMD, whose warps may have 64 lanes: the file is read as CUDA", compiler)
	}
	if rest, err = t.expand(rest, 0); err != nil {
		return Command{}, nil, err
	}
	t.read(rest)
	c, err := t.command()
	return c, t.warnings, err
}

// launchers lists programs whose arguments name a compiler that they run.
var launchers = []string{
	"ccache", "sccache", "distcc", "icecc", "buildcache", "env", "time", "nice",
}

// assignment matches a word such as CCACHE_DIR=/tmp, which env accepts before the program.
var assignment = pattern.Of(`^[A-Za-z_][A-Za-z0-9_]*=`)

// splitCompiler returns the name of the compiler and the words after it.
func splitCompiler(args []string) (compiler string, rest []string, err error) {
	for i, word := range args {
		name := programName(word)
		if slices.Contains(launchers, name) || assignment().MatchString(word) || word == "--" {
			continue
		}
		return name, args[i+1:], nil
	}
	return "", nil, fmt.Errorf("the command names no compiler: %q", strings.Join(args, " "))
}

// programName returns the last element of a path, without .exe.
func programName(word string) string {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	return strings.TrimSuffix(word, ".exe")
}

func isNvcc(compiler string) bool { return strings.HasPrefix(compiler, "nvcc") }

func isHIP(compiler string) bool {
	return strings.HasPrefix(compiler, "hipcc") || strings.HasPrefix(compiler, "amdclang")
}

// translation is the state of reading one command line.
type translation struct {
	ctx    context.Context
	dir    string
	nvcc   bool
	table  map[string]option
	joined []joinedOption

	inputs   []string
	archs    []warp.Arch
	flags    []Flag
	host     []string // host lists the words that nvcc passes to the host compiler
	language string
	std      string
	cudaPath string
	warnings []string
	// leftOut lists the options that are ignored with a warning, each with the reason.
	leftOut []string
	// optionsRead counts the options files that were read.
	optionsRead int
}

func (t *translation) warn(format string, args ...any) {
	t.warnings = append(t.warnings, fmt.Sprintf(format, args...))
}

// leaveOut adds an option to leftOut, and warns that it is ignored. The formatted text names the option and the reason.
func (t *translation) leaveOut(format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	t.leftOut = append(t.leftOut, reason)
	t.warn("%s, and ignored", reason)
}

// absolute resolves a path against the working directory.
func (t *translation) absolute(path string) string {
	if filepath.IsAbs(path) || t.dir == "" {
		return path
	}
	return filepath.Join(t.dir, path)
}

// command returns the result of a translation. It must be called after all words were read.
func (t *translation) command() (Command, error) {
	if len(t.inputs) == 0 {
		return Command{}, fmt.Errorf("the command names no source file")
	}
	if len(t.inputs) > 1 {
		t.warn("the command compiles %d files; only %s is read", len(t.inputs), t.inputs[0])
	}
	t.keepHost(t.host)
	if t.std == "" && t.nvcc {
		t.std = "c++17" // the default of nvcc from CUDA 12 on
	}
	if t.std != "" {
		t.add(Standard, t.std)
	}
	slices.Sort(t.archs)
	return Command{
		File:      t.absolute(t.inputs[0]),
		Directory: t.dir,
		Archs:     slices.Compact(t.archs),
		Flags:     t.flags,
		CudaPath:  t.cudaPath,
		NamesCUDA: t.language == "cu" || t.language == "cuda",
	}, nil
}

// sourceSuffixes lists the suffixes of sources. Any other word that is not an option is an object, a library, or the
// value of an unknown option.
var sourceSuffixes = []string{".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hip"}

func isSource(word string) bool { return slices.Contains(sourceSuffixes, filepath.Ext(word)) }
