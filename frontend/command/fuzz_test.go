package command

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Whatever is in a database, its paths are absolute and its flags are of the closed set.
func FuzzDatabase(f *testing.F) {
	for _, seed := range []string{
		`[{"directory": "/d", "file": "k.cu", "command": "nvcc -Iinc -DN='a b' -c k.cu"}]`,
		`[{"directory": "..", "file": "/k.cu", "arguments": ["clang++", "-x", "cuda", "-include", "p.h", "k.cu"]}]`,
		`[{"file": "k.cu", "arguments": ["nvcc", "-gencode", "arch=compute_80,code=[sm_80,sm_90a]", "-Xcompiler", "-fPIC,-DX", "k.cu"]}]`,
		`[{"file": "a.cu", "command": "env A=1 ccache g++ -std=c++17 -isystem/x @none a.cu b.cu"}, {}]`,
		"\xef\xbb\xbf[]", `{"file": 1}`, "[", `[{"file": "k.cu", "command": "'"}]`,
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := parseDatabase(filepath.Join(dir, databaseName), text)
		if err != nil {
			return
		}
		for _, e := range d.Entries {
			if !filepath.IsAbs(e.File) || !filepath.IsAbs(e.Directory) {
				t.Errorf("a relative path: %+v", e)
			}
			if !slices.ContainsFunc(d.Lookup(e.File), func(o Entry) bool { return slices.Equal(o.Args, e.Args) }) {
				t.Errorf("an entry that is not found: %+v", e)
			}
			c, _, err := e.Translate(t.Context())
			if err != nil {
				continue
			}
			for _, one := range From(dir, c.Flags) {
				if again, err := NewFlag(one.Kind(), one.Value()); err != nil || again != one {
					t.Errorf("%q is not of the closed set: %v", one, err)
				}
			}
		}
	})
}

// Words that are quoted and read again are the same words.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"nvcc -DA='b c' k.cu", `a\ b "c\"d" '' \`, "\t\n'", `"\$\x"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := Split(text)
		if err != nil {
			return
		}
		var quoted []string
		for _, word := range words {
			quoted = append(quoted, "'"+strings.ReplaceAll(word, "'", `'\''`)+"'")
		}
		if again, err := Split(strings.Join(quoted, " ")); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q became %q: %v", words, again, err)
		}
	})
}
