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

// Destination is a file to write.
type Destination struct {
	path string
	// inPlace reports whether the file is overwritten in place because it cannot be replaced: it is a device, a FIFO,
	// or in a folder in which no other file can be created.
	inPlace bool
	// before is the file to replace, or nil if there is none.
	before fs.FileInfo
}

// To returns the destination for a path that the user gave. It returns an error if the file cannot be written, or if
// the path goes through a link in one of the folders, whose authors may have created the link.
func To(path string, folders []string) (Destination, error) {
	if err := CheckPath(path, folders); err != nil {
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

// writable is the permission to write, for access(2).
const writable = 2

// isKernels reports whether the kernel gives the name path to a device or to a file that a process has open. Standard
// output may be a file with such a name, and others may write to it too.
func isKernels(path string) bool {
	full, err := filepath.Abs(path)
	return err == nil && (strings.HasPrefix(full, "/dev/") || strings.HasPrefix(full, "/proc/"))
}

// try checks that the file can be written, and does not change it. absent reports whether the file does not exist yet:
// try then creates it and removes it again.
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

// Write replaces the file when its new content is complete. Until then the old file stays. If the file cannot be
// replaced, Write overwrites it in place.
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

// overwrite writes to the existing file.
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

// beside writes a new file in the folder of the destination, and returns its name. It removes a file that it cannot
// complete.
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

// likeBefore gives a new file the owner and the mode of the file that it replaces. Only root can give files to others.
// If another user replaces the file, that user owns the new file, and the mode loses the set-user-ID, set-group-ID and
// sticky bits.
func likeBefore(file *os.File, before fs.FileInfo) error {
	mode := before.Mode().Perm()
	if owner, known := before.Sys().(*syscall.Stat_t); known && file.Chown(int(owner.Uid), int(owner.Gid)) == nil {
		mode |= before.Mode() & (fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	}
	return file.Chmod(mode)
}

// newMode is the mode of new files, subject to the user's mask, unlike the mode of os.CreateTemp.
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

// Create writes a file. It returns an error if the file exists.
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

// MakeFolder creates a folder that the user named, and its parents, if they are missing.
func MakeFolder(path string) error { return os.MkdirAll(path, 0o755) }

// relative returns the path relative to the working folder if the path is below this folder. Otherwise it returns the
// path unchanged.
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
