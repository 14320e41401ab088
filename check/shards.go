package check

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/cache"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// A run may be divided into parts. Each part analyses some of the units and writes their results. A merge plans the
// whole run again, with the flags of the parts, and reads the results from their files. So its report is the same as
// that of a run that was not divided.
//
// There are two kinds of parts: a shard of a run over all files, and a run over some files, as build engines run it
// (one action per file). The merge is over the paths and compilation databases of all parts. The shard of a unit
// depends only on its path in its repository, so that a new file moves no other file to another shard. If the times of
// files in an earlier run are given, these decide the shards instead (account.Times). Whether a header is analysed
// alone depends on all sources. A part knows only its own sources, and analyses those of its headers that none of them
// includes. The merge leaves out headers that the sources of another part include.
//
// Results hold no times, so that making them twice gives the same bytes. They name a working folder only if they depend
// on it. With relative names throughout, they are the same in a copy of the tree.

// Shard is part Index of Count parts. Index counts from 1.
type Shard struct{ Index, Count int }

// ParseShard parses the form "3/16".
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("%s: write 3/16 for the third of sixteen parts", text)
	}
	return Shard{i, n}, nil
}

// has reports whether this shard analyses the unit with that path in its project.
func (s Shard) has(path string) bool {
	sum := sha256.Sum256([]byte(path))
	return int(binary.BigEndian.Uint64(sum[:])%uint64(s.Count)) == s.Index-1
}

// ofShard returns the units that this shard analyses. All shards plan the same sources, so sources can be divided by
// their times. Headers are divided by their names, because each shard decides by itself which headers are analysed
// alone.
func (c *checker) ofShard(units []*unit) []*unit {
	var sources []string
	for _, u := range units {
		if !u.Input.Header() {
			sources = append(sources, c.pathInProject(u))
		}
	}
	of := c.options.Times.Divide(sources, c.shard.Count)
	return slices.DeleteFunc(units, func(u *unit) bool {
		path := c.pathInProject(u)
		if at, known := of[path]; known {
			return at != c.shard.Index-1
		}
		return !c.shard.has(path)
	})
}

// pathInProject returns the path of a unit's file relative to the root of its project, with links followed.
func (c *checker) pathInProject(u *unit) string {
	path := c.loader.Identity(u.Input.Path)
	if way, err := filepath.Rel(c.loader.Project(u.Input.Path), path); err == nil {
		return filepath.ToSlash(way)
	}
	return path
}

// Words holds the arguments of a run, as they were written.
type Words struct {
	// Flags lists the flags that decide which code is analysed and which rules are asked. ParserFlags lists the flags
	// for the parser. Both are the same for all parts of a run.
	Flags, ParserFlags []string
	// Databases and Paths list the other arguments of one part: compilation databases, and paths to check.
	Databases, Paths []string
}

// isOfOneRun reports whether two parts belong to the same run, so that they may be merged.
func (w *Words) isOfOneRun(other *Words) bool {
	return slices.Equal(w.Flags, other.Flags) && slices.Equal(w.ParserFlags, other.ParserFlags)
}

// String returns the arguments that all parts of a run share.
func (w *Words) String() string {
	return fmt.Sprintf("%q", slices.Concat(w.Flags, []string{"--"}, w.ParserFlags))
}

// Results is the output of one part of a run.
type Results struct {
	Words Words
	// Origin identifies the build of warpcheck and the environment that produced the results.
	Origin origin
	// Dependencies lists the dependencies of all entries. Each is listed once.
	Dependencies []load.Dependency
	Entries      []resultEntry
}

// resultEntry is the answer to a message. Key is the key of the message. DependsOn has indices in Results.Dependencies.
type resultEntry struct {
	Key       cache.Key
	Units     []result.Unit
	DependsOn []int
	// Changed reports whether a file changed while the unit was analysed.
	Changed bool
}

// collector gathers the answers to the messages of one part of a divided run.
type collector struct {
	mutex   sync.Mutex
	results Results
	indices map[load.Dependency]int
	times   account.Times
}

func (c *collector) add(key cache.Key, path string, a *answer) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.times[path] += a.spent + account.Spent(a.Units)
	entry := resultEntry{Key: key, Units: slices.Clone(a.Units)}
	isLost := false
	for i := range entry.Units {
		entry.Units[i].Seconds = nil
		isLost = isLost || entry.Units[i].Failed
	}
	entry.Changed = !a.IsComplete && !isLost
	for _, d := range a.Dependencies {
		at, ok := c.indices[d]
		if !ok {
			at = len(c.results.Dependencies)
			c.indices[d] = at
			c.results.Dependencies = append(c.results.Dependencies, d)
		}
		entry.DependsOn = append(entry.DependsOn, at)
	}
	c.results.Entries = append(c.results.Entries, entry)
}

// Part is the output of a part of a run: the encoded results, the files on which they depend, and hints about the run.
type Part struct {
	Encoded      []byte
	Files, Hints []string
	// Times holds the seconds that each file took, in this run or in the earlier run whose results it used.
	Times account.Times
}

