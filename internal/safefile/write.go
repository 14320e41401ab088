package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Destination is a place to write to.
type Destination struct {
	path string
	// inPlace is for what is no file that can be replaced: a device, a FIFO, a file in a
	// folder that takes no other.
	inPlace bool
	// before is the file that is replaced, nil where there is none.
	before fs.FileInfo
}

// To is the destination of a path that the user gave. It is refused when it cannot be written,
// or when a link in one of the folders, which their authors may have put there, leads to it.
func To(path string, folders []string) (Destination, error) {
	if err := CheckWay(path, folders); err != nil {
		return Destination{}, err
	}
	d := Destination{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir() && !info.Mode().IsRegular(), isKernels(path):
		d.inPlace = true
		return d, nil
	case err == nil:
		d.before = info
		if target, err := filepath.EvalSymlinks(path); err == nil {
			d.path = target
		}
		d.inPlace = syscall.Access(filepath.Dir(d.path), writable) != nil
	}
	return d, d.try(errors.Is(err, fs.ErrNotExist))
}

// writable asks access(2) for the permission to write.
const writable = 2

// isKernels reports the names that the kernel gives to devices and to what a process has open:
// standard output may be a file by such a name, which others write to as well.
func isKernels(path string) bool {
	full, err := filepath.Abs(path)
	return err == nil && (strings.HasPrefix(full, "/dev/") || strings.HasPrefix(full, "/proc/"))
}

// try opens the file for writing, and leaves it as it was.
func (d Destination) try(absent bool) error {
	flags := os.O_WRONLY
	if absent {
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(d.path, flags, newMode)
	if err != nil {
		return err
	}
	if absent {
		defer os.Remove(d.path)
	}
	return file.Close()
}

// Write writes a file that is complete: until it is, the one of before stays.
func (d Destination) Write(write func(io.Writer) error) error {
	switch err := d.put(write); {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("cannot write %s: %w: make room there, or name a file elsewhere", relative(d.path), Cause(err))
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", relative(d.path), Cause(err))
	}
	return nil
}

func (d Destination) put(write func(io.Writer) error) error {
	if d.inPlace {
		return d.overwrite(write)
	}
	written, err := d.beside(write)
	if err != nil {
		return err
	}
	err = os.Rename(written, d.path)
	if err != nil {
		os.Remove(written)
	}
	if errors.Is(err, syscall.EBUSY) { // a file that is mounted by itself
		return d.overwrite(write)
	}
	return err
}

// overwrite writes to what is there.
func (d Destination) overwrite(write func(io.Writer) error) error {
	flags := os.O_WRONLY | os.O_TRUNC
	if isKernels(d.path) {
		flags = os.O_WRONLY | os.O_APPEND
	}
	file, err := os.OpenFile(d.path, flags, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// beside writes a new file in the folder of the destination, and is its name. One that cannot
// be completed is removed.
func (d Destination) beside(write func(io.Writer) error) (name string, err error) {
	file, err := createBeside(d.path)
	if err != nil {
		return "", err
	}
	if d.before != nil {
		err = likeBefore(file, d.before)
	}
	if err := errors.Join(err, write(file), file.Close()); err != nil {
		os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}

// likeBefore gives a new file the owner and the mode of the one that it replaces. Only root can give files to
// others; whoever else replaces a file owns the new one, which then has no bits that lend rights of its owner.
func likeBefore(file *os.File, before fs.FileInfo) error {
	mode := before.Mode().Perm()
	if owner, known := before.Sys().(*syscall.Stat_t); known && file.Chown(int(owner.Uid), int(owner.Gid)) == nil {
		mode |= before.Mode() & (fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	}
	return file.Chmod(mode)
}

// newMode is that of new files, subject to the user's mask, unlike that of os.CreateTemp.
const newMode = 0o666

// createBeside creates a file with a new name in the folder of a path.
func createBeside(path string) (*os.File, error) {
	for n := os.Getpid(); ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Create writes a file that must not be there yet.
func Create(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, text)
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// MakeFolder makes a folder that the user named, and those around it, where they are missing.
func MakeFolder(path string) error { return os.MkdirAll(path, 0o755) }

// relative is a path as seen from the working folder where it is below that.
func relative(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if way, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(way) {
		return way
	}
	return path
}
