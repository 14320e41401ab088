package safefile

import "os"

// File is a regular file that is open for reading in places.
type File struct {
	file *os.File
	size int64
}

// Open opens a regular file of any size, of which a reader takes parts.
func Open(path string) (*File, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	return &File{file, size}, nil
}

// Size is how many bytes the file had when it was opened.
func (f *File) Size() int64 { return f.size }

// ReadAt reads what begins at an offset.
func (f *File) ReadAt(to []byte, offset int64) (int, error) { return f.file.ReadAt(to, offset) }

// At fills a buffer with what begins at an offset.
func (f *File) At(to []byte, offset int64) error {
	_, err := f.file.ReadAt(to, offset)
	return err
}

// Close closes the file.
func (f *File) Close() { f.file.Close() }
