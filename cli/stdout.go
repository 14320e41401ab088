package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// outgoing is standard output. If its reader ends early (as with | head), all further text is discarded, and the run
// continues to its usual exit code. Any other failure to write is kept in failed, because not all callers check the
// error.
type outgoing struct {
	to         io.Writer
	readerGone bool
	failed     error
}

func (o *outgoing) Write(text []byte) (int, error) {
	if o.readerGone {
		return len(text), nil
	}
	n, err := o.to.Write(text)
	switch {
	case errors.Is(err, syscall.EPIPE):
		o.readerGone = true
		return len(text), nil
	case err != nil:
		o.failed = fmt.Errorf("cannot write to standard output: %w", safefile.Cause(err))
	}
	return n, o.failed
}

// fileOf returns the file to which a stream writes, or nil if it is no file.
func fileOf(w io.Writer) *os.File {
	if o, ok := w.(*outgoing); ok {
		w = o.to
	}
	file, _ := w.(*os.File)
	return file
}
