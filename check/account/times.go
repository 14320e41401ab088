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

// Shards are as even as what is known of their files. The times of an earlier run, which all shards of a
// run are given alike, divide the sources that they name: the longest first, each to the shard that
// has least so far. Other files go where their names send them (Shard.has). What a cache knows is no
// part of it: machines have caches of their own, and would not agree on who has what.

// Times are the seconds that files took, by their paths in the project (pathInProject).
type Times map[string]float64

// Write is the text of times.
func (t Times) Write() ([]byte, error) {
	return json.MarshalIndent(map[string]Times{"seconds": t}, "", "  ")
}

// Read adds the times of a text that Write wrote. Of a file that both know the longer counts.
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

// Divide says which of so many shards has each of some files, from 0, as far as times are known.
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

// Spent are the seconds of units.
func Spent(units []result.Unit) (seconds float64) {
	for i := range units {
		for _, phase := range units[i].Seconds {
			seconds += phase
		}
	}
	return seconds
}
