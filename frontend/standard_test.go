package frontend

import (
	"slices"
	"testing"
)

func TestSpelledStandard(t *testing.T) {
	for asked, want := range map[string]string{
		"-std=c++17":   "-std=c++17",
		"--std=c++1z":  "-std=c++17",
		"-std=gnu++23": "-std=gnu++2b",
		"-std=c++26":   "-std=c++2b",
		"-std=c++99":   "",
		"-std=c11":     "",
		"-std=":        "",
	} {
		args, err := withSpelledStandard([]string{"clang", asked, "-DX=-std=c++99"})
		if want == "" {
			if err == nil {
				t.Errorf("%s is taken for %q", asked, args)
			}
			continue
		}
		if err != nil || !slices.Equal(args, []string{"clang", want, "-DX=-std=c++99"}) {
			t.Errorf("%s: %q, %v", asked, args, err)
		}
	}
}
