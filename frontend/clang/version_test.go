package clang

import (
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	if err := CheckVersion(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(Version(), "version") {
		t.Errorf("version %q", Version())
	}
}
