package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the files of a repository contain, they are read or refused.
func FuzzRepository(f *testing.F) {
	root := f.TempDir()
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": "[core]\n\tbare = false\n"} {
		if err := os.MkdirAll(filepath.Join(root, ".git"), 0o777); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, ".git", name), []byte(text), 0o666); err != nil {
			f.Fatal(err)
		}
	}
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"+strings.Repeat("x", 60)+"\x00\x04k.cu\x00\x00\x00\x00\x00\x00link"), "HEAD~2^{}")
	f.Add([]byte("[core \"x\"] worktree = \"a\\\"b\" ; c\n\tkey\\\n= v\n"), "main@{u}...")
	f.Add([]byte("\x05\x03\x91\x00\x02\x01x"), "v1-g12345")
	f.Add([]byte("\x9c\x01\x00\x78\x9c"), "1234^0@{-1}")
	f.Fuzz(func(t *testing.T, data []byte, revision string) {
		_ = (&indexReader{data: data, width: 20, version: 4}).entries(Index{})
		_, _ = patch([]byte("hello"), data)
		for _, name := range []string{"HEAD", "config", "packed-refs"} {
			if err := os.WriteFile(filepath.Join(root, ".git", name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := Find(t.Context(), root, root); err == nil {
			_, _ = r.Commit(revision)
			r.Close()
		}
	})
}

// Whatever a pack and its index contain, they are read or refused.
func FuzzPack(f *testing.F) {
	folder := f.TempDir()
	index := magicAndVersion + strings.Repeat("\x00\x00\x00\x01", 256) + strings.Repeat("\x00", 20) + "sums\x00\x00\x00\x00"
	f.Add([]byte(index), []byte("\x35\x78\x9c\x4b\x4c\x4a\x06\x00"))
	f.Add([]byte(index), []byte("\x65\x80\x01\x78\x9c"))
	f.Add([]byte(index), []byte("\x75"+strings.Repeat("\x00", 20)+"\x78\x9c"))
	f.Fuzz(func(t *testing.T, index, data []byte) {
		for name, text := range map[string][]byte{"p.idx": index, "p.pack": data} {
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p, err := openPack(filepath.Join(folder, "p"), 20)
		if err != nil {
			return
		}
		defer p.close()
		r := &Repository{width: 20, packs: []*pack{p}, ctx: t.Context()}
		_ = p.startingWith("0000", func(h Hash) { _, _ = r.object(h) })
		_, _ = r.packed(p, 0)
	})
}
