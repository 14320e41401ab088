package arch

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/warp"
)

// A further architecture is read if it may compile code that the earlier ones leave out.
func TestMayBring(t *testing.T) {
	const header = `
#define NEW 1200
#define HERE (__CUDA_ARCH__ >= 900)
#if __CUDA_ARCH__ >= NEW
#define MMA
#endif
#if __CUDA_ARCH__ >= 750
#define OLD_MMA
#endif
`
	specific := func(n int) warp.Arch { return warp.Arch(n) + warp.Specific }
	for condition, want := range map[string][]warp.Arch{
		"#ifdef MMA":                                      {specific(120)},
		"#if __CUDA_ARCH__ >= 800":                        {80},
		"#if 900 <= __CUDA_ARCH__":                        {specific(90)},
		"#if !defined(__CUDA_ARCH__)":                     nil,
		"#if defined(OTHER) && !defined(MMA)":             {specific(120)},
		"#if HERE":                                        {80, specific(90), specific(100), specific(120)},
		"#if __CUDA_ARCH__ / 10 == 90":                    {80, specific(90), specific(100), specific(120)},
		"#if defined(OTHER) && OTHER > 3":                 nil,
		"#ifdef __CUDA_ARCH_FEAT_SM90_ALL":                {specific(90)},
		"#ifdef OLD_MMA\n#if __CUDA_ARCH__ >= 800\n#else": nil,
		"#if defined(OLD_MMA)\n#elif defined(OTHER)":      {80},
	} {
		texts := [][]preprocess.Directive{preprocess.All(header)}
		text := Text{preprocess.ArchMacros(slices.Values(texts)),
			preprocess.MacrosOf(slices.Values(texts), func(string) bool { return false })}
		left := LeftOut{conditions: preprocess.Around(preprocess.All(condition), 10)}
		var got []warp.Arch
		read := []warp.Arch{70}
		for _, arch := range Candidates {
			if text.MayBring(left, arch, read) {
				got, read = append(got, arch), append(read, arch)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: read for %v, want %v", condition, got, want)
		}
	}
}
