package load

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
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Input is one file to check.
type Input struct {
	// Path is the path as the user would write it: the argument, or a path below the argument.
	Path string
	// Text replaces the content of the file. If it is nil, the file is read.
	Text   []byte
	Config *config.Config
	// Added reports whether this is a source that the user did not name. It is checked because it includes a header
	// that the user named.
	Added bool
	// Embedded reports whether Text is CUDA source in a string of the file. The text is blank outside the string. A
	// file may have several such texts.
	Embedded bool
	// options lists the compiler options of such a text. macros lists flags that define macros, which stand for parts
	// of the text.
	options []string
	macros  []command.Flag
}

// Header reports whether a file is a header. A header is checked in the units that include it.
func (in Input) Header() bool { return hasEnd(in.Path, headerEnds) }

// Inputs returns the files to check. A path names a file or a folder. A folder contributes the CUDA files below it,
// which are known by their suffixes or by a compilation database. Each file is listed once, in the order of the paths
// and then of the names. Inputs stops when the context ends.
func (l *Loader) Inputs(ctx context.Context) ([]Input, error) {
	inputs, err := l.findInputs(ctx)
	if err == nil && (l.ThroughSources || l.ThroughIncluders) {
		inputs, err = l.withSources(ctx, inputs)
	}
	l.territory = l.newTerritory(inputs)
	return inputs, err
}

