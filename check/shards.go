package check

import (
	"bytes"
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

	"github.com/warpcheck/warpcheck/cache"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// A run may be divided: each shard analyses a part of the units and writes their results, and a
// merge plans the whole run again, with the flags of the shards, and takes the results from what
// they wrote. So what is told is what one run tells, whatever the division: nothing but the place
// where results come from is another.
//
// To which shard a unit belongs its path alone decides, as seen from the root of its repository, so
// that a file that is added moves no other. Whether a header is analysed alone depends on all
// sources, of which a shard knows its own: it analyses those of its headers that none of its own
// sources includes, and the merge leaves out those that another one's do.

// Shard is one part of several, from 1.
type Shard struct{ Index, Count int }

// ParseShard reads "3/16".
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("%s: write 3/16 for the third of sixteen parts", text)
	}
	return Shard{i, n}, nil
}

// has reports a unit of the shard.
func (s Shard) has(u *unit) bool {
	path := load.Identity(u.Path)
	if way, err := filepath.Rel(load.Project(u.Path), path); err == nil {
		path = filepath.ToSlash(way)
	}
	sum := sha256.Sum256([]byte(path))
	return int(binary.BigEndian.Uint64(sum[:])%uint64(s.Count)) == s.Index-1
}

// Results are what a shard came to.
type Results struct {
	// Words are the flags and paths of the run, as who asks for it writes them.
	Words []string
	// Origin is where they were made.
	Origin origin
	// Dependencies are those of all entries, each once.
	Dependencies []load.Dependency
	Entries      []resultEntry
}

// resultEntry is the answer to a message, by its key.
type resultEntry struct {
	Key       cache.Key
	Units     []result.Unit
	DependsOn []int
}

// collector gathers the answers of a shard.
type collector struct {
	mutex   sync.Mutex
	results Results
	known   map[load.Dependency]int
}

func (c *collector) add(key cache.Key, a *answer) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	entry := resultEntry{Key: key, Units: a.Units}
	for _, d := range a.Dependencies {
		at, ok := c.known[d]
		if !ok {
			at = len(c.results.Dependencies)
			c.known[d] = at
			c.results.Dependencies = append(c.results.Dependencies, d)
		}
		entry.DependsOn = append(entry.DependsOn, at)
	}
	c.results.Entries = append(c.results.Entries, entry)
}

// RunShard analyses a part of a run. Its results are encoded, with the words that ask for the run.
func RunShard(ctx context.Context, options Options, shard Shard, words []string) ([]byte, error) {
	c, inputs, err := begin(ctx, options, true)
	if err != nil {
		return nil, err
	}
	defer c.pool.end()
	made := &collector{known: map[load.Dependency]int{}, results: Results{Words: words, Origin: c.origin}}
	c.shard, c.collector = &shard, made
	if _, err := c.analyse(ctx, inputs); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, load.IncompleteError{Err: errors.New("interrupted: the results of the shard are not written")}
	}
	slices.SortFunc(made.results.Entries, func(a, b resultEntry) int { return bytes.Compare(a.Key[:], b.Key[:]) })
	return result.Encode(&made.results)
}

// Given are the results of shards.
type Given struct {
	Words   []string
	origin  origin
	entries map[cache.Key]givenEntry
}

type givenEntry struct {
	*resultEntry
	of *Results
}

// ReadResults joins what shards wrote; names are those of the files, for errors.
func ReadResults(names []string, read func(name string) ([]byte, error)) (*Given, error) {
	g := &Given{entries: map[cache.Key]givenEntry{}}
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
		if !slices.Equal(g.Words, one.Words) {
			return nil, fmt.Errorf("%s: of another run than %s: %q, not %q", name, names[0], one.Words, g.Words)
		}
		if why := g.origin.unlike(one.Origin); why != "" {
			return nil, fmt.Errorf("%s: made with another %s than %s: run all shards with one", name, why, names[0])
		}
		for j := range one.Entries {
			entry := &one.Entries[j]
			if slices.ContainsFunc(entry.DependsOn, func(at int) bool { return at < 0 || at >= len(one.Dependencies) }) {
				return nil, fmt.Errorf("%s: damaged: run the shard again", name)
			}
			g.entries[entry.Key] = givenEntry{entry, one}
		}
	}
	return g, nil
}

// The reasons why a unit has no result in a merge.
var (
	errNotGiven = errors.New("no result file has it: run the shard that is missing, and all of them over the same files")
	errChanged  = errors.New("what it reads is not what its shard read: run that again")
)

// find is the answer of a shard.
func (g *Given) find(c *checker, m message) (*answer, error) {
	key, err := c.origin.keyOf(m)
	if err != nil {
		return nil, err
	}
	entry, ok := g.entries[key]
	if !ok {
		return nil, errNotGiven
	}
	for _, at := range entry.DependsOn {
		if !c.loader.Holds(entry.of.Dependencies[at : at+1]) {
			return nil, errChanged
		}
	}
	return &answer{Units: entry.Units}, nil
}

// Merge is a run whose results are those of shards.
func Merge(ctx context.Context, options Options, given *Given) (*Outcome, error) {
	here, err := newOrigin()
	if err != nil {
		return nil, err
	}
	if why := given.origin.unlike(here); why != "" {
		return nil, fmt.Errorf("the results were made with another %s than this one: merge with the same", why)
	}
	options.given = given
	return Run(ctx, options)
}
