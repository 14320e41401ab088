package house

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// What is kept of a root is moved with its lines (identity.Root.Move). So an analysis names lines by package linetext,
// and reads no offsets of places.
func TestLinesCanBeMoved(t *testing.T) {
	isWrong := regexp.MustCompile(`line %d|Pos\.Offset`)
	root := filepath.Join("..", "..")
	for _, folder := range []string{"lanes", "rules", "sim", "check/replay"} {
		for _, below := range packagesBelow(t, root, folder) {
			for _, file := range sources(t, filepath.Join(root, below)) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if found := isWrong.Find(text); found != nil {
					t.Errorf("%s has %q", file, found)
				}
			}
		}
	}
}
