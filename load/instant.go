package load

import (
	"io/fs"
	"syscall"
	"time"
)

// instant is a time of the file system, in nanoseconds.
type instant int64

// granularity is the largest step of the file system's clock, a tick of the kernel.
const granularity = 10 * time.Millisecond

// now returns the present instant.
func now() instant { return instant(time.Now().UnixNano()) }

// before reports whether an instant is certainly earlier than another.
func (i instant) before(other instant) bool { return i+instant(granularity) < other }

// changedAt returns when a file's content or name last changed. Programs can set the modification time, but not this
// time.
func changedAt(info fs.FileInfo) instant {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return now()
	}
	return instant(stat.Ctim.Nano())
}
