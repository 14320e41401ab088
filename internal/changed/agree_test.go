package changed

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// touched are the changed lines among the first count lines.
func touched(t *testing.T, lines *Lines, file string, count int) (all []int) {
	t.Helper()
	for line := 1; line <= count; line++ {
		is, err := lines.Touches(file, line, line)
		if err != nil {
			t.Fatal(err)
		}
		if is {
			all = append(all, line)
		}
	}
	return all
}

var hunkHead = regexp.MustCompile(`(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// byGit are the changed lines according to git.
func byGit(t *testing.T, root, file string) (all []int) {
	t.Helper()
	out, err := exec.Command("git", "-C", root, "diff", "--unified=0", "HEAD", "--", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range hunkHead.FindAllStringSubmatch(string(out), -1) {
		first, _ := strconv.Atoi(m[1])
		count := 1
		if m[2] != "" {
			count, _ = strconv.Atoi(m[2])
		}
		if count == 0 {
			count = 2
		}
		for i := range count {
			all = append(all, first+i)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// For random edits of lines that all differ, the changed lines are those of git.
func TestAgreesWithGit(t *testing.T) {
	root := repository(t, map[string]string{"a.cu": "1\n"})
	draw := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		var lines []string
		for i := range draw.IntN(60) {
			lines = append(lines, fmt.Sprintf("line %d of %d", i, round))
		}
		write(t, root, map[string]string{"a.cu": strings.Join(lines, "\n") + "\n"})
		git(t, root, "add", "-A")
		git(t, root, "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "-m", "m")
		for range draw.IntN(8) {
			at := draw.IntN(len(lines) + 1)
			until := min(len(lines), at+draw.IntN(3))
			lines = slices.Replace(lines, at, until, slices.Repeat([]string{fmt.Sprint("new ", draw.Uint64())}, draw.IntN(3))...)
		}
		write(t, root, map[string]string{"a.cu": strings.Join(lines, "\n") + "\n"})
		since, err := Since(t.Context(), "HEAD", root, []string{root})
		if err != nil {
			t.Fatal(err)
		}
		got := touched(t, since, filepath.Join(root, "a.cu"), len(lines)+1)
		if want := byGit(t, root, "a.cu"); !slices.Equal(slices.DeleteFunc(want, func(n int) bool { return n == 0 || n > len(lines)+1 }), got) {
			t.Errorf("round %d: lines %v, git says %v", round, got, want)
		}
	}
}

// The unchanged lines are in the old text in the same order, and no other comparison has more of them.
func TestFewestChanges(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 8))
	text := func() []string {
		lines := make([]string, draw.IntN(30))
		for i := range lines {
			lines[i] = strconv.Itoa(draw.IntN(5))
		}
		return lines
	}
	for range 2000 {
		before, now := text(), text()
		d := &differ{}
		numbers := map[string]int{}
		d.edits(numbered(numbers, before), numbered(numbers, now), 0)
		fewest := kept(now, d.found)
		if !isWithin(fewest, before) || len(fewest) != longestCommon(before, now) {
			t.Fatalf("%v to %v: %v is kept", before, now, fewest)
		}
		whole := &differ{}
		whole.compare(numbered(numbers, before), numbered(numbers, now), 0, deepest)
		if all := kept(now, whole.found); !isWithin(all, before) {
			t.Fatalf("%v to %v: %v is kept", before, now, all)
		}
	}
}

// kept are the lines that were not added.
func kept(now []string, found []hunk) (all []string) {
	added := map[int]bool{}
	for _, h := range found {
		for n := range h.added {
			added[h.at+n] = true
		}
	}
	for i, line := range now {
		if !added[i] {
			all = append(all, line)
		}
	}
	return all
}

func isWithin(part, whole []string) bool {
	for _, line := range whole {
		if len(part) > 0 && part[0] == line {
			part = part[1:]
		}
	}
	return len(part) == 0
}

func longestCommon(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		before := 0
		for j := range b {
			here := max(row[j], row[j+1])
			if a[i] == b[j] {
				here = before + 1
			}
			before, row[j+1] = row[j+1], here
		}
	}
	return row[len(b)]
}

// Untracked files are left out by the repository's patterns and by the user's.
func TestExcludes(t *testing.T) {
	root, home := repository(t, map[string]string{"a.cu": "1\n"}), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "settings"))
	write(t, home, map[string]string{".gitconfig": "[core]\n\texcludesFile = ~/mine\n", "mine": "/by_user*\n"})
	write(t, root, map[string]string{".git/info/exclude": "by_repository.cu\n!by_user2.cu\n", "by_user.cu": "1\n", "by_user2.cu": "1\n",
		"by_repository.cu": "1\n", "new.cu": "1\n"})
	since, err := Since(t.Context(), "HEAD", root, []string{root})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"by_user.cu": "[]", "by_user2.cu": "[1]", "by_repository.cu": "[]", "new.cu": "[1]"} {
		if got := fmt.Sprint(touched(t, since, filepath.Join(root, file), 1)); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
		if git := exec.Command("git", "-C", root, "check-ignore", "-q", file); (git.Run() == nil) != (want == "[]") {
			t.Errorf("%s: git says otherwise", file)
		}
	}
}

// All kinds of files, tracked, ignored and neither.
func TestKindsOfFiles(t *testing.T) {
	root := repository(t, map[string]string{".gitignore": "made*\n", "dos.cu": "1\r\n2\r\n3\r\n", "unix.cu": "1\n2\n3\n",
		"end.cu": "1\n2", "empty.cu": "", "link_before.cu": "1\n", "moved.cu": "a\nb\nc\nd\ne\nf\n", "copied.cu": "g\nh\ni\nj\nk\nl\n"})
	for _, folder := range []string{"folder", "part", "left"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, root, map[string]string{"made_and_tracked.cu": "1\n2\n"})
	git(t, root, "add", "-f", "made_and_tracked.cu")
	commit(t, root)
	write(t, root, map[string]string{"dos.cu": "1\n2\nx\n", "unix.cu": "1\r\n2\r\n3\r\n", "end.cu": "1\n2\n", "empty.cu": "1\n",
		"made_and_tracked.cu": "1\nx\n", "made.cu": "1\n", "unknown.cu": "1\n2\n", "folder/moved.cu": "a\nb\nX\nd\ne\nf\n", "part/k.cu": "1\n",
		"left/k.cu": "1\n"})
	git(t, root, "rm", "-q", "--cached", "moved.cu")
	if err := os.Remove(filepath.Join(root, "moved.cu")); err != nil {
		t.Fatal(err)
	}
	git(t, root, "add", "folder")
	git(t, filepath.Join(root, "part"), "init", "-q")
	since, err := Since(t.Context(), "HEAD", root, []string{root})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"dos.cu": "[3]", "unix.cu": "[]", "end.cu": "[2]", "empty.cu": "[1]", "made_and_tracked.cu": "[2]", "made.cu": "[]",
		"unknown.cu": "[1 2]", "folder/moved.cu": "[3]", "copied.cu": "[]", "part/k.cu": "[1]", "left/k.cu": "[1]",
	} {
		count := 6
		if text, err := os.ReadFile(filepath.Join(root, file)); err == nil {
			count = strings.Count(string(text), "\n")
		}
		if got := fmt.Sprint(touched(t, since, filepath.Join(root, file), count)); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
