package check

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/load"
)

// reportAbsent adds a hint about the headers that were not found. The hint states how many of them belong to each known
// repository, and which of them the dropped code needs. If none belongs to a known repository, there is no hint.
func reportAbsent(o *Outcome, units []*unit) {
	counts, others := map[string]int{}, 0
	for _, header := range o.Stats.AbsentHeaders() {
		if repository, known := load.RepositoryOf(header); known {
			counts[path.Join(repository.Name, repository.Folder)]++
		} else {
			others++
		}
	}
	if len(counts) == 0 {
		return
	}
	parts := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	for i, name := range parts {
		parts[i] = fmt.Sprintf("%d of %s", counts[name], name)
	}
	if others > 0 {
		parts = append(parts, fmt.Sprintf("%d of unknown projects", others))
	}
	o.Hints = append(o.Hints, "headers not found: "+nearest.Enumerate(parts)+"; "+effectOf(units))
}

// effectOf returns the end of a hint. It names the headers that were not found and that the dropped code needs.
func effectOf(units []*unit) string {
	lacking := map[string]bool{}
	for _, u := range units {
		for _, header := range u.Lacking {
			lacking[header] = true
		}
	}
	if len(lacking) == 0 {
		return "no collective depends on them"
	}
	return "what is not analysed depends on " + nearest.Enumerate(slices.Sorted(maps.Keys(lacking)))
}
