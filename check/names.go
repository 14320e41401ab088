package check

import (
	"sync"

	"github.com/warpcheck/warpcheck/result"
)

// names has one copy of each name of a file: the units of a tree read the same headers, and each result is decoded by
// itself, so that of a hundred thousand small units the names of headers would be most of the memory.
type names struct {
	mutex sync.Mutex
	known map[string]string
}

// share lets results have their names of files in common with those before.
func (n *names) share(units []result.Unit) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.known == nil {
		n.known = map[string]string{}
	}
	for _, u := range units {
		for i, file := range u.Files {
			one, known := n.known[file]
			if !known {
				one, n.known[file] = file, file
			}
			u.Files[i] = one
		}
	}
}
