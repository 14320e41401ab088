package load

import (
	"io/fs"
	"syscall"
	"time"
)

// instant is a time of the file system's, in nanoseconds.
type instant int64

// granularity is how coarse the file system's clock may be: a tick of the kernel's.
const granularity = 10 * time.Millisecond

// now is an instant.
func now() instant { return instant(time.Now().UnixNano()) }

// before reports an instant that is surely earlier.
func (i instant) before(other instant) bool { return i+instant(granularity) < other }

// changedAt is when a file's content or name last changed. Nobody can set that time.
func changedAt(info fs.FileInfo) instant {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return now()
	}
	return instant(stat.Ctim.Nano())
}
