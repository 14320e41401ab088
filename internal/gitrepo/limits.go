package gitrepo

import (
	"errors"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

const (
	// mostWork limits the bytes that are inflated and built from deltas in one repository. A search for the merge base
	// of branches with 100,000 commits takes a tenth of it.
	mostWork = 4 << 30
	// workOfObject is added to the bytes of each object: to find and open an object takes as long as to inflate this
	// number of bytes.
	workOfObject = 4 << 10
	// largestObject is the largest size of an object in bytes. No larger source is analysed.
	largestObject = int64(safefile.Source)
	// longestChain is the largest number of deltas of an object. Git never makes a longer chain.
	longestChain = 4096
	// largestChain is the largest number of bytes in the deltas of an object, because all of them are in memory at the
	// same time.
	largestChain = 4 * largestObject
	// mostPacks is the largest number of open packs. Git repacks a repository with 50 packs.
	mostPacks = 400
	// mostStores is the largest number of folders of objects: that of the repository and its alternates.
	mostStores = 16
	// longestLink is the largest number of symbolic refs, or of tags of tags, to follow.
	longestLink = 8
	// mostFiles limits the files and folders of a commit. The largest repositories have a tenth of that.
	mostFiles = 4 << 20
	// longestPath is the kernel's limit for the bytes of a path.
	longestPath = 4096
)

var errWork = errors.New("to read it takes more work than a repository may cost")

// spend counts the work on an object with some bytes. It returns an error if the total exceeds mostWork.
func (r *Repository) spend(bytes int) error {
	if r.spent += int64(bytes) + workOfObject; r.spent > mostWork {
		return errWork
	}
	return nil
}
