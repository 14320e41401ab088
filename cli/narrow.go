package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/baseline"
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/changed"
	"github.com/warpcheck/warpcheck/rules"
)

// narrowing reads the baseline, and which lines have changed.
func (o *options) narrowing(ctx context.Context) (n check.Narrowing, err error) {
	switch {
	case o.writeBaseline && toStandard(o.baseline):
		return n, errors.New("--write-baseline writes the file of --baseline: name one")
	case o.writeBaseline && o.newFrom != "":
		return n, errors.New("--write-baseline keeps all findings, and --new-from-rev leaves some out: give one of them")
	case o.baseline != "" && !o.writeBaseline:
		n.BaselinePath = o.baseline
		if n.Baseline, err = baseline.Read(o.baseline); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%w; --write-baseline makes it", err)
			}
			return n, fmt.Errorf("--baseline: %w", err)
		}
	}
	if o.newFrom != "" && !o.lacksPaths() {
		lines, err := changed.Since(ctx, o.newFrom, o.folders())
		if err != nil {
			return n, fmt.Errorf("--new-from-rev: %w", err)
		}
		n.Changed = lines.Touches
	}
	return n, nil
}

// lacksPaths reports a path that is not there, which ends the run: git would complain in words of its own first.
func (o *options) lacksPaths() bool {
	return slices.ContainsFunc(o.paths, func(path string) bool {
		_, err := os.Stat(path)
		return path != "-" && errors.Is(err, fs.ErrNotExist)
	})
}

// folders are those of the paths.
func (o *options) folders() []string {
	var folders []string
	for _, path := range o.paths {
		if path == "-" {
			path = o.stdinName
		}
		if !isFolder(path) {
			path = filepath.Dir(path)
		}
		folders = append(folders, path)
	}
	return folders
}

// writtenBaseline is the file of the baseline that is to be written, "" for none.
func (o *options) writtenBaseline() string {
	if o.writeBaseline {
		return o.baseline
	}
	return ""
}

// writeBaseline writes what the run has found, which is accepted from now on.
func (c *Command) writeBaseline(out *output, outcome *check.Outcome) error {
	if outcome.Incomplete() {
		c.say("warpcheck: the baseline lacks what is in the parts that were not analysed")
	}
	err := c.writeTo(out.baseline, func(w io.Writer) error { return baseline.Write(w, outcome.Entries) })
	outcome.Stats.Accepted += len(outcome.Findings)
	outcome.Findings = []rules.Finding(nil)
	return err
}
