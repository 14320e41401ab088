package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/warp"
)

// Every row of nvcc's dialect: the words between the compiler and the file,
// and what clang gets. nvcc's default standard is appended to each.
var nvccRows = []struct {
	name  string
	words string
	archs []warp.Arch
	args  string
}{
	{"nothing", "-c -o a.o", nil, ""},
	{"gencode, separate value", "-gencode arch=compute_80,code=sm_80", []warp.Arch{80}, ""},
	{"gencode, joined value", "--generate-code=arch=compute_90a,code=[sm_90a,compute_90a]",
		[]warp.Arch{90 + warp.Specific}, ""},
	{"several gencodes", "-gencode arch=compute_80,code=sm_80 -gencode=arch=compute_70,code=sm_70 " +
		"--generate-code arch=compute_80,code=compute_80", []warp.Arch{70, 80}, ""},
	{"arch", "-arch=sm_75 -code=sm_75,compute_75", []warp.Arch{75}, ""},
	{"arch, separate values", "-arch sm_86 -code sm_86", []warp.Arch{86}, ""},
	{"gpu-architecture", "--gpu-architecture=compute_120f --gpu-code sm_120f", []warp.Arch{120 + warp.Family}, ""},
	{"language", "-x cu", nil, ""},
	{"Xcompiler, split on commas", "-Xcompiler -fPIC,-DX=1,-Wall,-march=native", nil,
		"-DX=1 -march=native"},
	{"Xcompiler, joined", "-Xcompiler=-isystem,/opt/x,-I,rel,-UY", nil,
		"-isystem/opt/x -I/src/rel -UY"},
	{"Xcompiler, quoted headers", "-Xcompiler=-iquote,q -Xcompiler -idirafter,/late", nil, "-iquote/src/q -idirafter/late"},
	{"Xcompiler, twice", "-Xcompiler -include -Xcompiler pre.h", nil, "-includepre.h"},
	{"Xcompiler, macros of a file", "-Xcompiler=-imacros,m.h -Xcompiler -imacros -Xcompiler n.h -imacroso.h", nil,
		"-includeo.h -includem.h -includen.h"},
	{"words for the preprocessor", "-Wp,-DA=1,-MD,a.d -Xcompiler -Wp,-imacros,m.h", nil, "-DA=1 -includem.h"},
	{"compiler-options", "--compiler-options -DZ", nil, "-DZ"},
	{"Xptxas and kin", "-Xptxas -v -Xcudafe --diag_suppress=1 -Xfatbin -compress-all " +
		"-Xnvlink a -Xlinker b",
		nil, ""},
	{"Xptxas, joined", "-Xptxas=-dlcm=cg --ptxas-options=-v", nil, ""},
	{"values that look like inputs", "-ccbin g++.c -t 4 --threads 2 --maxrregcount 64 " +
		"--diag-suppress 20012.c " +
		"-odir out.cu --keep-dir k.cu", nil, ""},
	{"rdc", "-rdc=true", nil, "-D__CUDACC_RDC__"},
	{"rdc off", "--relocatable-device-code=false", nil, ""},
	{"dc", "-dc", nil, "-D__CUDACC_RDC__"},
	{"relaxed constexpr", "--expt-relaxed-constexpr", nil, "-D__CUDACC_RELAXED_CONSTEXPR__"},
	{"relaxed constexpr, one dash", "-expt-relaxed-constexpr", nil, "-D__CUDACC_RELAXED_CONSTEXPR__"},
	{"extended lambda", "--extended-lambda", nil, "-D__CUDACC_EXTENDED_LAMBDA__"},
	{"extended lambda, old name", "-expt-extended-lambda", nil, "-D__CUDACC_EXTENDED_LAMBDA__"},
	{"debug does not take the next word", "-G -DA", nil, "-DA"},
	{"default stream", "--default-stream per-thread", nil, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
	{"default stream, legacy", "-default-stream=legacy", nil, ""},
	{"code generation", "--use_fast_math -lineinfo -forward-unknown-to-host-compiler " +
		"-allow-unsupported-compiler --fmad=false -O3 -g", nil, ""},
	{"lists of paths", "-Iinc,/abs --include-path other -isystem=sys", nil,
		"-I/src/inc -I/abs -I/src/other -isystem/src/sys"},
	{"lists of macros", "-D A,B=2 --define-macro C -UD --undefine-macro=E", nil,
		"-DA -DB=2 -DC -UD -UE"},
	{"a comma that a backslash protects", `-DF(a\,b)=a`, nil, "-DF(a,b)=a"},
	{"forced include", "--pre-include cfg.h", nil, "-includecfg.h"},
	{"warnings as errors", "-Werror all-warnings -Wall", nil, ""},
	{"dependencies", "-MD -MT a.cu.o -MF a.d", nil, ""},
	{"host flags without Xcompiler", "-fPIC -mavx2 -pthread", nil, "-mavx2"},
}

func TestNvccTable(t *testing.T) {
	for _, row := range nvccRows {
		t.Run(row.name, func(t *testing.T) {
			words := append([]string{"nvcc"}, append(strings.Fields(row.words), "a.cu")...)
			c, warnings, err := Translate(t.Context(), words, "/src")
			if err != nil || len(warnings) > 0 {
				t.Fatalf("error %v, warnings %q", err, warnings)
			}
			want := strings.TrimSpace(row.args + " -std=c++17")
			if got := strings.Join(Words(c.Flags), " "); got != want {
				t.Errorf("args %q, want %q", got, want)
			}
			if !slices.Equal(c.Archs, row.archs) {
				t.Errorf("archs %v, want %v", c.Archs, row.archs)
			}
			if c.File != "/src/a.cu" {
				t.Errorf("file %q", c.File)
			}
		})
	}
}

func TestStandards(t *testing.T) {
	for words, want := range map[string]string{
		"nvcc a.cu":                                "-std=c++17",
		"nvcc -std c++20 a.cu":                     "-std=c++20",
		"nvcc --std=c++14 a.cu":                    "-std=c++14",
		"nvcc -std=c++23 a.cu":                     "-std=c++23",
		"nvcc -Xcompiler -std=c++20 a.cu":          "-std=c++20",
		"clang++ -x cuda a.cu":                     "",
		"clang++ -x cuda -std=gnu++23 a.cu":        "-std=gnu++23",
		"nvcc -std=c++14 -Xcompiler -std=c11 a.cu": "-std=c++14",
	} {
		c, _, err := Translate(t.Context(), strings.Fields(words), "")
		if err != nil || strings.Join(Words(c.Flags), " ") != want {
			t.Errorf("%s: args %q, error %v, want %q", words, Words(c.Flags), err, want)
		}
	}
}

func TestCompilers(t *testing.T) {
	for _, words := range []string{
		"nvcc -DA a.cu",
		"/usr/local/cuda/bin/nvcc -DA a.cu",
		`C:\CUDA\bin\nvcc.exe -DA a.cu`,
		"ccache nvcc -DA a.cu",
		"env CCACHE_DIR=/tmp ccache nvcc -DA a.cu",
		"clang++ -x cuda -DA a.cpp",
		"clang++-15 -xcuda -DA a.cpp",
		"sccache /usr/bin/clang++ -DA a.cu",
		"nvcc -x cu -DA a.cpp",
		"nvcc -DA a.cuh",
		"g++ -DA a.cpp",
		"nvcc -DA a.cpp",
		"gcc -DA a.c",
	} {
		c, warnings, err := Translate(t.Context(), strings.Fields(words), "/src")
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: error %v, warnings %q", words, err, warnings)
		}
		if !slices.Contains(Words(c.Flags), "-DA") {
			t.Errorf("%s: args %q", words, Words(c.Flags))
		}
	}
}

