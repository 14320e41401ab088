package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/baseline"
	"github.com/warpcheck/warpcheck/internal/changed"
	"github.com/warpcheck/warpcheck/rules"
)

// narrowing reads the baseline, and finds out with git which lines have changed if a flag asks for that. The caller
// must call done when the run has ended, even after an error.
func (o *options) narrowing(ctx context.Context) (n check.Narrowing, done func(), err error) {
	done = func() {}
	revision, flag, err := o.accepted.since()
	switch {
	case err != nil:
		return n, done, err
	case o.accepted.writeBaseline && toStandard(o.accepted.baseline):
		return n, done, errors.New("--write-baseline writes the file of --baseline: name one")
	case o.accepted.writeBaseline && revision != "":
		return n, done, fmt.Errorf("--write-baseline keeps all findings, and %s leaves some out: give one of them", flag)
	case o.accepted.baseline != "" && !o.accepted.writeBaseline:
		n.BaselinePath = o.accepted.baseline
		if n.Baseline, err = baseline.Read(o.accepted.baseline); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%w; --write-baseline makes it", err)
			}
			return n, done, fmt.Errorf("--baseline: %w", err)
		}
		if err := nameRules(n.Baseline.Findings); err != nil {
			return n, done, fmt.Errorf("--baseline: %s: %w", o.accepted.baseline, err)
		}
	}
	if revision != "" && o.missingPath() == "" {
		lines, err := changed.Since(ctx, revision, ".", o.folders())
		if err != nil {
			return n, done, fmt.Errorf("%s: %w", flag, err)
		}
		n.Changed = func(file string, first, last int) (bool, error) {
			is, err := lines.Touches(file, first, last)
			if err != nil {
				err = fmt.Errorf("%s: %w", flag, err)
			}
			return is, err
		}
		done = lines.Close
	}
	return n, done, nil
}

// nameRules replaces the words for rules in entries by keys. It returns an error for a word that names no rule or
// several.
func nameRules(entries []baseline.Entry) error {
	known := rules.All()
	for i := range entries {
		keys := known.Named(entries[i].Key)
		switch len(keys) {
		case 0:
			return fmt.Errorf("an entry has the key %q, which names no rule%s", entries[i].Key, known.Suggest(entries[i].Key))
		case 1:
			entries[i].Key = keys[0]
		default:
			return fmt.Errorf("an entry has the key %q, which names several rules", entries[i].Key)
		}
	}
	return nil
}

// missingPath returns the first input path that does not exist, or "" if all paths exist. It only serves a hint,
// because a run with a missing path ends with an error anyway.
func (o *options) missingPath() string {
	for _, path := range o.inputs.paths {
		if _, err := os.Stat(path); path != "-" && errors.Is(err, fs.ErrNotExist) {
			return path
		}
	}
	return ""
}

// folders returns the input paths that are folders, and the folders of the other input paths.
func (o *options) folders() []string {
	var folders []string
	for _, path := range o.inputs.paths {
		if path == "-" {
			path = o.inputs.stdinName
		}
		if !isFolder(path) {
			path = filepath.Dir(path)
		}
		folders = append(folders, path)
	}
	return folders
}

// writtenBaseline returns the file that --write-baseline writes, "" without that flag.
func (o *options) writtenBaseline() string {
	if o.accepted.writeBaseline {
		return o.accepted.baseline
	}
	return ""
}

// writeBaseline writes the findings of the run to the baseline, which accepts them. It returns an error for an
// interrupted run, which has not reached most of what an earlier baseline accepts.
func (c *Command) writeBaseline(out *output, outcome *check.Outcome) error {
	if len(outcome.Stats.Interrupted) > 0 {
		return errors.New("--write-baseline: the run was interrupted: the baseline is not written")
	}
	if outcome.IsIncomplete {
		c.say("warpcheck: the baseline lacks what is in the parts that were not analysed, and accepts that they were not")
	}
	err := c.writeTo(out.baseline, func(w io.Writer) error { return baseline.Write(w, outcome.Entries) })
	outcome.IsIncomplete = false
	outcome.Stats.Accepted += len(outcome.Findings)
	outcome.Findings = []rules.Finding(nil)
	return err
}
