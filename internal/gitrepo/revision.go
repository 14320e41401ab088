package gitrepo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// UnreadError reports a revision with a date, or with a text to find in commit messages. This package does not read
// these forms.
type UnreadError struct{ Revision string }

func (e UnreadError) Error() string {
	return fmt.Sprintf("%s is a form of revision that warpcheck does not read: give the hash that git rev-parse prints for it", e.Revision)
}

// ErrAmbiguous reports an abbreviated hash that is the beginning of several commits' hashes.
var ErrAmbiguous = errors.New("several commits begin so: give more digits")

// Commit returns the commit that a revision names, or "" if there is none.
//
//	HEAD, main, v1.0, origin/main, refs/..., @   a ref
//	1f3870be, v1.0-14-g1f3870be                  a hash, or its first digits
//	main@{upstream}, @{u}                        what a branch follows
//	main@{2}, @{-1}                              what a ref was, or what was checked out before
//	~3, ^2, ^{commit}, ^{}                       after any of these: parents, or what a tag names
//	a...b                                        the merge base of two
func (r *Repository) Commit(revision string) (Hash, error) {
	one, other, isPair := strings.Cut(revision, "...")
	if !isPair {
		return r.single(revision)
	}
	a, err := r.single(orHead(one))
	if err != nil || a == "" {
		return "", err
	}
	b, err := r.single(orHead(other))
	if err != nil || b == "" {
		return "", err
	}
	return r.mergeBase(a, b)
}

func orHead(name string) string {
	if name == "" {
		return "HEAD"
	}
	return name
}

// single returns the commit that a name with suffixes means, or "" if there is none.
func (r *Repository) single(revision string) (Hash, error) {
	end := strings.IndexAny(revision, "^~")
	if end < 0 {
		end = len(revision)
	}
	if strings.HasPrefix(revision, ":/") {
		return "", UnreadError{revision}
	}
	h, err := r.base(revision[:end])
	if err != nil || h == "" {
		return "", err
	}
	if h, err = r.peel(h); err != nil || h == "" {
		return "", err
	}
	for rest := revision[end:]; rest != "" && h != "" && err == nil; {
		h, rest, err = r.step(h, rest, revision)
	}
	return h, err
}

// step applies the first of the suffixes to the commit h. It returns the resulting commit, or "" if there is none, and
// the remaining suffixes. revision is for its errors.
func (r *Repository) step(h Hash, suffixes, revision string) (Hash, string, error) {
	sign, rest := suffixes[0], suffixes[1:]
	if inner, is := strings.CutPrefix(rest, "{"); is && sign == '^' {
		what, rest, closed := strings.Cut(inner, "}")
		switch {
		case strings.HasPrefix(what, "/"):
			return "", "", UnreadError{revision}
		case !closed || what != "" && what != "commit" && what != "object":
			return "", "", nil
		}
		return h, rest, nil
	}
	n, rest, ok := number(rest)
	switch {
	case !ok:
		return "", "", nil
	case sign == '^':
		h, err := r.parent(h, n)
		return h, rest, err
	case sign == '~':
		h, err := r.ancestor(h, n)
		return h, rest, err
	}
	return "", "", nil
}

// number reads the number at the start of text, or returns 1 if text does not begin with a digit. rest is the text
// after the number. ok is false if the number is too large.
func number(text string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(text, "0123456789")
	digits := text[:len(text)-len(rest)]
	if digits == "" {
		return 1, rest, true
	}
	n, err := strconv.Atoi(digits)
	return n, rest, err == nil
}

// ancestor returns the first parent of the first parent and so on, over the given number of generations. It returns ""
// if there are too few.
func (r *Repository) ancestor(h Hash, generations int) (Hash, error) {
	for range generations {
		parent, err := r.parent(h, 1)
		if err != nil || parent == "" {
			return "", err
		}
		h = parent
	}
	return h, nil
}

// parent returns the n-th parent of the commit h, or h itself if n is 0. It returns "" if there is none.
func (r *Repository) parent(h Hash, n int) (Hash, error) {
	c, err := r.commit(h)
	switch {
	case err != nil || n == 0:
		return h, err
	case n > len(c.parents):
		return "", nil
	}
	parent := c.parents[n-1]
	_, err = r.commit(parent)
	var missing MissingError
	if errors.As(err, &missing) && r.IsShallow() {
		return "", nil
	}
	return parent, err
}

