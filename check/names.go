package check

import (
	"sync"

	"github.com/warpcheck/warpcheck/result"
)

// names shares the names of files between results. Units read the same headers, and each result is decoded separately.
// For a hundred thousand small units, separate copies of the names would take most of the memory.
type names struct {
	mutex sync.Mutex
	known map[string]string
}

// share replaces the names of files in results by the equal strings of earlier results.
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
