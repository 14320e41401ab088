package gitrepo

import (
	"container/heap"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// commit holds the fields of a commit that this package needs.
type commit struct {
	tree    Hash
	parents []Hash
	// when is the time of the commit, in seconds.
	when int64
}

// commit reads a commit.
func (r *Repository) commit(h Hash) (c commit, err error) {
	data, err := r.read(h, commitKind)
	if err != nil {
		return c, err
	}
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch key {
		case "":
			return c, r.checked(h, c)
		case "tree":
			c.tree = r.parse(value)
		case "parent":
			c.parents = append(c.parents, r.parse(value))
		case "committer":
			c.when = timeOf(value)
		}
	}
	return c, r.checked(h, c)
}

// checked returns an error if the hash of the tree or of a parent in the commit c is invalid.
func (r *Repository) checked(h Hash, c commit) error {
	for _, named := range append([]Hash{c.tree}, c.parents...) {
		if named == "" {
			return r.withObject(h, errDamaged)
		}
	}
	return nil
}

// parse reads a hash in hexadecimal digits. It returns "" if text is no valid hash.
func (r *Repository) parse(text string) Hash {
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != r.width {
		return ""
	}
	return Hash(bytes)
}

// timeOf reads the seconds in "name <address> seconds zone". It returns 0 if there are none.
func timeOf(line string) int64 {
	fields := strings.Fields(line[strings.LastIndexByte(line, '>')+1:])
	if len(fields) == 0 {
		return 0
	}
	seconds, _ := strconv.ParseInt(fields[0], 10, 64) // an invalid time becomes 0, the oldest
	return seconds
}

// Tree returns the root folder of the commit h.
func (r *Repository) Tree(h Hash) (Hash, error) {
	c, err := r.commit(h)
	return c.tree, err
}

// peel returns h if h is a commit, or the commit that h names as a tag. It returns "" if h is another object.
func (r *Repository) peel(h Hash) (Hash, error) {
	for range longestLink {
		o, err := r.object(h)
		switch {
		case err != nil:
			return "", err
		case o.kind == commitKind:
			return h, nil
		case o.kind != tagKind:
			return "", nil
		}
		line, _, _ := strings.Cut(string(o.data), "\n")
		if h = r.parse(strings.TrimPrefix(line, "object ")); h == "" {
			return "", errDamaged
		}
	}
	return "", nil
}

// left and right are the sides from which a commit was reached. stale marks an ancestor of a common ancestor that the
// walk has found.
const (
	left  = 1
	right = 2
	both  = left | right
	stale = 4
)

// mergeBase returns the youngest common ancestor of the commits a and b, or "" if they have none. It visits the
// ancestors of both, the youngest first, until every queued commit is an ancestor of a common ancestor that it has
// found.
func (r *Repository) mergeBase(a, b Hash) (Hash, error) {
	w := &walk{repository: r, sides: map[Hash]int{}, fresh: map[Hash]bool{}}
	if err := errors.Join(w.reach(a, left), w.reach(b, right)); err != nil {
		return "", err
	}
	base, when := Hash(""), int64(0)
	for len(w.fresh) > 0 {
		next := heap.Pop(w).(dated)
		sides := w.sides[next.hash]
		delete(w.fresh, next.hash)
		if sides == both && (base == "" || next.when > when) {
			base, when = next.hash, next.when
		}
		if sides == both {
			sides |= stale
		}
		for _, parent := range next.parents {
			if err := w.reach(parent, sides); err != nil {
				return "", err
			}
		}
	}
	return base, nil
}

// walk visits commits, the youngest first.
type walk struct {
	repository *Repository
	queue      []dated
	sides      map[Hash]int
	// fresh is the set of commits in the queue that are not stale.
	fresh map[Hash]bool
}

type dated struct {
	commit
	hash Hash
}

// reach records that the commit h was reached from sides, and queues it if one of them is new. In a shallow clone it
// ignores a missing commit.
func (w *walk) reach(h Hash, sides int) error {
	if w.sides[h]|sides == w.sides[h] {
		return nil
	}
	w.sides[h] |= sides
	c, err := w.repository.commit(h)
	var missing MissingError
	if errors.As(err, &missing) && w.repository.IsShallow() {
		return nil
	}
	if err != nil {
		return err
	}
	heap.Push(w, dated{c, h})
	delete(w.fresh, h)
	if w.sides[h]&stale == 0 {
		w.fresh[h] = true
	}
	return nil
}

func (w *walk) Len() int           { return len(w.queue) }
func (w *walk) Less(i, j int) bool { return w.queue[i].when > w.queue[j].when }
func (w *walk) Swap(i, j int)      { w.queue[i], w.queue[j] = w.queue[j], w.queue[i] }
func (w *walk) Push(x any)         { w.queue = append(w.queue, x.(dated)) }
func (w *walk) Pop() any {
	last := len(w.queue) - 1
	x := w.queue[last]
	w.queue = w.queue[:last]
	return x
}
