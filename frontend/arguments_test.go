package frontend

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/frontend/command"
)

// hostile are words that run a program, load code, write a file, read another language or take
// the next word for their value, in the places where a command has words.
var hostile = []string{
	"", "-", "--", "-D", "-U", "-I", "-include", "-isystem", "-iquote", "-idirafter", "-x", "-xc++",
	"-m", "-f", "-std", "-std=", "-std=c++17", "-std=c++20 -o x", "-stdlib=", "-fexceptions",
	"-fopenmp", "-fopenmp-targets=amdgcn-amd-amdhsa", "--amdgpu-arch-tool=./evil.sh",
	"--nvptx-arch-tool=./evil.sh", "--offload-arch=native", "-MJ", "out", "-MD", "-MF", "-MT",
	"-MMD", "-gen-cdb-fragment-path", "-fmodules", "-fmodules-cache-path=out", "-fplugin=./evil.so",
	"-Xclang", "-load", "./evil.so", "-fpass-plugin=./evil.so", "-save-temps",
	"--serialize-diagnostics", "-fcrash-diagnostics-dir=out", "-module-dependency-dir", "-mllvm",
	"-mlink-bitcode-file", "-include-pch", "-imacros", "-isystem-after", "-isysroot", "--sysroot=.",
	"-ivfsoverlay", "--config", "--config=evil.cfg", "@evil.rsp", "--driver-mode=cl", "-target",
	"--target=amdgcn", "-Xpreprocessor", "-Xarch_device", "-Xcompiler", "-Xcompiler=-MJ,out",
	"--options-file", "-optf=evil.rsp", "-ccbin", "./evil.sh", "-F.", "-B.", "--gcc-toolchain=.",
	"-resource-dir", "-working-directory", "-DX", "-DX=-load", "-D-load", "-Iinc", "-I-", "-Iinc,-MJ",
	"-mavx2", "-march=native", "-mcpu=help", "-mcpu=?", "-fno-rtti", "k.cu", "-", "@", "-o", "-c",
	"-D\n-load", "-include\x00", "--cuda-path=evil", "--cuda-path=", "-ftemplate-depth=99999999",
}

// fixedWords matches the words for clang that the package itself gives; a word that takes the next one as its value is
// matched with it.
var fixedWords = regexp.MustCompile(`^(clang|-x cuda|--cuda-device-only|-ferror-limit=0|-Wno-everything|` +
	`-fsyntax-only|-fgpu-rdc|-nocudainc|-nocudalib|--cuda-gpu-arch=sm_[0-9]+|--cuda-path=/work/[^\x00]*|` +
	`-Xclang -(disable-pragma-debug-crash|` +
	`fcuda-allow-variadic-functions|target-sdk-version=11\.5)|-include /(\.warpcheck/toolkit|stands)/[\w/]+\.h|` +
	`-isystem /(\.warpcheck/toolkit|stands|stands/beside|work/[^\x00]*/include/cccl)|-idirafter /stands/beside)$`)

// harmless matches the closed set of flags, written independently of package command.
var harmless = regexp.MustCompile(`^(-(I|isystem|iquote|idirafter|include|D|U)[^-\x00\r\n][^\x00\r\n]*|` +
	`-std=(c|gnu)\+\+[0-9][0-9xyzabc]|-stdlib=lib(std)?c\+\+|-f(template|constexpr)-depth=\d{1,4}|` +
	`-f(no-)?(exceptions|cxx-exceptions|rtti|ms-extensions)|-m(32|64|avx2|(arch|cpu)=native))$`)

// No words of a compile command, an options file or a configuration become an argument outside the closed set.
func TestNoWordLeavesTheClosedSet(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(hostile), rapid.StringN(0, 6, -1),
			rapid.Map(rapid.StringN(0, 6, -1), func(s string) string { return "-" + s }))
		words := rapid.SliceOfN(word, 0, 12)
		var quoted []string
		for _, w := range words.Draw(t, "options file") {
			quoted = append(quoted, "'"+strings.NewReplacer("'", "", "@", "").Replace(w)+"'")
		}
		rsp := []byte(strings.Join(quoted, " "))
		if err := os.WriteFile(filepath.Join(dir, "evil.rsp"), rsp, 0o644); err != nil {
			t.Fatal(err)
		}
		compiler := rapid.SampledFrom([]string{"nvcc", "clang++", "ccache"}).Draw(t, "compiler")
		line := append(append([]string{compiler}, words.Draw(t, "command")...), "-c", "k.cu")
		o := Options{Arch: 90, Headers: "/stands"}
		if c, _, err := command.Translate(t.Context(), line, dir); err == nil {
			o.Flags = c.Flags
			if c.CudaPath != "" {
				o.CUDAPath = "/work/" + strings.TrimPrefix(c.CudaPath, "/")
			}
		}
		more, _ := command.Read(words.Draw(t, "configuration"), "conf")
		o.Flags = append(o.Flags, more...)
		if header, err := command.NewFlag(command.Header, word.Draw(t, "header")); err == nil {
			o.Before = []command.Flag{header}
		}
		checkArguments(t, o)
	})
}

// checkArguments reads the list as clang would.
func checkArguments(t *rapid.T, o Options) {
	args := arguments(o)
	for i := 0; i < len(args); i++ {
		word := args[i]
		if slices.Contains([]string{"-x", "-Xclang", "-include", "-isystem", "-idirafter"}, word) {
			i++
			word += " " + args[i]
		}
		ours := word == unbuiltFlag || word == launchFlag || slices.Contains(archArguments(o.Arch), word)
		if !ours && !fixedWords.MatchString(word) && !harmless.MatchString(word) {
			t.Fatalf("%q is outside the closed set, in %q", word, args)
		}
	}
}
