package check

import (
	"sync"

	"github.com/warpcheck/warpcheck/result"
)

// names holds one copy of the name of each file. The units of a tree read the same headers, and each result is decoded
// by itself: of a hundred thousand small units, copies of these names would take most of the memory.
type names struct {
	mutex sync.Mutex
	known map[string]string
}

// share replaces the names of files in results by the copies that earlier results have.
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
