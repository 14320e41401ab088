package gitignore

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A file is ignored if git ignores it.
func TestAgreesWithGit(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		Name: "# comment\n\n*.gen.cu\n!keep.gen.cu\n/build\nout/\nsub/only.cu\ndeep/**/x.cu\n**/any/y.cu\n" +
			"{a,b}.cu\ntrailing.cu   \nq\\ \n[ab]z.cu\n\\#hash.cu\nlist/*\n!list/in\n",
		"sub/" + Name: "!own.gen.cu\n*.tmp.cu\r\n/top.cu\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", root, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("git: %s", out)
	}
	tree := In(root)
	for _, name := range strings.Fields("k.cu k.gen.cu keep.gen.cu sub/k.gen.cu sub/own.gen.cu sub/only.cu x/sub/only.cu " +
		"build x/build out x/out deep/x.cu deep/a/b/x.cu any/y.cu a/b/any/y.cu {a,b}.cu a.cu trailing.cu az.cu cz.cu #hash.cu " +
		"sub/k.tmp.cu k.tmp.cu sub/top.cu sub/sub/top.cu top.cu list/in list/out") {
		path := filepath.Join(root, name)
		isFolder := filepath.Ext(name) == ""
		if isFolder {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		err := exec.Command("git", "-C", root, "check-ignore", "-q", name).Run()
		if got, want := tree.Ignores(path, isFolder), err == nil; got != want {
			t.Errorf("%s: ignored %v, git says %v", name, got, want)
		}
	}
	if tree.Ignores(filepath.Join(filepath.Dir(root), "k.gen.cu"), false) {
		t.Error("a file outside the tree is ignored")
	}
}

// A file with too many patterns is read in part, and that is reported. Names are not limited.
func TestManyPatterns(t *testing.T) {
	if l := parse(strings.Repeat("*x\n", 3*mostGlobs)); len(l.globs) != mostGlobs || !l.isCut {
		t.Errorf("%d patterns, cut %v", len(l.globs), l.isCut)
	}
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "name%d.cu\n/folder%d/k.cu\n", i, i)
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, Name), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	tree := In(root)
	left := 0
	for i := range 1000 {
		for _, form := range []string{"name%d.cu", "folder%d/k.cu", "x/folder%d/k.cu"} {
			if tree.Ignores(filepath.Join(root, fmt.Sprintf(form, i)), false) {
				left++
			}
		}
	}
	if left != 2000 || len(tree.Cut()) > 0 {
		t.Errorf("%d files are left out, %v is cut", left, tree.Cut())
	}
}
