package headers

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// Headers are found by their names alone: each header that a stand-in includes by a relative path exists, and no name
// leads upward.
func TestIncludesOfOurOwnExist(t *testing.T) {
	quoted := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"]+)"`)
	for _, file := range Files() {
		for _, match := range quoted.FindAllStringSubmatch(file.Text, -1) {
			name := match[1]
			if !path.IsAbs(name) {
				name = path.Join(path.Dir(file.Name), name)
			}
			if _, ok := Text(name); !ok || strings.Contains(match[1], "..") {
				t.Errorf("%s includes %s, which is not embedded", file.Name, match[1])
			}
		}
	}
}

func TestTextIsOfStandInsAlone(t *testing.T) {
	if text, ok := Text(Folder + "/" + prelude); !ok || text == "" {
		t.Error("no prelude")
	}
	for _, name := range []string{Folder, Folder + "/none.h", "/etc/passwd", prelude} {
		if _, ok := Text(name); ok {
			t.Errorf("%s is a stand-in", name)
		}
	}
}
