package baseline

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func drawnEntry(t *rapid.T) Entry {
	word := rapid.SampledFrom([]string{"a", "b", "c d", "é"})
	return Entry{Key: word.Draw(t, "key"), Path: word.Draw(t, "path"),
		Kernels: rapid.SliceOfN(word, 1, 2).Draw(t, "kernels"), Line: LineHash(word.Draw(t, "line")), Count: 1}
}

// A baseline that is written can be read, matches each of its findings once and no other, and is the same text in any
// order of the findings.
func TestLaws(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOf(rapid.Custom(drawnEntry)).Draw(t, "entries")
		var text, again bytes.Buffer
		if err := Write(&text, Contents{Findings: entries}); err != nil {
			t.Fatal(err)
		}
		if err := Write(&again, Contents{Findings: rapid.Permutation(entries).Draw(t, "order")}); err != nil || again.String() != text.String() {
			t.Fatalf("another order, another text: %v", err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		read, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMatcher(read.Findings)
		for i, e := range entries {
			if len(m.Gone()) == 0 || !m.Has(e) {
				t.Fatalf("entry %d is not known", i)
			}
		}
		if gone := m.Gone(); len(gone) > 0 {
			t.Fatalf("gone: %+v", gone)
		}
		for _, e := range entries {
			if m.Has(e) {
				t.Fatalf("%+v is known more often than it was", e)
			}
		}
	})
}

func TestLineHashIsOfTheCode(t *testing.T) {
	if LineHash("  f( x );\t") != LineHash("f(x);") {
		t.Error("white space changes the hash")
	}
	if LineHash("f(x);") == LineHash("f(y);") {
		t.Error("another line has the same hash")
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "is no baseline (it is empty):",
		`{"version": 1`:                  "is no baseline (it ends too early):",
		`{"version": 1]`:                 "is no baseline (byte 14: invalid character",
		`[]`:                             "is no baseline (byte 1: array stands where something else belongs):",
		`{}`:                             "is no baseline: write one",
		`{"version": 1, "finding": []}`:  "is no baseline",
		`{"version": 9, "findings": []}`: "version 9",
		`{"version": 1, "findings": [{"key": "k", "path": "p", "line": "l"}]}`: "lacks its key, path, line or count",
		`{"version": 1, "findings": [], "incomplete": [{"path": "p"}]}`:        "lacks its path or reason",
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--write-baseline") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Read("no such file"); err == nil {
		t.Error("no such file is read")
	}
}
