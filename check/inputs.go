package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// input is one file to check.
type input struct {
	// path as the user would write it: the argument, or the argument's folder
	// joined with the way down.
	path string
	// text replaces the file's content, for standard input; nil reads the file.
	text   []byte
	config *config.Config
}

// header reports a file that is checked through the units that include it.
func (in input) header() bool { return filepath.Ext(in.path) == ".cuh" }

// findInputs expands the arguments: a file stands for itself, a folder for the
// .cu and .cuh files below it. Each file comes once, in the order of the
// arguments and then of the names. It ends with the context.
func (c *checker) findInputs(ctx context.Context) ([]input, error) {
	if c.Stdin != nil {
		in, err := c.input(c.StdinName)
		in.text = c.Stdin
		return []input{in}, err
	}
	var inputs []input
	seen := map[string]bool{}
	for _, arg := range c.Paths {
		files, err := c.expand(ctx, arg)
		if err != nil {
			return nil, err
		}
		for _, in := range files {
			if id := identity(in.path); !seen[id] {
				seen[id] = true
				inputs = append(inputs, in)
			}
		}
	}
	return inputs, nil
}

// expand is the inputs that one argument stands for.
func (c *checker) expand(ctx context.Context, arg string) ([]input, error) {
	switch arg {
	case "":
		return nil, errors.New("an empty path: give files or folders")
	case "-":
		return nil, errors.New("the path - reads standard input: give it alone")
	}
	info, err := os.Stat(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %s: give files or folders that exist", arg, reason(err))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", arg, reason(err))
	}
	if !info.IsDir() {
		in, err := c.input(plain(arg))
		return []input{in}, err
	}
	before := len(c.unread)
	inputs, skipped, err := c.walk(ctx, arg)
	switch {
	case err != nil || ctx.Err() != nil:
		return inputs, err
	case len(inputs) == 0 && skipped > 0:
		return nil, fmt.Errorf("%s: the configuration excludes all %d .cu and .cuh files here",
			arg, skipped)
	case len(inputs) == 0 && len(c.unread) > before:
		return nil, fmt.Errorf("%s: no .cu or .cuh file that can be read: %s: %s", arg,
			c.unread[before].Pos.File, c.unread[before].Text)
	case len(inputs) == 0:
		return nil, fmt.Errorf("%s: no .cu or .cuh file in this folder or below it", arg)
	}
	return inputs, nil
}

// walk finds the CUDA files below a folder, and counts those that the
// configuration excludes. A folder below that cannot be read ends nothing. Links to folders
// are not entered: what is in the tree is found without them, and what is not is not the tree's.
func (c *checker) walk(ctx context.Context, root string) (inputs []input, excluded int, err error) {
	root += string(filepath.Separator) // a link that the user gave is entered
	tree := projectOf(identity(root))
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			c.notRead(path, "the run was interrupted while it looked for files here")
			return filepath.SkipAll
		case err != nil && path == root:
			return fmt.Errorf("%s: %s", filepath.Clean(path), reason(err))
		case err != nil:
			c.notRead(path, reason(err))
			return nil
		case entry.IsDir() && path != root && skipFolder(path):
			return filepath.SkipDir
		case entry.IsDir() || hidden(path):
			return nil
		case leadsOut(path, entry, tree) && isFolder(path):
			c.hints = append(c.hints, fmt.Sprintf("%s: %v: what is there is not checked", path, safefile.ErrLeadsOut))
			return nil
		case !isCUDA(path):
			return nil
		}
		path = plain(path)
		in, err := c.input(path)
		if err != nil {
			return err
		}
		if in.config.Excluded(path) {
			excluded++
			return nil
		}
		if leadsOut(path, entry, tree) {
			c.notRead(path, fmt.Sprintf("%v: name it as an input to check it", safefile.ErrLeadsOut))
			return nil
		}
		inputs = append(inputs, in)
		return nil
	})
	return inputs, excluded, err
}

// plain is a name that does not look like a flag of clang's, or a file of them.
func plain(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}

// notRead records that something below the inputs is not read, and why.
func (c *checker) notRead(path, why string) {
	c.unread = append(c.unread, report.Notice{Severity: rules.Error,
		Pos: ast.Pos{File: path}, Text: why, Incomplete: true})
}

// leadsOut reports a link that a search in a tree does not follow.
func leadsOut(path string, entry fs.DirEntry, tree string) bool {
	return entry.Type()&fs.ModeSymlink != 0 && safefile.LeadsOut(path, tree)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// input finds the configuration that governs a file, and refuses a rule that
// does not exist before any work is done.
func (c *checker) input(path string) (input, error) {
	settings, err := c.Config(path)
	if err != nil {
		return input{}, err
	}
	_, err = c.enabled(settings)
	return input{path: path, config: settings}, err
}

// isCUDA reports a file that is checked when its folder is.
func isCUDA(path string) bool {
	return slices.Contains([]string{".cu", ".cuh"}, filepath.Ext(path))
}

// hidden reports a name that starts with a dot, such as the locks and backups of editors.
func hidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// skipFolder reports hidden folders, installed packages and build trees, which
// are told by the files that CMake, Ninja and Meson leave in them.
func skipFolder(path string) bool {
	name := filepath.Base(path)
	if hidden(path) || name == "node_modules" || name == "CMakeFiles" {
		return true
	}
	for _, mark := range []string{"CMakeCache.txt", "build.ninja", "meson-info"} {
		if _, err := os.Stat(filepath.Join(path, mark)); err == nil {
			return true
		}
	}
	return false
}

// identity is the same for two paths to one file.
func identity(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real
	}
	return full
}

// sniffed is how much of a file is looked at to tell text from binary.
const sniffed = 8192

// readable checks that a file is text, so that a wrong argument is told in
// one line instead of by a page of syntax errors.
func (in input) readable() error {
	head := in.text
	if head == nil {
		var err error
		if head, err = safefile.Head(in.path, sniffed); err != nil {
			return errors.New(reason(err))
		}
	}
	if bytes.IndexByte(head[:min(len(head), sniffed)], 0) >= 0 {
		return errors.New("a binary file, not CUDA source in UTF-8")
	}
	return nil
}

// reason is the cause of a file system error without the operation and path.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