func (l *Loader) findInputs(ctx context.Context) ([]Input, error) {
	var inputs []Input
	var wrong error
	seen := map[string]bool{}
	for _, arg := range l.Paths {
		files, err := l.expand(ctx, arg)
		if err != nil {
			wrong = errors.Join(wrong, err)
			continue
		}
		here := map[string]bool{} // here holds the files that this argument names and no earlier one
		for _, in := range files {
			if id := l.Identity(in.Path); !seen[id] || in.Embedded && here[id] {
				seen[id], here[id] = true, true
				inputs = append(inputs, in)
			}
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	return inputs, nil
}

// expand returns the inputs of one argument.
func (l *Loader) expand(ctx context.Context, arg string) ([]Input, error) {
	switch arg {
	case "":
		return nil, errors.New("an empty path: give files or folders")
	case "-":
		return nil, errors.New("the path - reads standard input: give it alone")
	}
	if findUnsaved(l.Unsaved, arg) != nil {
		return l.named(arg)
	}
	info, err := os.Stat(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %s: give files or folders that exist", arg, reason(err))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", arg, reason(err))
	}
	if !info.IsDir() {
		if language := otherLanguages[filepath.Ext(arg)]; language != "" {
			return nil, fmt.Errorf("%s: %s is not read: give CUDA sources", arg, language)
		}
		return l.named(arg)
	}
	before := len(l.Unread)
	ignored := l.ignoredBelow(arg)
	inputs, skipped, err := l.walk(ctx, arg, ignored, IsCUDA)
	l.reportIgnored(ignored)
	if err == nil && len(inputs) == 0 && skipped == 0 && len(ignored.files) == 0 {
		inputs, skipped, err = l.walk(ctx, arg, l.ignoredBelow(arg), isPTX) // PTX is checked only if there is no CUDA
	}
	switch {
	case err != nil || ctx.Err() != nil:
		return inputs, err
	case len(inputs) == 0 && skipped > 0:
		return nil, fmt.Errorf("%s: the configuration excludes every CUDA file here (%d): name those to check all the same",
			arg, skipped)
	case len(inputs) == 0 && len(ignored.files) > 0:
		return nil, fmt.Errorf("%s: .gitignore leaves out every CUDA file here (%d): --no-gitignore checks them",
			arg, len(ignored.files))
	case slices.ContainsFunc(l.Unread[before:], func(u Unread) bool { return mayEmbed(u.File) }):
		return inputs, nil // no error, because the run reports the strings that it does not read
	case len(inputs) == 0 && len(l.Unread) > before:
		return nil, fmt.Errorf("%s: no CUDA file that can be read: %s: %s", arg,
			l.Unread[before].File, l.Unread[before].Why)
	case len(inputs) == 0:
		return nil, fmt.Errorf("%s: no CUDA file (.cu, .cuh) in this folder or below it", arg)
	}
	return inputs, nil
}

// otherLanguages maps suffixes of kernels in other languages, which are not read, to the languages.
var otherLanguages = map[string]string{".hip": "HIP", ".cl": "OpenCL", ".metal": "Metal"}

// isPTX reports whether a file with this name has PTX modules.
func isPTX(path string) bool { return strings.HasSuffix(path, endOfPTX) }

// walk finds the files below the folder root for which wanted is true, and counts those that the configuration
// excludes. If it cannot read a folder below root, it continues with the others. It does not enter links to folders: a
// folder of the tree is found anyway, and any other folder does not belong to the tree.
func (l *Loader) walk(ctx context.Context, root string, ignored *ignored, wanted func(path string) bool) (inputs []Input, excluded int, err error) {
	root += string(filepath.Separator) // the separator makes the walk enter the folder if the user has given a link to it
	tree := projectOf(Identity(root))
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			l.notRead(path, "the run was interrupted while it looked for files here")
			return filepath.SkipAll
		case err != nil && path == root:
			return fmt.Errorf("%s: %s", filepath.Clean(path), reason(err))
		case err != nil:
			l.notRead(path, reason(err))
			return nil
		case entry.IsDir() && path != root && skipFolder(path):
			l.hintAtBuild(path)
			return filepath.SkipDir
		case entry.IsDir():
			ignored.enter(path)
			return nil
		case hidden(path):
			return nil
		case leadsOut(path, entry, tree) && isFolder(path):
			l.Hints = append(l.Hints, fmt.Sprintf("%s: %v: what is there is not checked", path, safefile.ErrLeadsOut))
			return nil
		}
		isWanted := wanted(path) || l.commands.compileAsCUDA(ctx, path)
		hasStrings := l.hasStrings(path)
		if !isWanted && !hasStrings || ignored.leavesOut(path) {
			return nil
		}
		path = asFileName(path)
		in, err := l.input(path)
		if err != nil {
			return err
		}
		isExcluded, isOutside := in.Config.Excluded(path), leadsOut(path, entry, tree)
		switch {
		case isExcluded && isWanted:
			excluded++
		case isOutside && isWanted && !isExcluded:
			l.notRead(path, fmt.Sprintf("%v: name it as an input to check it", safefile.ErrLeadsOut))
		case isWanted:
			inputs = append(inputs, in)
		}
		if hasStrings && !isExcluded && !isOutside {
			inside, err := l.embedded(path, false)
			inputs = append(inputs, inside...)
			return err
		}
		return nil
	})
	return inputs, excluded, err
}

// asFileName returns a name that looks neither like a flag of clang nor like a file of flags.
func asFileName(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}

// notRead records that a file or folder below the inputs is not read, and why.
func (l *Loader) notRead(path, reason string) {
	l.Unread = append(l.Unread, Unread{path, reason})
}

// notReadOnce records that a file or folder is not read, and why, unless the same is recorded already. A run may find a
// path several times.
func (l *Loader) notReadOnce(path, reason string) {
	if !slices.Contains(l.Unread, Unread{path, reason}) {
		l.notRead(path, reason)
	}
}

// leadsOut reports whether an entry of a folder is a link that points outside a tree. A search does not follow these
// links.
func leadsOut(path string, entry fs.DirEntry, tree string) bool {
	return entry.Type()&fs.ModeSymlink != 0 && safefile.LeadsOut(path, tree)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// input returns a file with the configuration that governs it.
func (l *Loader) input(path string) (Input, error) {
	settings, err := l.Config(path)
	return Input{Path: path, Text: findUnsaved(l.Unsaved, path), Config: settings}, err
}

// The suffixes of CUDA files: first nvcc's own, then those of projects in which the build sets the language, such as
// TensorFlow and JAX.
var (
	unitEnds   = []string{".cu", ".cu.cc", ".cu.cpp", ".cu.cxx"}
	headerEnds = []string{".cuh", ".cu.h", ".cu.hpp"}
)

func hasEnd(path string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(path, end) })
}

