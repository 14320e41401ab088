package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDatabase(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "build", databaseName)
	write(t, path, `[
  {"directory": ".", "file": "../src/a.cu", 
   "command": "nvcc -DS=\\\"x\\\" -I../inc -c ../src/a.cu -o a.o"},
  {"directory": "`+root+`", "file": "src/b.cu",
   "arguments": ["clang++", "-x", "cuda", "-DB C", "src/b.cu"]},
  {"directory": "`+root+`", "file": "src/b.cu", "arguments": ["clang++", "-DSECOND", "src/b.cu"]},
  {"directory": "`+root+`", "file": "main.cpp", "command": "g++ main.cpp", "output": "main.o"}
]`)
	d, err := LoadDatabase(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(root, "src", "a.cu"), filepath.Join(root, "src", "b.cu")
	entries := d.Lookup(a)
	if len(entries) != 1 {
		t.Fatalf("%d entries for a.cu", len(entries))
	}
	c, _, err := entries[0].Translate(t.Context())
	want := []string{`-DS="x"`, "-I" + filepath.Join(root, "inc"), "-std=c++17"}
	if err != nil || c.File != a || !slices.Equal(Words(c.Flags), want) {
		t.Errorf("a.cu: %+v, error %v", c, err)
	}
	if entries := d.Lookup(b); len(entries) != 2 || entries[0].Args[3] != "-DB C" {
		t.Errorf("b.cu: %+v", entries)
	}
	if entries := d.Lookup(filepath.Join(root, "none.cu")); entries != nil {
		t.Errorf("none.cu: %+v", entries)
	}
}

func TestCompilesAsCUDA(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, databaseName)
	write(t, path, `[
		{"directory": ".", "file": "nvcc.cpp", "command": "nvcc -x cu -c nvcc.cpp"},
		{"directory": ".", "file": "joined.cc", "command": "nvcc --x=cu -c joined.cc"},
		{"directory": ".", "file": "clang.cc", "command": "clang++ -xcuda -c clang.cc"},
		{"directory": ".", "file": "both.cpp", "command": "c++ -c both.cpp"},
		{"directory": ".", "file": "both.cpp", "command": "nvcc -x cu -c both.cpp"},
		{"directory": ".", "file": "host.cpp", "command": "nvcc -c host.cpp"},
		{"directory": ".", "file": "named.cpp", "command": "c++ -x c++ -c named.cpp"},
		{"directory": ".", "file": "wrong.cpp", "command": "nvcc -x"}]`)
	d, err := LoadDatabase(path)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{"nvcc.cpp": true, "joined.cc": true, "clang.cc": true, "both.cpp": true,
		"host.cpp": false, "named.cpp": false, "wrong.cpp": false, "absent.cpp": false} {
		if got := d.CompilesAsCUDA(t.Context(), filepath.Join(root, file)); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

func TestLookupThroughALink(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "real", "a.cu"), "")
	if err := os.Symlink(filepath.Join(root, "real"), filepath.Join(root, "link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	path := filepath.Join(root, databaseName)
	write(t, path, `[{"directory": "real", "file": "a.cu", "command": "nvcc a.cu"}]`)
	d, err := LoadDatabase(path)
	if err != nil || len(d.Lookup(filepath.Join(root, "link", "a.cu"))) != 1 {
		t.Errorf("not found through the link; error %v", err)
	}
}

// A byte order mark is not part of a database.
func TestDatabaseWithAMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), databaseName)
	write(t, path, "\xef\xbb\xbf"+`[{"file": "a.cu", "command": "nvcc a.cu"}]`)
	if d, err := LoadDatabase(path); err != nil || len(d.Entries) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestMalformedDatabases(t *testing.T) {
	path := filepath.Join(t.TempDir(), databaseName)
	not := ": not a compilation database: "
	for text, want := range map[string]string{
		"[\n{\"file\": }]":      path + ":2" + not + "invalid character",
		`{"file": "a.cu"}`:      path + ":1" + not + "a list of entries belongs here, not a JSON object",
		`[{"file": 3}]`:         path + ":1" + not + `"file" cannot be a JSON number`,
		`[3]`:                   path + ":1" + not + "an entry belongs here, not a JSON number",
		`[{"command": "nvcc"}]`: path + `: entry 1: no "file"`,
		`[{"file": "a.cu"}]`: path +
			`: entry 1: a.cu has neither "command" nor "arguments"`,
		`[{"file": "a.cu", "command": "nvcc 'a"}]`: path + ": entry 1: a.cu: a quote (') is not closed",
		"": path + ":1" + not + "unexpected end",
	} {
		write(t, path, text)
		_, err := LoadDatabase(path)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if _, err := LoadDatabase(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing database is accepted")
	}
}

func TestFindDatabase(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "src", "deep")
	write(t, filepath.Join(deep, "a.cu"), "")
	inBuild := filepath.Join(root, "build", databaseName)
	write(t, inBuild, "[]")
	if got := FindDatabase(filepath.Join(deep, "a.cu")); got != inBuild {
		t.Errorf("from a file: %q", got)
	}
	closer := filepath.Join(root, "src", databaseName)
	write(t, closer, "[]")
	if got := FindDatabase(deep); got != closer {
		t.Errorf("the closer one: %q", got)
	}
}

// Links are resolved once even if the database is asked for many sources that it does not have.
func TestLookupResolvesLinksOnce(t *testing.T) {
	root := t.TempDir()
	link := filepath.Join(root, "link")
	real := filepath.Join(root, "real")
	write(t, filepath.Join(real, "a.cu"), "")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	d := &Database{Entries: []Entry{{File: filepath.Join(link, "a.cu")}}}
	if d.Lookup(filepath.Join(real, "none.cu")) != nil {
		t.Error("a source that no entry has is found")
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if got := d.Lookup(filepath.Join(real, "a.cu")); len(got) != 1 {
		t.Errorf("%d entries: the links are followed for each question", len(got))
	}
}
