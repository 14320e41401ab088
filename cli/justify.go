package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/warpcheck/warpcheck/check"
)

// judgeTime is how long the command of --justification-checker may take for one reason.
const judgeTime = 10 * time.Second

// judge returns a function that asks the command of --justification-checker about the reason of a suppression. It
// returns nil without that flag. Text of the checked tree reaches the command as data only: the reason on its standard
// input, other text in environment variables.
func (o *options) judge(ctx context.Context) func(check.Justification) error {
	if o.accepted.justifying == "" {
		return nil
	}
	return func(j check.Justification) error {
		ctx, cancel := context.WithTimeout(ctx, judgeTime)
		defer cancel()
		command := exec.CommandContext(ctx, "sh", "-c", o.accepted.justifying)
		command.WaitDelay = time.Second
		command.Stdin = strings.NewReader(j.Reason + "\n")
		command.Env = append(os.Environ(), "WARPCHECK_KEY="+strings.Join(j.Keys, ","),
			fmt.Sprintf("WARPCHECK_PLACE=%s:%d:%d", j.Pos.File, j.Pos.Line, j.Pos.Column))
		said, err := command.CombinedOutput()
		return judgement(said, err, ctx.Err())
	}
}

// The exit codes by which a shell reports that it could not run a command.
const (
	notExecutable = 126
	notFound      = 127
)

// judgement returns the error that a command reports about a reason, or nil if it accepts the reason. output and err
// are the results of the command. ended is not nil if the time ran out. A command that does not finish accepts no
// reason.
func judgement(output []byte, err, ended error) error {
	line, _, _ := bytes.Cut(bytes.TrimSpace(output), []byte("\n"))
	remark := ""
	if len(line) > 0 {
		remark = ": " + string(line)
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ended != nil:
		return fmt.Errorf("is not judged: the command of --justification-checker takes more than %v", judgeTime)
	case !errors.As(err, &exit):
		return fmt.Errorf("is not judged: --justification-checker: %v", err)
	case exit.ExitCode() < 0 || exit.ExitCode() == notExecutable || exit.ExitCode() == notFound:
		return fmt.Errorf("is not judged: the command of --justification-checker failed (%v)%s", exit, remark)
	}
	return fmt.Errorf("is not one that --justification-checker accepts%s", remark)
}