// IsSource reports whether a path is a CUDA file that exists.
func IsSource(path string) bool { return IsCUDA(path) && isFile(path) }

// IsCUDA reports whether a file with this name is checked if its folder is an input.
func IsCUDA(path string) bool { return isUnit(path) || hasEnd(path, headerEnds) }

// isUnit reports whether a file with this name is a CUDA file that is compiled by itself.
func isUnit(path string) bool { return hasEnd(path, unitEnds) }

// hidden reports whether the name of a file begins with a dot, like those of locks and backups of editors.
func hidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// skipFolder reports whether a folder is hidden, has installed packages, or is a build tree of CMake, Ninja or Meson.
func skipFolder(path string) bool {
	name := filepath.Base(path)
	if hidden(path) || name == "node_modules" || name == "CMakeFiles" {
		return true
	}
	return buildMark(path) != ""
}

// buildMark returns the file that identifies a folder as a build tree. It returns "" for another folder.
func buildMark(path string) string {
	for _, mark := range []string{"CMakeCache.txt", "build.ninja", "meson-info"} {
		if _, err := os.Stat(filepath.Join(path, mark)); err == nil {
			return mark
		}
	}
	return ""
}

// maxLooked bounds the files of a build tree that are visited to find a CUDA file.
const maxLooked = 10_000

// hintAtBuild adds a hint if folder is a build tree (buildMark) with CUDA files. A search skips build trees.
func (l *Loader) hintAtBuild(folder string) {
	mark, looked, found := buildMark(folder), 0, ""
	if mark == "" || hidden(folder) {
		return
	}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch looked++; {
		case looked > maxLooked:
			return filepath.SkipAll
		case err != nil || entry.IsDir() && hidden(path):
			return fs.SkipDir
		case !entry.IsDir() && IsCUDA(path):
			found = path
			return filepath.SkipAll
		}
		return nil
	})
	if found != "" {
		l.hint([]string{fmt.Sprintf("%s: passed over as a build tree, by its %s: name it to check its CUDA files, of which %s is one",
			folder, mark, filepath.Base(found))})
	}
}

// Identity returns the same path for all paths to a file. It follows links before it resolves a .. after them:
// link/../x.h is not in the folder that contains the link.
func Identity(path string) string {
	full := path
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return filepath.Clean(path)
		}
		full = here + string(filepath.Separator) + path
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real
	}
	return filepath.Clean(full)
}

// sniffed is the number of bytes at the beginning of a file that are examined to distinguish text from binary.
const sniffed = 8192

// readable returns an error if the file is not text, or is PTX without the suffix of PTX. So a wrong argument gives one
// line instead of a page of syntax errors.
func (in Input) readable() error {
	head := in.Text
	if head == nil {
		var err error
		if head, err = safefile.Head(in.Path, sniffed, safefile.Source); err != nil {
			return errors.New(reason(err))
		}
	}
	head = head[:min(len(head), sniffed)]
	switch {
	case bytes.HasPrefix(head, []byte("\x7fELF")):
		return errors.New("a binary file: if it has PTX, pipe that into warpcheck, as in cuobjdump -ptx FILE | warpcheck -")
	case bytes.IndexByte(head, 0) >= 0:
		return errors.New("a binary file, not CUDA source in UTF-8")
	case in.Text == nil && !isPTX(in.Path) && isModule(head, versionLine()):
		return errors.New("PTX, by its .version: let its name end in .ptx, or pipe it into warpcheck -")
	}
	return nil
}

// reason returns the cause of a file system error without the operation and path.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
