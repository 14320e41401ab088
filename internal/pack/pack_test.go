package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// release1 is a release of one program, which is this test, with some other files.
func release1(t *testing.T) (r release, tree string) {
	tree = t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"bin/warpcheck": string(text), "lib/warpcheck/x.h": "int x;\n", "share/man/man1/warpcheck.1": ".TH\n", licences + "z3": "MIT\n",
	} {
		name := filepath.Join(tree, path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	readme := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(readme, []byte("# warpcheck\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return release{version: "1.2.3", machine: "amd64", readme: readme, date: time.Unix(1e9, 0).UTC()}, tree
}

// Two runs make the same bytes, and the names of the packages say which platform they are for.
func TestPack(t *testing.T) {
	r, tree := release1(t)
	first, second := t.TempDir(), t.TempDir()
	for _, to := range []string{first, second} {
		if err := r.pack(tree, to, nil); err != nil {
			t.Fatal(err)
		}
	}
	made, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil || len(made) != 4 {
		t.Fatal(made, err)
	}
	for _, path := range made {
		one, _ := os.ReadFile(path)
		other, _ := os.ReadFile(filepath.Join(second, filepath.Base(path)))
		if !bytes.Equal(one, other) {
			t.Errorf("%s: other bytes in the second run", filepath.Base(path))
		}
	}
	r.machine = "vax"
	if err := r.pack(tree, first, nil); err == nil {
		t.Error("a package for an unknown architecture")
	}
}

// The wheel installs the program as a script and the other files beside it, and its record names each entry.
func TestWheel(t *testing.T) {
	r, tree := release1(t)
	r.files, _ = readTree(tree)
	text, err := r.wheel("py3-none-manylinux_2_34_x86_64")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	record, err := archive.Open("warpcheck-1.2.3.dist-info/RECORD")
	if err != nil {
		t.Fatal(err)
	}
	recorded, _ := io.ReadAll(record)
	modes := map[string]os.FileMode{}
	for _, entry := range archive.File {
		modes[entry.Name] = entry.Mode()
		if !strings.Contains(string(recorded), entry.Name+",") {
			t.Errorf("%s is not recorded", entry.Name)
		}
	}
	if mode := modes["warpcheck-1.2.3.data/scripts/warpcheck"]; mode != 0o755 {
		t.Errorf("the program has the mode %o", mode)
	}
	for _, name := range []string{"data/lib/warpcheck/x.h", "data/share/man/man1/warpcheck.1"} {
		if modes["warpcheck-1.2.3.data/"+name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

// The platform's package for npm has the program, its libraries and the licences.
func TestPlatform(t *testing.T) {
	r, tree := release1(t)
	r.files, _ = readTree(tree)
	text, err := r.platform("x64")
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	modes, about := map[string]int64{}, npmPackage{}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[strings.TrimPrefix(header.Name, "package/")] = header.Mode
		if header.Name == "package/package.json" {
			if err := json.NewDecoder(archive).Decode(&about); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(modes) != 4 || modes[program] != 0o755 || modes[licences+"z3"] == 0 || modes["lib/warpcheck/x.h"] == 0 {
		t.Error(modes)
	}
	if about.Name != "@warpcheck/linux-x64" || about.CPU[0] != "x64" {
		t.Error(about)
	}
}
