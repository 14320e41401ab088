package gitignore

import (
	"strings"
	"testing"
)

// Whatever a file contains, its patterns can be matched.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"build/\n!keep\n", "/a/**/b\n*.[ch]\n", "\\ \n#\n\\#x\n", "{a,b}\n", "[z-a]\n[!\n**\n"} {
		f.Add(seed, "a/b.c")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		patterns := parse(text)
		if len(patterns.globs) > strings.Count(text, "\n")+1 {
			t.Errorf("%d patterns in %q", len(patterns.globs), text)
		}
		patterns.last(path, false)
	})
}
