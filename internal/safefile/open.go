package safefile

import "os"

// File is an open regular file that is read in parts.
type File struct {
	file *os.File
	size int64
}

// Open opens a regular file of any size, to read parts of it.
func Open(path string) (*File, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	return &File{file, size}, nil
}

// Size returns the number of bytes that the file had when it was opened.
func (f *File) Size() int64 { return f.size }

// ReadAt reads bytes from an offset on, as [io.ReaderAt].
func (f *File) ReadAt(to []byte, offset int64) (int, error) { return f.file.ReadAt(to, offset) }

// At fills a buffer with the bytes from an offset on.
func (f *File) At(to []byte, offset int64) error {
	_, err := f.file.ReadAt(to, offset)
	return err
}

// Close closes the file.
func (f *File) Close() { f.file.Close() }
