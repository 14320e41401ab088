package gitrepo

import (
	"errors"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

const (
	// mostWork is how many bytes may be inflated and built from deltas in one repository. A search for the merge base
	// of branches with 100,000 commits takes a tenth of it.
	mostWork = 4 << 30
	// workOfObject is the work of each object besides its bytes: finding and opening it takes as long as inflating this
	// number of bytes.
	workOfObject = 4 << 10
	// largestObject is the most bytes of an object: no larger source is analysed.
	largestObject = int64(safefile.Source)
	// longestChain is how many deltas may build an object; git makes no longer chains.
	longestChain = 4096
	// largestChain is how many bytes these deltas may have together, because they are in memory at the same time.
	largestChain = 4 * largestObject
	// mostPacks is how many packs are open. git repacks when there are 50.
	mostPacks = 400
	// mostStores is how many folders of objects are searched, the repository's and its alternates.
	mostStores = 16
	// longestLink is how many symbolic refs, or tags of tags, are followed.
	longestLink = 8
	// mostFiles is how many files of a commit are listed. The largest repositories have a tenth of it.
	mostFiles = 4 << 20
	// longestPath is the most bytes of a path in the kernel.
	longestPath = 4096
)

var errWork = errors.New("to read it takes more work than a repository may cost")

// spend counts the work on an object of some bytes; an error if it is too much.
func (r *Repository) spend(bytes int) error {
	if r.spent += int64(bytes) + workOfObject; r.spent > mostWork {
		return errWork
	}
	return nil
}
