package gitrepo

import (
	"errors"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

const (
	// mostWork is how many bytes of objects are inflated and built from deltas in one repository. A search for
	// the merge base of branches that are 100,000 commits long takes a tenth of it.
	mostWork = 4 << 30
	// workOfObject is added for each object, however small: to find and open it takes as long as to inflate so much.
	workOfObject = 4 << 10
	// largestObject is the most that an object may have: no source that is analysed is larger.
	largestObject = int64(safefile.Source)
	// longestChain is how many deltas an object may be made of; git makes no longer chains.
	longestChain = 4096
	// largestChain is how many bytes these deltas may have together, as they are held at once.
	largestChain = 4 * largestObject
	// mostPacks is how many packs are held open. git repacks at 50.
	mostPacks = 400
	// mostStores is how many folders of objects are searched, that of the repository and its alternates.
	mostStores = 16
	// longestLink is how many symbolic refs, or tags of tags, are followed.
	longestLink = 8
	// mostFiles is how many files of a commit are listed. The largest repositories have a tenth of it.
	mostFiles = 4 << 20
	// longestPath is the most bytes of a path, as the kernel has it.
	longestPath = 4096
)

var errWork = errors.New("to read it takes more work than a repository may cost")

// spend counts work on an object of so many bytes.
func (r *Repository) spend(bytes int) error {
	if r.spent += int64(bytes) + workOfObject; r.spent > mostWork {
		return errWork
	}
	return nil
}