func TestClangLine(t *testing.T) {
	words := strings.Fields("clang++ -x cuda --cuda-gpu-arch=sm_70 --offload-arch=sm_80 " +
		"--cuda-path=/opt/cuda -Iinc -isystem sys -isystem/abs -iquote q -O2 -Wall -fPIC -g " +
		"-Xclang -fcuda-allow-variadic-functions -MD -MF a.d -DA,B -include pre.h -mavx2 -c a.cu -o a.o")
	c, warnings, err := Translate(t.Context(), words, "/src")
	if err != nil || len(warnings) > 0 {
		t.Fatalf("error %v, warnings %q", err, warnings)
	}
	want := "-I/src/inc -isystem/src/sys -isystem/abs -iquote/src/q -DA,B -includepre.h -mavx2"
	if got := strings.Join(Words(c.Flags), " "); got != want {
		t.Errorf("args %q, want %q", got, want)
	}
	if !slices.Equal(c.Archs, []warp.Arch{70, 80}) || c.CudaPath != "/opt/cuda" {
		t.Errorf("archs %v, toolkit %q", c.Archs, c.CudaPath)
	}
}

func TestSpellingsOfClang(t *testing.T) {
	for words, want := range map[string]string{
		"-imacros m.h":                               "-includem.h",
		"-imacrosm.h":                                "-includem.h",
		"--imacros=m.h":                              "-includem.h",
		"-includepre.h":                              "-includepre.h",
		"--include pre.h":                            "-includepre.h",
		"--define-macro=A=1":                         "-DA=1",
		"--undefine-macro A":                         "-UA",
		"-Wp,-DA,-imacros,m.h":                       "-DA -includem.h",
		"-Wp,-MD,a.cu,-U,B":                          "-UB",
		"-Xpreprocessor -DA":                         "-DA",
		"-Xpreprocessor -MJa.json":                   "",
		"-Xpreprocessor -imacros -Xpreprocessor m.h": "-includem.h",
	} {
		c, warnings, err := Translate(t.Context(), strings.Fields("clang++ "+words+" -c a.cu"), "")
		if got := strings.Join(Words(c.Flags), " "); err != nil || len(warnings) > 0 || got != want {
			t.Errorf("%s: args %q, warnings %q, error %v, want %q", words, got, warnings, err, want)
		}
	}
}

