// Package changed knows which lines of a git repository's files have changed since a revision.
//
// It runs git, which obeys the configuration of the repository (.git/config): whoever asks for
// changes of a repository trusts that. Programs that a checked tree's attributes could name for
// diffs are switched off.
package changed

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Lines are the lines that have changed, by the whole path of their file.
type Lines map[string][]stretch

// stretch are lines of a file, from 1, both included.
type stretch struct{ first, last int }

// Touches reports whether one of some lines of a file has changed.
func (l Lines) Touches(file string, first, last int) bool {
	full, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	for _, s := range l[full] {
		if s.first <= max(first, last) && first <= s.last {
			return true
		}
	}
	return false
}

// Since are the lines that differ from a revision in the working trees that hold some folders,
// files that git does not know yet included.
func Since(ctx context.Context, revision string, folders []string) (Lines, error) {
	all, seen := Lines{}, map[string]bool{}
	for _, folder := range folders {
		top, err := run(ctx, folder, "rev-parse", "--show-toplevel")
		if err != nil {
			return nil, err
		}
		root := strings.TrimSuffix(string(top), "\n")
		if seen[root] {
			continue
		}
		seen[root] = true
		if err := all.addTree(ctx, root, revision); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// asItIs is the diff of a repository whatever its configuration and its attributes say of diffs. What is renamed
// is compared with what it was, so that old code in a new place is not new.
var asItIs = []string{"diff", "--no-ext-diff", "--no-textconv", "--text", "--no-color", "--find-renames", "--unified=0",
	"--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/"}

// addTree adds the changes of one working tree.
func (l Lines) addTree(ctx context.Context, root, revision string) error {
	if _, err := run(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}"); err != nil {
		return noRevision(ctx, root, revision)
	}
	diff, err := run(ctx, root, append(asItIs, "--end-of-options", revision, "--")...)
	if err != nil {
		return err
	}
	if err := l.read(root, diff); err != nil {
		return err
	}
	fresh, err := run(ctx, root, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(fresh), "\x00"), "\x00") {
		if name != "" {
			l.add(root, name, stretch{1, math.MaxInt})
		}
	}
	return nil
}

// noRevision is the error for one that is not there; a shallow clone has few.
func noRevision(ctx context.Context, root, revision string) error {
	hint := ""
	if shallow, err := run(ctx, root, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
		hint = ", a shallow clone: git fetch --unshallow brings the others"
	}
	return fmt.Errorf("%s is no revision of the repository %s%s", revision, root, hint)
}

// hunk is the head of a stretch of changes; only where it stands now matters.
var hunk = pattern.Of(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)

// read reads a diff without context. Where lines are only taken away, the lines beside the gap count
// as changed: what happens there is different now.
func (l Lines) read(root string, diff []byte) error {
	name := ""
	lines := bufio.NewReader(bytes.NewReader(diff))
	for {
		line, err := lines.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		if file, is := strings.CutPrefix(line, "+++ "); is {
			name = destination(file)
		} else if m := hunk().FindStringSubmatch(line); m != nil && name != "" {
			s, err := stretchOf(m)
			if err != nil {
				return fmt.Errorf("git diff: %q: %w", line, err)
			}
			l.add(root, name, s)
		}
		if err != nil {
			return nil // a reader of bytes has no other error than its end
		}
	}
}

// destination is the file's name behind +++, "" for one that is gone. git quotes unusual names.
func destination(file string) string {
	file = strings.TrimSuffix(file, "\t")
	if unquoted, err := strconv.Unquote(file); err == nil {
		file = unquoted
	}
	name, is := strings.CutPrefix(file, "b/")
	if !is {
		return ""
	}
	return name
}

// stretchOf are the lines of a hunk.
func stretchOf(m []string) (stretch, error) {
	first, err := strconv.Atoi(m[1])
	if err != nil || m[2] == "" {
		return stretch{first, first}, err
	}
	n, err := strconv.Atoi(m[2])
	if n == 0 {
		return stretch{first, first + 1}, err
	}
	return stretch{first, first + n - 1}, err
}

func (l Lines) add(root, name string, s stretch) {
	full := filepath.Join(root, filepath.FromSlash(name))
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	l[full] = append(l[full], s)
}

// run is what a command of git writes.
func run(ctx context.Context, folder string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", append([]string{"-C", folder, "-c", "core.fsmonitor=false",
		"-c", "core.quotePath=false"}, args...)...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("git %s in %s: %s", args[0], folder, strings.TrimSpace(complaint.String()))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot run git: %w", err)
	}
	return out, nil
}
