package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// outgoing is standard output. A reader that goes away (| head) has seen what it wanted: what is still to
// be said goes nowhere, and the run does all else it was asked for and ends as it would have ended.
// Whatever else keeps it from being written is remembered, since not all who write look at that.
type outgoing struct {
	to     io.Writer
	isLeft bool
	failed error
}

func (o *outgoing) Write(text []byte) (int, error) {
	if o.isLeft {
		return len(text), nil
	}
	n, err := o.to.Write(text)
	switch {
	case errors.Is(err, syscall.EPIPE):
		o.isLeft = true
		return len(text), nil
	case err != nil:
		o.failed = fmt.Errorf("cannot write to standard output: %w", safefile.Cause(err))
	}
	return n, o.failed
}

// fileOf is the file behind a stream, nil where there is none.
func fileOf(w io.Writer) *os.File {
	if o, ok := w.(*outgoing); ok {
		w = o.to
	}
	file, _ := w.(*os.File)
	return file
}