func TestWarnings(t *testing.T) {
	for words, want := range map[string]string{
		"nvcc --no-such-thing a.cu":       "option --no-such-thing is not understood, and ignored",
		"nvcc -arch=gfx906 a.cu":          `architecture "gfx906" is not understood, and ignored`,
		"nvcc -arch=native a.cu":          `architecture "native" is that of the machine which compiles, and ignored`,
		"nvcc -arch=all-major a.cu":       `architecture "all-major" is each that the compiler knows, and ignored`,
		"hipcc a.cu":                      "hipcc compiles for GPUs of AMD, whose warps may have 64 lanes: the file is read as CUDA",
		"nvcc -Xcompiler -std=c11 a.cu":   "option -std=c11 is not taken over from a command, and ignored",
		"clang++ -include-pch x.pch a.cu": "option -include-pch is not taken over from a command, and ignored",
		"nvcc -I -DX a.cu": "option -I (with the value -DX, which looks like a flag) " +
			"is not taken over from a command, and ignored",
		"nvcc a.cu b.cu": "the command compiles 2 files; only a.cu is read",
	} {
		_, warnings, err := Translate(t.Context(), strings.Fields(words), "")
		if err != nil || !slices.Equal(warnings, []string{want}) {
			t.Errorf("%s: warnings %q, error %v", words, warnings, err)
		}
	}
}

func TestRefused(t *testing.T) {
	for words, want := range map[string]string{
		"":                        "the command names no compiler",
		"ccache":                  "the command names no compiler",
		"nvcc -c":                 "the command names no source file",
		"nvcc -optf missing a.cu": "options file: open",
		"nvcc --options-file":     "the command names no source file",
	} {
		_, _, err := Translate(t.Context(), strings.Fields(words), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", words, err, want)
		}
	}
}

func TestOptionsFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "includes.rsp"), "-Iinc \"-Iwith space\"\n--options-file inner.rsp")
	write(t, filepath.Join(dir, "inner.rsp"), "-DINNER -arch=sm_80")
	for _, words := range []string{
		"nvcc -DA --options-file includes.rsp -DB a.cu",
		"nvcc -DA -optf=includes.rsp -DB a.cu",
		"nvcc -DA @includes.rsp -DB a.cu",
	} {
		c, _, err := Translate(t.Context(), strings.Fields(words), dir)
		want := []string{"-DA", "-I" + dir + "/inc", "-I" + dir + "/with space", "-DINNER", "-DB",
			"-std=c++17"}
		if err != nil || !slices.Equal(Words(c.Flags), want) || !slices.Equal(c.Archs, []warp.Arch{80}) {
			t.Errorf("%s: %q %v, error %v", words, Words(c.Flags), c.Archs, err)
		}
	}
	write(t, filepath.Join(dir, "loop.rsp"), "-optf loop.rsp")
	if _, _, err := Translate(t.Context(), []string{"nvcc", "-optf", "loop.rsp"}, dir); err == nil ||
		!strings.Contains(err.Error(), "nested more than") {
		t.Errorf("a file that names itself: %v", err)
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		`a  b	c`:          {"a", "b", "c"},
		`-DX="a b" 'c d'`: {"-DX=a b", "c d"},
		`"-DS=\"text\""`:  {`-DS="text"`},
		`a\ b "c\d" ''`:   {"a b", `c\d`, ""},
		"a \\\n b":        {"a", "b"},
		`-DV=\"1.0\"`:     {`-DV="1.0"`},
	} {
		got, err := Split(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := Split(`a "b`); err == nil {
		t.Error("an open quote is accepted")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The folders and headers that flags name, in the same word and in the next.
func TestNamed(t *testing.T) {
	words := strings.Fields("-Ia -I b -Ic -isystemd -include e.h -includef.h -include-pch g -iquote h -idirafter i -F j -I")
	if got, want := strings.Join(Folders(words), " "), "a b c d h i"; got != want {
		t.Errorf("folders %q, want %q", got, want)
	}
	if got, want := strings.Join(Named(words), " "), "a b c d e.h f.h h i"; got != want {
		t.Errorf("named %q, want %q", got, want)
	}
}
