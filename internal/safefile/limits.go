package safefile

import "fmt"

// Limit is the largest size, in bytes, of a kind of file.
type Limit int64

// The kinds of files.
const (
	// Source is for code. The largest generated headers have some megabytes, and the tree of a file above this limit
	// would not fit in the memory of most machines.
	Source Limit = 64 << 20
	// Settings is for files that people write: configurations and options files.
	Settings Limit = 4 << 20
	// Database is for compilation databases: one kilobyte for each of 250,000 files.
	Database Limit = 256 << 20
)

// String returns the limit as text for a message.
func (l Limit) String() string { return fmt.Sprintf("%d MiB", int64(l)>>20) }
