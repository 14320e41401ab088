package gitrepo

import (
	"container/heap"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// commit is what is read of one.
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

// checked is the error of a commit that names no tree, or a parent that is none.
func (r *Repository) checked(h Hash, c commit) error {
	for _, named := range append([]Hash{c.tree}, c.parents...) {
		if named == "" {
			return r.of(h, errDamaged)
		}
	}
	return nil
}

// parse is a hash of hexadecimal digits, "" for none.
func (r *Repository) parse(text string) Hash {
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != r.width {
		return ""
	}
	return Hash(bytes)
}

// timeOf is the time in "name <address> seconds zone".
func timeOf(who string) int64 {
	fields := strings.Fields(who[strings.LastIndexByte(who, '>')+1:])
	if len(fields) == 0 {
		return 0
	}
	seconds, _ := strconv.ParseInt(fields[0], 10, 64) // a time that is none is the oldest
	return seconds
}

// Tree is the folder at the top of a commit.
func (r *Repository) Tree(h Hash) (Hash, error) {
	c, err := r.commit(h)
	return c.tree, err
}

// peel is the commit that an object is, or that a tag names; "" where it is no commit.
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

// The sides that a commit was reached from, and one that an earlier common commit has behind it.
const (
	left  = 1
	right = 2
	both  = left | right
	stale = 4
)

// mergeBase is the youngest commit that two have in common, "" for none. From both, the commits are gone through from
// the youngest on, until all that are left lie behind a common one.
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

// walk goes through commits from the youngest on.
type walk struct {
	repository *Repository
	queue      []dated
	sides      map[Hash]int
	// fresh are the commits of the queue that are not stale.
	fresh map[Hash]bool
}

type dated struct {
	commit
	hash Hash
}

// reach notes a commit that was reached from some sides, and goes on from it where that is new. A shallow clone
// ends where a commit is missing.
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
