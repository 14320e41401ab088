package reproduce

import (
	"cmp"
	"io/fs"
	"maps"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// race returns a finding of a race between two accesses of k.cu, each given by its line and its columns.
func race(later, earlier [3]int) *rules.Finding {
	pos := func(at [3]int) source.Pos {
		return source.Pos{File: "k.cu", Line: at[0], Column: at[1], EndLine: at[0], EndColumn: at[2]}
	}
	first := pos(earlier)
	return &rules.Finding{Key: "missing-syncthreads", Pos: pos(later), Run: &rules.Run{
		Kernel: "k", IsKernel: true, Source: "k.cu", Block: warp.Shape{64, 1, 1}, Earlier: &first,
	}}
}

// TestDelays: each access waits, also if one is a part of the other, or an asm statement.
func TestDelays(t *testing.T) {
	for _, c := range []struct {
		text           string
		later, earlier [3]int
		want           string
	}{
		{"a[t] = 1;\nb = a[u];", [3]int{2, 5, 9}, [3]int{1, 1, 9}, "(warpcheck::delay<1>(), a[t] = 1);\nb = (warpcheck::delay<2>(), a[u]);"},
		{"a[t] = a[u];", [3]int{1, 8, 12}, [3]int{1, 1, 12}, "(warpcheck::delay<1>(), a[t] = (warpcheck::delay<2>(), a[u]));"},
		{"a[t]++;", [3]int{1, 1, 7}, [3]int{1, 1, 7}, "(warpcheck::delay<2>(), a[t]++);"},
		{"asm(\"x\");", [3]int{1, 1, 9}, [3]int{1, 1, 9}, "warpcheck::delay<2>(); asm(\"x\");"},
		{"a;", [3]int{7, 1, 2}, [3]int{1, 9, 11}, "a;"}, // the file has changed
	} {
		if got, _ := withDelays(race(c.later, c.earlier), rules.OrderOfWarps, []byte(c.text), nil, nil); string(got) != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
	inHeader := race([3]int{1, 1, 2}, [3]int{1, 1, 2})
	inHeader.Pos.File, inHeader.Run.Earlier.File = "k.cuh", "k.cuh"
	if got, count := withDelays(inHeader, rules.OrderOfWarps, []byte("a;"), nil, nil); string(got) != "a;" || count != 0 {
		t.Errorf("an access in a header that is not read changes the file to %q", got)
	}
}

// TestDelaysInHeaders: a header stands in the program in place of the one line that includes it. What it includes is
// named as the source would name it.
func TestDelaysInHeaders(t *testing.T) {
	const copied = "#line 1 \"in/h.h\"\n\n#include \"in/types.h\"\n(warpcheck::delay<1>(), a[t] = 1);\n(warpcheck::delay<2>(), b = a[u]);\n\n#line "
	for _, c := range []struct {
		name, text string
		others     map[string]string
		want       string
		count      int
	}{
		{"direct", "#include \"in/h.h\"\nrest\n", nil, copied + "2 \"k.cu\"\nrest\n", 2},
		{"through another one", "#include \"mid.h\"\nrest\n", map[string]string{"mid.h": "#include <h.h>\nint m;\n"},
			"#line 1 \"mid.h\"\n" + copied + "2 \"mid.h\"\nint m;\n\n#line 2 \"k.cu\"\nrest\n", 2},
		{"twice", "#include \"in/h.h\"\n#include \"mid.h\"\n", map[string]string{"mid.h": "#include \"in/h.h\"\n"}, "", 0},
		{"by a macro", "#include \"in/h.h\"\n#include H\n", nil, "", 0},
		{"not found", "#include \"in/h.h\"\n#include \"elsewhere/h.h\"\n", nil, "", 0},
		{"by itself", "#include \"in/h.h\"\n", map[string]string{"in/types.h": "#include \"h.h\"\n"}, "", 0},
		{"the source again", "#include \"in/h.h\"\n", map[string]string{"in/types.h": "#include \"../k.cu\"\n"}, copied + "2 \"k.cu\"\n", 2},
	} {
		files := map[string]string{"in/h.h": "#pragma once\n#include \"types.h\"\na[t] = 1;\nb = a[u];\n", "in/types.h": "int a, b;\n"}
		maps.Copy(files, c.others)
		read := func(path string) ([]byte, error) {
			for name, text := range files {
				if full(name) == path {
					return []byte(text), nil
				}
			}
			return nil, fs.ErrNotExist
		}
		f := race([3]int{4, 1, 9}, [3]int{3, 1, 9})
		f.Pos.File, f.Run.Earlier.File, f.Run.Flags = "in/h.h", "in/h.h", []string{"-Iin"}
		want := cmp.Or(c.want, c.text)
		if got, count := withDelays(f, rules.OrderOfWarps, []byte(c.text), nil, read); string(got) != want || count != c.count {
			t.Errorf("%s: %d delays in\n%s\nwant %d in\n%s", c.name, count, got, c.count, want)
		}
	}
}

// TestMemory: each pointer on the path to an object is stored once. An object that no pointer reaches is only
// mentioned.
func TestMemory(t *testing.T) {
	r := &rules.Run{
		Parameters: []string{"d", "p"}, Pointers: []string{"d", "p.next"}, Variables: []string{"table"},
		Arguments: []lanes.ArgValue{{Name: "d", Value: 0}, {Name: "p.size", Value: 9}},
		Memory: []lanes.MemoryValue{
			{Object: "p.next@8@16", Offset: 4, Size: 4, Value: 7}, {Object: "p.next@8@16", Offset: 8, Size: 4, Value: 8},
			{Object: "table", Offset: 0, Size: 8, Value: 1}, {Object: "s", Offset: 0, Size: 4, Value: 2}, {Object: "d", Offset: 0, Size: 4, Value: 3},
		},
	}
	got, err := dataOf(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `  run.set(run.parameter<1>().size, 0x9ull);  // p.size
  run.point(run.parameter<1>().next, "p.next", 16777216);
  run.store_pointer("p.next", 8, "p.next@8", 16777216);
  run.store_pointer("p.next@8", 16, "p.next@8@16", 16777216);
  run.store("p.next@8@16", 4, 4, 0x7ull);
  run.store("p.next@8@16", 8, 4, 0x8ull);
  run.store_in(table, 0, 8, 0x1ull);
  // not given: s at byte 0 is 0x2
  // not given: d at byte 0 is 0x3
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	r.Memory = []lanes.MemoryValue{{Object: "p.next", Offset: 1 << 40, Size: 4}}
	if _, err := dataOf(r); err == nil || !strings.Contains(err.Error(), "a program cannot allocate so much") {
		t.Errorf("a cell far away: error %v", err)
	}
}

// TestProgramOfNoKernel: what cannot be launched by name is an error, and a comment cannot end early.
func TestProgramOfNoKernel(t *testing.T) {
	f := race([3]int{1, 1, 2}, [3]int{1, 1, 2})
	f.Message = "first\nint x; \\"
	text, err := Program(f, []byte("a;"), Options{Arch: "sm_90", Name: "show.cu"})
	if err != nil || !strings.Contains(text, "// k.cu:1: first int x; \\ [missing-syncthreads]\n") {
		t.Errorf("error %v, begin\n%s", err, text[:min(len(text), 300)])
	}
	f.Run.Flags = []string{"-DA=$(touch x)", "-Iin clude"}
	if text, _ = Program(f, nil, Options{Arch: "sm_90", Name: "show.cu"}); !strings.Contains(text, " '-DA=$(touch x)' '-Iin clude' ") {
		t.Errorf("words for a shell are not quoted:\n%s", text[:min(len(text), 600)])
	}
	for kernel, want := range map[string]string{"l<(lambda at k.cu:3:1)>": "cannot be named", "open": "is a template"} {
		f.Run.Kernel, f.Run.IsTemplate = kernel, kernel == "open"
		if _, err := Program(f, nil, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", kernel, err, want)
		}
	}
	if _, err := Program(&rules.Finding{}, nil, Options{}); err != ErrNoRun {
		t.Errorf("without a run: error %v", err)
	}
}
