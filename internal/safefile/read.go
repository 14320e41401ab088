package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// KindError refuses a file that is not regular.
type KindError struct{ Mode fs.FileMode }

func (e KindError) Error() string {
	kind := "a device"
	switch {
	case e.Mode.IsDir():
		kind = "a folder"
	case e.Mode&fs.ModeNamedPipe != 0:
		kind = "a FIFO"
	case e.Mode&fs.ModeSocket != 0:
		kind = "a socket"
	}
	return kind + ", not a regular file"
}

// SizeError refuses a file that is larger than its kind may be.
type SizeError struct{ Limit Limit }

func (e SizeError) Error() string {
	return fmt.Sprintf("larger than %s, the most that is read", e.Limit)
}

// Read returns the content of a regular file. It returns an error if the file has more than limit bytes.
func Read(path string, limit Limit) ([]byte, error) {
	file, size, err := openUpTo(path, limit)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return start(file, size)
}

// Head returns the first bytes of a regular file, or all of it if it is shorter. It returns an error if the file has
// more than limit bytes.
func Head(path string, bytes int, limit Limit) ([]byte, error) {
	file, size, err := openUpTo(path, limit)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return start(file, min(size, int64(bytes)))
}

// Stream returns the rest of a stream that the user gave, such as standard input. It returns an error if the rest has
// more than limit bytes.
func Stream(from io.Reader, limit Limit) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, int64(limit)+1))
	if err == nil && int64(len(text)) > int64(limit) {
		err = SizeError{limit}
	}
	return text, err
}

// OfProcess returns the content of a file in /proc/self, such as status. Such files have no size.
func OfProcess(name string) ([]byte, error) {
	file, err := os.Open("/proc/self/" + name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Stream(file, Settings)
}

// openUpTo opens a regular file that is not larger than limit. It returns the file's size.
func openUpTo(path string, limit Limit) (*os.File, int64, error) {
	file, size, err := open(path)
	if err == nil && size > int64(limit) {
		file.Close()
		return nil, 0, refusal(path, SizeError{limit})
	}
	return file, size, err
}

// open opens a regular file for reading, and returns its size.
func open(path string) (*os.File, int64, error) {
	before, err := os.Stat(path)
	if err != nil {
		return nil, 0, refusal(path, Cause(err))
	}
	if !before.Mode().IsRegular() {
		return nil, 0, refusal(path, KindError{before.Mode()})
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = refusal(path, KindError{info.Mode()})
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// start reads size bytes of a file, or all of it if it has become shorter.
func start(file *os.File, size int64) ([]byte, error) {
	text := make([]byte, size)
	n, err := io.ReadFull(file, text)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return text[:n], err
}

// refusal returns an error in the form of an error of the file system.
func refusal(path string, err error) error {
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// Cause returns the cause of a file system error, without the operation and the path.
func Cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
