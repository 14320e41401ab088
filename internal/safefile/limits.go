package safefile

import "fmt"

// Limit is the most bytes that a file of a kind may have.
type Limit int64

// The kinds of files.
const (
	// Source is for code. The largest headers that generators write have some megabytes, and
	// a tree of one that is larger than this would not fit the memory of most machines.
	Source Limit = 64 << 20
	// Settings are for what people write: configurations and options files.
	Settings Limit = 4 << 20
	// Database is for compilation databases: one kilobyte for each of 250,000 files.
	Database Limit = 256 << 20
)

// String is the limit in words.
func (l Limit) String() string { return fmt.Sprintf("%d MiB", int64(l)>>20) }
