package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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
	if o.newFrom != "" && o.missingPath() == "" {
		lines, err := changed.Since(ctx, o.newFrom, o.folders())
		if err != nil {
			return n, fmt.Errorf("--new-from-rev: %w", err)
		}
		n.Changed = lines.Touches
	}
	return n, nil
}

// missingPath is a path that is not there, "" for none. It ends the run: git would complain in words of its own first.
func (o *options) missingPath() string {
	for _, path := range o.paths {
		if _, err := os.Stat(path); path != "-" && errors.Is(err, fs.ErrNotExist) {
			return path
		}
	}
	return ""
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

// writeBaseline writes what the run has found, which is accepted from now on. A run that was interrupted
// has not come to most of what another has accepted.
func (c *Command) writeBaseline(out *output, outcome *check.Outcome) error {
	if len(outcome.Stats.Interrupted) > 0 {
		return errors.New("--write-baseline: the run was interrupted: the baseline is not written")
	}
	if outcome.Incomplete() {
		c.say("warpcheck: the baseline lacks what is in the parts that were not analysed")
	}
	err := c.writeTo(out.baseline, func(w io.Writer) error { return baseline.Write(w, outcome.Entries) })
	outcome.Stats.Accepted += len(outcome.Findings)
	outcome.Findings = []rules.Finding(nil)
	return err
}
