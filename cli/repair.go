package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// checkRepairs returns an error for flags about repairs that do not fit together.
func (o *options) checkRepairs() error {
	switch {
	case o.repairs.fix && o.repairs.diff:
		return errors.New("--fix writes what --diff only shows: give one of them")
	case o.repairs.unsafeFixes && !o.repairs.fix && !o.repairs.diff:
		return errors.New("--unsafe-fixes says which repairs --fix writes and --diff shows: give one of them, too")
	case o.repairs.fix && len(o.inputs.paths) == 1 && o.inputs.paths[0] == "-":
		return errors.New("--fix cannot write standard input: use --diff, or give the file")
	case o.repairs.diff && o.output.format != defaultFormat:
		return fmt.Errorf("--diff prints a diff instead of a report: leave out --format %s", o.output.format)
	}
	return nil
}

// fix writes repairs and analyses again, until there are no more repairs or RepairRounds is reached. It returns the
// outcome of the last run.
func (c *Command) fix(ctx context.Context, o *options, todo *check.Options, earlier *check.Outcome) (*check.Outcome, error) {
	written := map[string]bool{}
	after := earlier
	for range check.RepairRounds {
		files := c.rewriteAll(o, after)
		if len(files) == 0 {
			break
		}
		for _, file := range files {
			written[file] = true
		}
		var err error
		if after, err = check.Run(ctx, *todo); err != nil {
			return after, err
		}
	}
	c.say(fmt.Sprintf("warpcheck: repaired: %d, left: %d, files written: %d",
		len(earlier.Findings)-len(after.Findings), len(after.Findings), len(written)))
	return after, nil
}

// rewriteAll writes the repairs that a run found, and returns the names of the files that it wrote.
func (c *Command) rewriteAll(o *options, found *check.Outcome) (written []string) {
	for _, file := range o.repairedIn(found) {
		if err := rewrite(file, load.Projects(o.inputs.paths)); err != nil {
			c.complain(fmt.Errorf("%s is not repaired: %w", file.File, err))
			continue
		}
		written = append(written, file.File)
	}
	return written
}

// rewrite replaces the text of a file by the repaired text. It returns an error if the text is no longer the one that
// was analysed.
func rewrite(file check.Rewritten, projects []string) error {
	now, err := safefile.Read(file.File, safefile.Source)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, file.Before) {
		return errors.New("it has changed since it was analysed: run again")
	}
	to, err := safefile.To(file.File, projects)
	if err != nil {
		return err
	}
	return to.Write(func(w io.Writer) error {
		_, err := w.Write(file.After)
		return err
	})
}

// repairedIn returns the files that repairs change: the proved safe repairs, and with --unsafe-fixes the proved
// guesses, too.
func (o *options) repairedIn(outcome *check.Outcome) []check.Rewritten {
	if o.repairs.unsafeFixes {
		return outcome.RepairedByGuess
	}
	return outcome.Repaired
}

// sayRepaired prints how many findings a diff repairs, because the diff does not show the other findings.
func (c *Command) sayRepaired(findings []rules.Finding) {
	repaired := 0
	for i := range findings {
		if findings[i].Repair != nil {
			repaired++
		}
	}
	c.say(fmt.Sprintf("warpcheck: findings: %d, repaired by the diff: %d", len(findings), repaired))
}

// diffOf returns a format that writes the repairs as a diff for patch -p1 and git apply. On a terminal, and in the log
// of a GitHub workflow, which obeys some lines as commands, it makes the text safe to show. The diff is not exact then.
func (c *Command) diffOf(out *output, repaired []check.Rewritten) report.Format {
	isRead := out.report == nil && (isTerminal(c.Stdout) || os.Getenv("GITHUB_ACTIONS") != "")
	return func(w io.Writer, _ *report.Report) error {
		for _, file := range repaired {
			name := strings.TrimPrefix(filepath.ToSlash(shorter(file.File)), "/")
			text := string(diff.Diff("a/"+name, file.Before, "b/"+name, file.After))
			if isRead {
				text = legible.Lines(text)
			}
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
		}
		return nil
	}
}
