package account

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// Each file is in one shard, in whatever order the files are given, and no shard takes more than its part and the time
// of one more file.
func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times, total, longest := Times{}, 0.0, 0.0
		var files []string
		for i, seconds := range rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 30).Draw(t, "seconds") {
			file := fmt.Sprint("f", i)
			files = append(files, file)
			times[file], total, longest = seconds, total+seconds, max(longest, seconds)
		}
		shards := rapid.IntRange(1, 8).Draw(t, "shards")
		of := times.Divide(append(files, "unknown"), shards)
		if len(of) != len(files) {
			t.Fatalf("%v", of)
		}
		taken := make([]float64, shards)
		for file, at := range of {
			taken[at] += times[file]
		}
		for at, seconds := range taken {
			if seconds > total/float64(shards)+longest+1e-6 {
				t.Errorf("shard %d has %v of %v", at, seconds, total)
			}
		}
		if again := times.Divide(rapid.Permutation(files).Draw(t, "order"), shards); !maps.Equal(of, again) {
			t.Errorf("%v, then %v", of, again)
		}
	})
}
