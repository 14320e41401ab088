package gitrepo

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git, whose results are taken to be right.
func git(t *testing.T, folder string, args ...string) string {
	t.Helper()
	out, err := tryGit(folder, args...)
	if err != nil {
		t.Fatalf("git %s: %s", args, out)
	}
	return out
}

func tryGit(folder string, args ...string) (string, error) {
	command := exec.Command("git", args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@example.org",
		"GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=e@example.org")
	out, err := command.Output()
	return strings.TrimSuffix(string(out), "\n"), err
}

// write writes files below a folder.
func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// history makes a repository with branches, merges and tags, in which files grow from commit to commit.
func history(t *testing.T, args ...string) string {
	root := t.TempDir()
	git(t, root, append([]string{"init", "-q", "-b", "main"}, args...)...)
	var text strings.Builder
	draw := rand.New(rand.NewPCG(1, 2))
	commit := func(file string) {
		for range 200 {
			fmt.Fprintln(&text, draw.Uint64())
		}
		write(t, root, map[string]string{file: text.String()})
		git(t, root, "add", "-A")
		git(t, root, "commit", "-q", "-m", "change "+file)
	}
	for i := range 6 {
		commit(fmt.Sprintf("folder%d/file.cu", i%3))
	}
	git(t, root, "tag", "-a", "-m", "annotated", "v1.0")
	git(t, root, "tag", "light")
	git(t, root, "checkout", "-q", "-b", "side/branch", "HEAD~3")
	commit("side.cu")
	git(t, root, "checkout", "-q", "main")
	git(t, root, "merge", "-q", "--no-ff", "-m", "join", "side/branch")
	commit("late.cu")
	return root
}

