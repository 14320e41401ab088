package check

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
)

var merged = flag.Int("merged", 1000, "of how many files BenchmarkMerge has results")

// BenchmarkMerge merges the results of many files of one line in sixteen parts. Only the first file is analysed; the
// others get its result under their own names.
func BenchmarkMerge(b *testing.B) {
	folder := b.TempDir()
	b.Chdir(folder)
	const text = "__global__ void k(int *p) { if (threadIdx.x < 3) p[0] = __shfl_sync(~0u, p[threadIdx.x], 0); }\n"
	for i := range *merged {
		name := nameOf(i)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	options := Options{Options: load.Options{Paths: []string{"src"}, AllFiles: true,
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil }}}
	const parts = 16
	var files []string
	for part := range parts {
		made, err := results(options, Shard{part + 1, parts})
		if err != nil {
			b.Fatal(err)
		}
		file := fmt.Sprint("r", part)
		files = append(files, file)
		if err := os.WriteFile(file, made, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		given, err := ReadResults(files, os.ReadFile)
		if err != nil {
			b.Fatal(err)
		}
		outcome, err := Merge(context.Background(), options, given)
		if err != nil || len(outcome.Findings) != *merged || outcome.IsIncomplete {
			b.Fatal(err, len(outcome.Findings), outcome.Notices)
		}
	}
}

func nameOf(i int) string { return fmt.Sprintf("src/%03d/k%d.cu", i/1000, i) }

// results returns the results of a part, for which the result of the first file is copied under the name of each file.
func results(options Options, shard Shard) ([]byte, error) {
	c, inputs, err := begin(context.Background(), options, true)
	if err != nil {
		return nil, err
	}
	units, err := c.plan(context.Background(), inputs)
	if err != nil {
		return nil, err
	}
	first := message{Analyse: &units[0].asked, IsKept: true}.answer(c.loader, nil)
	made := &collector{indices: map[load.Dependency]int{}, times: account.Times{}, results: Results{Words: Words{Paths: options.Paths}, Origin: c.origin}}
	for _, u := range units {
		if !shard.has(c.pathInProject(u)) {
			continue
		}
		m := message{Analyse: &u.asked, IsKept: true}
		key, err := c.origin.anywhere().keyOf(m)
		if err != nil {
			return nil, err
		}
		made.add(key, u.Input.Path, renamed(first, nameOf(0), u.Input.Path))
	}
	return made.encode()
}

// renamed returns the answer about a file as if it were about another file with the same text.
func renamed(a *answer, from, to string) *answer {
	name := func(file *string) {
		if *file == from {
			*file = to
		}
	}
	unit := a.Units[0]
	unit.Files = append([]string{}, unit.Files...)
	for i := range unit.Files {
		name(&unit.Files[i])
	}
	unit.Findings = append(unit.Findings[:0:0], unit.Findings...)
	for i := range unit.Findings {
		name(&unit.Findings[i].Pos.File)
	}
	unit.Sites = append(unit.Sites[:0:0], unit.Sites...)
	for i := range unit.Sites {
		name(&unit.Sites[i].Pos.File)
	}
	out := &answer{Units: append(a.Units[:0:0], unit), IsComplete: true}
	for _, d := range a.Dependencies {
		name(&d.Name)
		out.Dependencies = append(out.Dependencies, d)
	}
	return out
}
