package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// A header may be checked without the files that include it: a hook gets the files of a commit, and an editor has one
// file open. The meaning of a header depends on the files that include it. So the user may ask that the header is
// checked through the sources of its project that include it. With ThroughIncluders, a source that other sources
// include is checked through these sources too.

// maxThroughSources is the largest number of sources through which a header is checked. The closest ones are taken.
// Hundreds of sources may include a header, and a user who names only the header waits for the answer.
const maxThroughSources = 8

// withSources adds to inputs the sources that include the headers among them. With ThroughIncluders it also adds the
// sources that include sources among the inputs.
func (l *Loader) withSources(ctx context.Context, inputs []Input) ([]Input, error) {
	known := map[string]bool{}
	for _, in := range inputs {
		known[Identity(in.Path)] = true
	}
	all := slices.Clone(inputs)
	for _, in := range inputs {
		if in.Embedded || isPTX(in.Path) || isUnit(in.Path) && !l.ThroughIncluders {
			continue
		}
		sources := l.sourcesOf(ctx, Identity(in.Path))
		if n := len(sources); n > maxThroughSources {
			l.Hints = append(l.Hints, fmt.Sprintf("%s: %d sources include it: it is checked through the %d closest; check their folder for all",
				in.Path, n, maxThroughSources))
			sources = sources[:maxThroughSources]
		}
		for _, source := range sources {
			if known[source] {
				continue
			}
			known[source] = true
			added, err := l.input(asFileName(fromHere(source)))
			if err != nil {
				return nil, err
			}
			added.Added = true
			if !added.Config.Excluded(added.Path) {
				all = append(all, added)
			}
		}
	}
	return all, nil
}

// sourcesOf returns the sources of a header's project that include it, directly or through other headers. The closest
// are first.
func (l *Loader) sourcesOf(ctx context.Context, header string) []string {
	var found []string
	seen := map[string]bool{header: true}
	root := Project(header)
	for todo := []string{header}; len(todo) > 0; todo = todo[1:] {
		for _, one := range l.discovery.includesOf(root, todo[0]) {
			file := Identity(one.file)
			switch {
			case seen[file]:
				continue
			case l.isPassedOver(file):
			case isUnit(file) || l.commands.compileAsCUDA(ctx, file):
				found = append(found, file)
			default:
				todo = append(todo, file)
			}
			seen[file] = true
		}
	}
	slices.SortStableFunc(found, func(a, b string) int {
		farA, farB := distance(filepath.Dir(header), filepath.Dir(a)), distance(filepath.Dir(header), filepath.Dir(b))
		return slices.Compare(farA[:], farB[:])
	})
	return found
}

// isPassedOver reports whether a file begins with the text l.PassedOver. Headers are not checked through such a file.
// It returns false for a file that cannot be read.
func (l *Loader) isPassedOver(file string) bool {
	if l.PassedOver == "" {
		return false
	}
	head, err := safefile.Head(file, len(l.PassedOver), safefile.Source)
	return err == nil && string(head) == l.PassedOver
}

// fromHere returns a path relative to the working folder if it is below that folder; otherwise it returns the full
// path.
func fromHere(path string) string {
	work, err := os.Getwd()
	if err != nil || !safefile.Within(path, work) {
		return path
	}
	if way, err := filepath.Rel(work, path); err == nil {
		return way
	}
	return path
}