// RunShard analyses a part of a run. words are the arguments of the run.
func RunShard(ctx context.Context, options Options, shard Shard, words Words) (*Part, error) {
	c, inputs, err := begin(ctx, options, true)
	if err != nil {
		return nil, err
	}
	defer c.pool.end()
	made := &collector{indices: map[load.Dependency]int{}, times: account.Times{}, results: Results{Words: words, Origin: c.origin}}
	c.shard, c.collector = &shard, made
	if _, err := c.unitsOf(ctx, inputs); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, load.IncompleteError{Err: errors.New("interrupted: the results are not written")}
	}
	encoded, err := made.encode()
	return &Part{encoded, c.filesOf(inputs, made.results.Dependencies), c.hintsOfRun(), made.times}, err
}

// encode returns the results in a fixed order, because the order in which units are analysed varies.
func (c *collector) encode() ([]byte, error) {
	r := &c.results
	slices.SortFunc(r.Entries, func(a, b resultEntry) int { return bytes.Compare(a.Key[:], b.Key[:]) })
	order := slices.Clone(r.Dependencies)
	load.SortDependencies(order)
	place := map[load.Dependency]int{}
	for i, d := range order {
		place[d] = i
	}
	for _, entry := range r.Entries {
		for i, at := range entry.DependsOn {
			entry.DependsOn[i] = place[r.Dependencies[at]]
		}
	}
	r.Dependencies = order
	if !slices.ContainsFunc(order, func(d load.Dependency) bool { return d.IsOf(r.Origin.Folder) }) {
		r.Origin.Folder = ""
	}
	return result.Encode(r)
}

// filesOf returns the files on which a part depends: the inputs, their configurations and compile commands, and all
// files that were read.
func (c *checker) filesOf(inputs []load.Input, dependencies []load.Dependency) []string {
	files := c.loader.Commands()
	for _, in := range inputs {
		files = append(append(files, in.Path), in.Config.Files()...)
	}
	for _, d := range dependencies {
		if d.Question == load.Content {
			files = append(files, d.Name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// Given holds the results of the parts of a run.
type Given struct {
	Words
	// AsMade: results are used without a check of whether files have changed after the parts ran. This is for build
	// systems. They give each action its own copies of the files, and guarantee that the copies are equal.
	AsMade  bool
	origin  origin
	entries map[cache.Key]givenEntry
}

type givenEntry struct {
	*resultEntry
	results *Results
}

// ReadResults joins the results of parts. The list names has the names of their files, which errors also name. The
// function read returns the content of a file.
func ReadResults(names []string, read func(name string) ([]byte, error)) (*Given, error) {
	g := &Given{entries: map[cache.Key]givenEntry{}}
	var databases, paths []string
	for i, name := range names {
		text, err := read(name)
		if err != nil {
			return nil, err
		}
		one := &Results{}
		if err := result.Decode(text, one); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if i == 0 {
			g.Words, g.origin = one.Words, one.Origin
		}
		if !g.isOfOneRun(&one.Words) {
			return nil, fmt.Errorf("%s: of another run than %s: %v, not %v", name, names[0], &one.Words, &g.Words)
		}
		if what := g.origin.unlike(one.Origin); what != none {
			return nil, fmt.Errorf("%s: made with another %s than %s: make all with one", name, what, names[0])
		}
		g.origin.Folder = cmp.Or(g.origin.Folder, one.Origin.Folder)
		databases, paths = append(databases, one.Words.Databases...), append(paths, one.Words.Paths...)
		for j := range one.Entries {
			entry := &one.Entries[j]
			if slices.ContainsFunc(entry.DependsOn, func(index int) bool { return index < 0 || index >= len(one.Dependencies) }) {
				return nil, fmt.Errorf("%s: damaged: run the shard again", name)
			}
			g.entries[entry.Key] = givenEntry{entry, one}
		}
	}
	g.Databases, g.Paths = once(databases), once(paths)
	return g, nil
}

// once returns the words in their order, without repetitions.
func once(words []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(words, func(word string) bool {
		repeated := seen[word]
		seen[word] = true
		return repeated
	})
}

// The reasons why a unit has no result in a merge.
var (
	errNotGiven = errors.New("no result file has it: run the part that is missing, and all of them over the same files")
	errChanged  = errors.New("what it reads is not what its part read: run that again")
)

// find returns the answer to m from one of the parts. It does not ask again whether files may be quoted
// (load.FileKind), because the merge may answer otherwise: a part knows only the projects of its own inputs, and the
// merge knows all projects.
func (g *Given) find(c *checker, m message) (*answer, error) {
	key, err := c.origin.anywhere().keyOf(m)
	if err != nil {
		return nil, err
	}
	entry, ok := g.entries[key]
	if !ok {
		return nil, errNotGiven
	}
	for _, at := range entry.DependsOn {
		asked := entry.results.Dependencies[at : at+1]
		if !g.AsMade && asked[0].Question != load.FileKind && !c.loader.Holds(asked) {
			return nil, errChanged
		}
	}
	if entry.Changed {
		return nil, errChanged
	}
	return &answer{Units: entry.Units}, nil
}

// Merge carries out a run that does not analyse its units. It takes the results of the units from the parameter given.
func Merge(ctx context.Context, options Options, given *Given) (*Outcome, error) {
	here, err := newOrigin(nil)
	if err != nil {
		return nil, err
	}
	if what := given.origin.unlike(here); what != none {
		return nil, fmt.Errorf("the results were made with another %s than this one: merge with the same", what)
	}
	options.given = given
	return Run(ctx, options)
}