// IsShallow reports whether the repository is a shallow clone, without the old commits.
func (r *Repository) IsShallow() bool {
	_, err := os.Lstat(filepath.Join(r.common, "shallow"))
	return err == nil
}

// base returns the object that a name without suffixes means, or "" if there is none.
func (r *Repository) base(name string) (Hash, error) {
	if name == "@" {
		name = "HEAD"
	}
	if h := r.parse(name); h != "" {
		return h, nil
	}
	if ref, at, is := strings.Cut(name, "@{"); is {
		return r.reflogOrUpstream(ref, strings.TrimSuffix(at, "}"), name)
	}
	_, h, err := r.resolveRef(name)
	if h != "" || errors.Is(err, ErrReftable) && !isHex(described(name)) || err != nil && !errors.Is(err, ErrReftable) {
		return h, err
	}
	return r.abbreviated(described(name))
}

// described returns the abbreviated hash at the end of a name that git describe prints. It returns any other name
// unchanged.
func described(name string) string {
	if i := strings.LastIndex(name, "-g"); i >= 0 && isHex(name[i+2:]) {
		return name[i+2:]
	}
	return name
}

// isHex reports whether text may be an abbreviated hash.
func isHex(text string) bool {
	const shortest = 4
	return len(text) >= shortest && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// reflogOrUpstream returns the object that ref@{selector} names, or "" if there is none. Errors quote the text whole.
func (r *Repository) reflogOrUpstream(ref, selector, whole string) (Hash, error) {
	n, err := strconv.Atoi(selector)
	switch lower := strings.ToLower(selector); {
	case lower == "u" || lower == "upstream":
		return r.followed(ref)
	case err != nil:
		return "", UnreadError{whole}
	case n < 0 && ref == "":
		before, err := r.checkedOutBefore(-n)
		if err != nil || before == "" {
			return "", err
		}
		return r.base(before)
	case n < 0 || strings.HasPrefix(selector, "-"):
		return "", nil
	}
	if ref, err = r.fullRefName(ref); err != nil || ref == "" {
		return "", err
	}
	return r.logEntry(ref, n)
}

// followed returns the hash of the upstream of a branch, or "" if the branch has no upstream.
func (r *Repository) followed(branch string) (Hash, error) {
	branch, err := r.fullRefName(branch)
	if err == nil && branch == "HEAD" {
		branch, err = r.branch()
	}
	upstream := r.upstream(branch)
	if err != nil || upstream == "" {
		return "", err
	}
	return r.ref(upstream)
}

// fullRefName returns the full name of a ref. "" means the branch that is checked out, or HEAD if none is. @ means
// HEAD.
func (r *Repository) fullRefName(ref string) (string, error) {
	switch ref {
	case "":
		branch, err := r.branch()
		if branch == "" {
			branch = "HEAD"
		}
		return branch, err
	case "@":
		return "HEAD", nil
	}
	name, _, err := r.resolveRef(ref)
	return name, err
}

// abbreviated returns the only commit, or tag of a commit, whose hash begins with digits. It returns "" if there is
// none.
func (r *Repository) abbreviated(digits string) (Hash, error) {
	if !isHex(digits) || len(digits) >= 2*r.width {
		return "", nil
	}
	found, err := r.startingWith(strings.ToLower(digits))
	if err != nil {
		return "", err
	}
	var commits []Hash
	for h := range found {
		switch c, err := r.peel(h); {
		case err != nil:
			return "", err
		case c != "":
			commits = append(commits, h)
		}
	}
	switch len(commits) {
	case 0:
		return "", nil
	case 1:
		return commits[0], nil
	}
	return "", fmt.Errorf("%s: %w", digits, ErrAmbiguous)
}

// startingWith returns the objects whose hashes begin with digits.
func (r *Repository) startingWith(digits string) (map[Hash]bool, error) {
	found := map[Hash]bool{}
	for _, store := range r.stores {
		entries, _ := os.ReadDir(filepath.Join(store, digits[:2])) // a folder that does not exist has none
		for _, entry := range entries {
			if text := digits[:2] + entry.Name(); strings.HasPrefix(text, digits) && r.parse(text) != "" {
				found[r.parse(text)] = true
			}
		}
	}
	if err := r.openPacks(); err != nil {
		return nil, err
	}
	for _, p := range r.packs {
		if err := p.startingWith(digits, func(h Hash) { found[h] = true }); err != nil {
			return nil, err
		}
	}
	return found, nil
}
