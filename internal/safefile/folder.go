package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Folder is a folder in which only the user can put files.
type Folder struct{ path string }

// ForeignError is the refusal of a folder that others may write.
type ForeignError struct{ Path string }

func (e ForeignError) Error() string {
	return fmt.Sprintf("%s is not a folder that only you may write: name another, or change its owner and its mode to 0700", e.Path)
}

// OwnFolder returns the folder at path. It creates the folder if it does not exist. It refuses a folder that is a link,
// that belongs to another user, or that others may write.
func OwnFolder(path string) (Folder, error) {
	const onlyMine = 0o700
	if err := os.MkdirAll(filepath.Dir(path), onlyMine); err != nil {
		return Folder{}, err
	}
	if err := os.Mkdir(path, onlyMine); err != nil && !errors.Is(err, fs.ErrExist) {
		return Folder{}, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return Folder{}, err
	}
	const othersWrite = 0o022
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(owner.Uid) != os.Geteuid() || info.Mode().Perm()&othersWrite != 0 {
		return Folder{}, ForeignError{path}
	}
	return Folder{path}, nil
}

// at returns the path of a file in the folder.
func (f Folder) at(name string) string { return filepath.Join(f.path, filepath.Base(name)) }

// Read returns the content of a file in the folder.
func (f Folder) Read(name string, limit Limit) ([]byte, error) { return Read(f.at(name), limit) }

// Write writes a complete file to the folder, or none.
func (f Folder) Write(name string, data []byte) error {
	file, err := createBeside(f.at(name))
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), f.at(name))
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// Rename renames a file, and replaces a file with the new name. It does nothing if the file does not exist.
func (f Folder) Rename(from, to string) error {
	err := os.Rename(f.at(from), f.at(to))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Remove removes a file. It is no error if the file does not exist.
func (f Folder) Remove(name string) error {
	err := os.Remove(f.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Touch sets the time of a file to now.
func (f Folder) Touch(name string) error {
	now := time.Now()
	return os.Chtimes(f.at(name), now, now)
}

// Files returns the regular files in the folder.
func (f Folder) Files() ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(f.path)
	var files []fs.FileInfo
	for _, entry := range entries {
		// skip an entry that another run has removed since
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	return files, err
}

// EmptyFolder makes an empty folder that only the user may enter. It returns the path of the folder, and a function that
// removes it if it is still empty.
func EmptyFolder() (path string, remove func(), err error) {
	path, err = os.MkdirTemp("", "warpcheck-")
	return path, func() { _ = os.Remove(path) }, err
}
