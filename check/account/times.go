package account

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/result"
)

// The sources for which an earlier run has measured times are divided among the shards by these times: the longest
// first, each to the shard with the least time so far. All shards must use the same times. Other files are divided by
// their names (check.Shard). The times in a cache are not used, because each machine has its own cache, and the shards
// must agree.

// Times maps the path of a file in its project (pathInProject) to the seconds that the file took.
type Times map[string]float64

// Write returns the times as text.
func (t Times) Write() ([]byte, error) {
	return json.MarshalIndent(map[string]Times{"seconds": t}, "", "  ")
}

// Read adds the times in a text that Write made. If t has a time for a file already, the longer one stays.
func (t Times) Read(text []byte) error {
	var file struct{ Seconds Times }
	if err := json.Unmarshal(text, &file); err != nil || file.Seconds == nil {
		return errors.Join(errors.New("no times: give what a shard wrote with --write-times"), err)
	}
	for path, seconds := range file.Seconds {
		if seconds < 0 {
			return fmt.Errorf("%s took less than no time", path)
		}
		t[path] = max(t[path], seconds)
	}
	return nil
}

// Divide assigns a shard to each file whose time is known. Shards count from 0.
func (t Times) Divide(files []string, shards int) map[string]int {
	known := map[string]bool{}
	for _, file := range files {
		if _, ok := t[file]; ok {
			known[file] = true
		}
	}
	order := slices.SortedFunc(maps.Keys(known), func(a, b string) int {
		return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b))
	})
	of, taken := map[string]int{}, make([]float64, shards)
	for _, file := range order {
		least := 0
		for i := range taken {
			if taken[i] < taken[least] {
				least = i
			}
		}
		of[file] = least
		taken[least] += t[file]
	}
	return of
}

// Spent returns the sum of the seconds of all phases of units.
func Spent(units []result.Unit) (seconds float64) {
	for i := range units {
		for _, phase := range units[i].Seconds {
			seconds += phase
		}
	}
	return seconds
}
