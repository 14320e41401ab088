package check

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/warpcheck/warpcheck/result"
)

// TestNamesAreShared tests that the names of files stay the same, and that each is in memory once.
func TestNamesAreShared(t *testing.T) {
	of := func(files ...string) []result.Unit {
		u := result.Unit{}
		for _, file := range files {
			u.Files = append(u.Files, strings.Clone(file))
		}
		return []result.Unit{u}
	}
	var n names
	one, other := of("a.cu", "/usr/include/assert.h"), of("/usr/include/assert.h", "b.cu")
	n.share(one)
	n.share(other)
	if one[0].Files[0] != "a.cu" || one[0].Files[1] != "/usr/include/assert.h" || other[0].Files[0] != "/usr/include/assert.h" || other[0].Files[1] != "b.cu" {
		t.Errorf("%v and %v", one[0].Files, other[0].Files)
	}
	if unsafe.StringData(one[0].Files[1]) != unsafe.StringData(other[0].Files[0]) {
		t.Error("one name is in memory twice")
	}
}
