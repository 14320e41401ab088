package gitrepo

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// logged is a line in the log of a ref.
type logged struct {
	before, after Hash
	message       string
}

// log reads the log of a ref, the oldest line first.
func (r *Repository) log(ref string) ([]logged, error) {
	text, err := safefile.Read(r.place("logs", ref), safefile.Database)
	if err != nil && !isAbsent(err) {
		return nil, err
	}
	var all []logged
	for line := range strings.Lines(string(text)) {
		who, message, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		before, rest, _ := strings.Cut(who, " ")
		after, _, _ := strings.Cut(rest, " ")
		all = append(all, logged{r.parse(before), r.parse(after), message})
	}
	return all, nil
}

// logEntry returns the hash that a ref had n changes ago, or "" if its log is shorter.
func (r *Repository) logEntry(ref string, n int) (Hash, error) {
	all, err := r.log(ref)
	switch {
	case err != nil:
		return "", err
	case n == 0:
		return r.ref(ref)
	case n < len(all):
		return all[len(all)-1-n].after, nil
	case n == len(all):
		return all[0].before, nil
	}
	return "", nil
}

// checkedOutBefore returns the branch or commit that was checked out n checkouts ago, or "" if there was none.
func (r *Repository) checkedOutBefore(n int) (string, error) {
	all, err := r.log("HEAD")
	for i := len(all) - 1; i >= 0; i-- {
		way, is := strings.CutPrefix(all[i].message, "checkout: moving from ")
		if n--; !is {
			n++
		} else if n == 0 {
			from, _, _ := strings.Cut(way, " to ")
			return from, err
		}
	}
	return "", err
}