// found opens the repository of a folder.
func found(t *testing.T, folder string) *Repository {
	t.Helper()
	r, err := Find(t.Context(), folder, folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// checkObjects compares all objects with git's output for them.
func checkObjects(t *testing.T, r *Repository) {
	t.Helper()
	names := map[kind]string{}
	for name, kind := range kinds {
		names[kind] = name
	}
	all := strings.Fields(git(t, r.Root, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)"))
	if len(all) < 30 {
		t.Fatalf("%d objects", len(all))
	}
	for _, hash := range all {
		o, err := r.object(r.parse(hash))
		if err != nil {
			t.Errorf("%s: %v", hash, err)
			continue
		}
		command := exec.Command("git", "cat-file", names[o.kind], hash)
		command.Dir = r.Root
		if want, err := command.Output(); err != nil || !bytes.Equal(want, o.data) {
			t.Errorf("%s: not what git says: %v", hash, err)
		}
	}
}

// Objects are read in every form in which git stores them.
func TestObjects(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		root := history(t, "--object-format="+format)
		checkObjects(t, found(t, root))
		git(t, root, "repack", "-q", "-a", "-d", "-f", "--depth=30", "--window=30")
		git(t, root, "prune-packed")
		checkObjects(t, found(t, root))
		git(t, root, "-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d", "-f")
		checkObjects(t, found(t, root))
		packs, err := filepath.Glob(filepath.Join(root, ".git/objects/pack/*.pack"))
		if err != nil || len(packs) != 1 {
			t.Fatal(packs, err)
		}
		if err := os.Remove(strings.TrimSuffix(packs[0], "pack") + "idx"); err != nil {
			t.Fatal(err)
		}
		git(t, root, "index-pack", "--index-version=2,0x400", packs[0]) // with offsets of eight bytes
		checkObjects(t, found(t, root))
		other := filepath.Join(t.TempDir(), "other")
		git(t, root, "clone", "-q", "--shared", root, other)
		git(t, other, "commit", "-q", "--allow-empty", "-m", "own")
		checkObjects(t, found(t, other))
	}
}

// A revision names the commit that git finds for it.
func TestRevisions(t *testing.T) {
	origin := history(t)
	root := filepath.Join(t.TempDir(), "clone")
	git(t, origin, "clone", "-q", origin, root)
	git(t, root, "branch", "-q", "side", "origin/side/branch")
	git(t, root, "checkout", "-q", "-b", "work", "--track", "origin/main")
	git(t, root, "commit", "-q", "--allow-empty", "-m", "one")
	git(t, root, "commit", "-q", "--allow-empty", "-m", "two")
	git(t, root, "branch", "-q", "--track", "local", "work")
	git(t, root, "checkout", "-q", "side")
	git(t, root, "checkout", "-q", "work")
	hash := git(t, root, "rev-parse", "HEAD~1")
	git(t, root, "branch", "-q", "deadbeef") // a branch that looks like a hash
	revisions := []string{"HEAD", "@", "HEAD~2", "HEAD^", "HEAD~2^2", "HEAD~2^2~1", "HEAD^0", "HEAD~0", "HEAD~~", "HEAD^^", "HEAD^3", "HEAD~99",
		"work", "heads/work", "refs/heads/work", "origin/main", "origin", "origin/side/branch", "remotes/origin/main", "side", "v1.0", "v1.0^{}",
		"v1.0^{commit}", "v1.0~1", "tags/v1.0", "light", "light^{}", hash, hash[:10], hash[:7], strings.ToUpper(hash[:8]), "v1.0-4-g" + hash[:9],
		"@{u}", "@{upstream}", "work@{u}", "local@{u}", "HEAD@{U}", "@{u}~1", "@{1}", "@{0}", "HEAD@{2}", "work@{1}", "@{-1}", "@{-2}", "@{-9}", "@{-0}",
		"nothing", "", "HEAD^{tree}", "HEAD:late.cu", "HEAD~x", "HEAD^{", "-x", "--help", "../../x", "config", "refs/heads", "deadbeef",
		"deadbeef~1", "abcd", "HEAD^{}~1", "HEAD~1^{commit}^", "origin/HEAD", "FETCH_HEAD", "side@{u}", "v1.0@{u}"}
	for _, packed := range []bool{false, true} {
		if packed {
			git(t, root, "pack-refs", "--all")
			git(t, root, "gc", "-q")
		}
		r := found(t, root)
		for _, revision := range revisions {
			want, _ := tryGit(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
			if got, err := r.Commit(revision); err != nil || got.String() != want {
				t.Errorf("packed %v, %q: %s, %v, git says %s", packed, revision, got, err, want)
			}
		}
		for _, pair := range []string{"origin/main...side", "HEAD...", "...side", "side...HEAD~2", "v1.0...side"} {
			a, b, _ := strings.Cut(pair, "...")
			want := git(t, root, "merge-base", orHead(a), orHead(b))
			if got, err := r.Commit(pair); err != nil || got.String() != want {
				t.Errorf("%q: %s, %v, git says %s", pair, got, err, want)
			}
		}
	}
}

// The merge bases of random histories are among those that git finds.
func TestMergeBases(t *testing.T) {
	root := t.TempDir()
	git(t, root, "init", "-q")
	tree := git(t, root, "write-tree")
	draw := rand.New(rand.NewPCG(3, 4))
	var commits []string
	for i := range 40 {
		args := []string{"commit-tree", "-m", fmt.Sprint(i), tree}
		for range min(i, 1+draw.IntN(2)) {
			args = append(args, "-p", commits[max(0, i-1-draw.IntN(6))])
		}
		t.Setenv("GIT_COMMITTER_DATE", fmt.Sprintf("%d +0000", 1e9+i/3))
		commits = append(commits, git(t, root, args...))
	}
	r := found(t, root)
	some := 0
	for range 150 {
		a, b := commits[draw.IntN(40)], commits[draw.IntN(40)]
		all, _ := tryGit(root, "merge-base", "--all", a, b)
		got, err := r.Commit(a + "..." + b)
		if err != nil || (got == "") != (all == "") || !strings.Contains(all, got.String()) {
			t.Errorf("%s...%s: %s, %v, git says %s", a, b, got, err, all)
		}
		if all != "" {
			some++
		}
	}
	if some < 50 {
		t.Errorf("%d pairs have one", some)
	}
}

// The files of a revision are listed and found, and so are the names in each version of the index.
func TestFiles(t *testing.T) {
	root := history(t)
	names := map[string]string{}
	for i := range 300 {
		names[fmt.Sprintf("many/%s/%d.cu", strings.Repeat("x", i%40), i)] = "text"
	}
	write(t, root, names)
	git(t, root, "add", "-A")
	git(t, root, "commit", "-q", "-m", "many")
	want := git(t, root, "ls-files", "-s", "--abbrev=40")
	r := found(t, root)
	commit, err := r.Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Tree(commit)
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	err = r.Files(tree, func(name string, e Entry) {
		if !strings.Contains(want, fmt.Sprintf("%o %s 0\t%s\n", e.Mode, e.Hash, name)) && !strings.HasSuffix(want, "\t"+name) {
			t.Errorf("%s is not tracked", name)
		}
		if again, is, err := r.Lookup(tree, name); again.Hash != e.Hash || !is || err != nil {
			t.Errorf("%s: %v, %v", name, is, err)
		}
		listed++
	})
	if n := strings.Count(want, "\n") + 1; err != nil || listed != n {
		t.Errorf("%d files, %v, git has %d", listed, err, n)
	}
	for _, how := range [][]string{{"--index-version=2"}, {"--index-version=3"}, {"--index-version=4"}, {"--index-version=2", "--split-index"}} {
		git(t, root, append([]string{"update-index", "--force-write-index"}, how...)...)
		index, err := found(t, root).Index()
		if err != nil || len(index) != listed {
			t.Errorf("%s: %d files, %v", how, len(index), err)
		}
		for name, e := range index {
			if !strings.Contains(want+"\n", fmt.Sprintf("%o %s 0\t%s\n", e.Mode, e.Hash, name)) {
				t.Errorf("%s: %s is %v", how, name, e)
			}
		}
	}
}

// Linked working trees and submodules are opened through the files that name their repositories.
func TestWorkingTrees(t *testing.T) {
	origin := history(t)
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, origin, "worktree", "add", "-q", "-b", "linked", linked, "HEAD~1")
	git(t, linked, "commit", "-q", "--allow-empty", "-m", "own")
	r := found(t, linked)
	for _, revision := range []string{"HEAD", "HEAD~1", "main", "linked@{1}", "v1.0"} {
		want := git(t, linked, "rev-parse", revision+"^{commit}")
		if got, err := r.Commit(revision); err != nil || got.String() != want {
			t.Errorf("%s: %s, %v, git says %s", revision, got, err, want)
		}
	}
	git(t, origin, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin, "part")
	part := filepath.Join(origin, "part")
	if got, err := found(t, part).Commit("HEAD"); err != nil || got.String() != git(t, part, "rev-parse", "HEAD") {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := Find(t.Context(), origin, part); err == nil || !strings.Contains(err.Error(), "is a repository of its own inside of") {
		t.Errorf("%v", err)
	}
}

// A file or a link .git is refused if it names a repository that does not know this working tree.
func TestForeignRepositories(t *testing.T) {
	private := history(t)
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, private, "worktree", "add", "-q", linked)
	attempts := map[string]func(root string) error{
		"a file": func(root string) error {
			return os.WriteFile(filepath.Join(root, ".git"), []byte("gitdir: "+private+"/.git\n"), 0o666)
		},
		"a link": func(root string) error {
			return os.Symlink(filepath.Join(private, ".git"), filepath.Join(root, ".git"))
		},
		"the file of another working tree": func(root string) error {
			return os.WriteFile(filepath.Join(root, ".git"), []byte("gitdir: "+private+"/.git/worktrees/linked\n"), 0o666)
		},
		"commondir": func(root string) error {
			write(t, root, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/commondir": private + "/.git\n"})
			return nil
		},
		"a folder that names itself for another repository": func(root string) error {
			write(t, root, map[string]string{".git": "gitdir: x/worktrees/y\n", "x/worktrees/y/HEAD": "ref: refs/heads/main\n",
				"x/worktrees/y/commondir": private + "/.git\n", "x/worktrees/y/gitdir": root + "/.git\n"})
			return nil
		},
	}
	for what, prepare := range attempts {
		root := t.TempDir()
		if err := prepare(root); err != nil {
			t.Fatal(err)
		}
		if _, err := Find(t.Context(), root, root); err == nil || !strings.Contains(err.Error(), "does not read it") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A range names no commit.
func TestRange(t *testing.T) {
	if got, err := found(t, history(t)).Commit("main..HEAD"); got != "" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// put writes a loose object under any name: it is not checked that the name is the hash of the content.
func put(t *testing.T, root string, digit int, kind, data string) Hash {
	t.Helper()
	name := strings.Repeat(fmt.Sprintf("%02x", digit), 20)
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	fmt.Fprintf(z, "%s %d\x00%s", kind, len(data), data)
	z.Close()
	write(t, root, map[string]string{".git/HEAD": name, ".git/objects/" + name[:2] + "/" + name[2:]: b.String()})
	return Hash(strings.Repeat(string(rune(digit)), 20))
}

// Files that would cost too much are refused: objects that inflate without end, trees with a million files, and commits
// that are their own parents.
func TestBombs(t *testing.T) {
	root := t.TempDir()
	large := put(t, root, 1, "blob", strings.Repeat("x", int(largestObject)+1))
	tree := put(t, root, 2, "blob", "x")
	for level := 3; level < 12; level++ {
		var entries strings.Builder // 100 times the level below
		for i := range 100 {
			fmt.Fprintf(&entries, "40000 %03d\x00%s", i, string(tree))
		}
		tree = put(t, root, level, "tree", entries.String())
	}
	own := put(t, root, 20, "commit", fmt.Sprintf("tree %[1]s\nparent %[1]s\n\n", Hash(strings.Repeat("\x14", 20))))
	r := found(t, root)
	if _, err := r.Blob(large); !errors.Is(err, errDamaged) {
		t.Errorf("%v", err)
	}
	if err := r.Files(tree, func(string, Entry) {}); err == nil {
		t.Error("all files are listed")
	}
	r.spent = mostWork - 100*workOfObject
	if _, err := r.Commit(own.String() + "~2000000000"); !errors.Is(err, errWork) {
		t.Errorf("%v", err)
	}
}

// Each error says what to do.
func TestWhatCannotBeRead(t *testing.T) {
	root := history(t)
	r := found(t, root)
	for _, revision := range []string{":/change", "HEAD^{/change}", "main@{yesterday}", "@{push}"} {
		if _, err := r.Commit(revision); err == nil || !strings.Contains(err.Error(), "git rev-parse") {
			t.Errorf("%s: %v", revision, err)
		}
	}
	git(t, root, "config", "core.repositoryFormatVersion", "1")
	git(t, root, "config", "extensions.refStorage", "reftable")
	r = found(t, root)
	if _, err := r.Commit("main"); err == nil || !strings.Contains(err.Error(), "reftable") {
		t.Errorf("reftable: %v", err)
	}
	file, err := os.ReadFile(filepath.Join(root, ".git/refs/heads/main"))
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.TrimSpace(string(file))
	if got, err := r.Commit(hash[:9] + "~0"); err != nil || got.String() != hash {
		t.Errorf("%s, %v", got, err)
	}
}
