package arch

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/warp"
)

func TestMayHold(t *testing.T) {
	for directive, want := range map[string][3]bool{ // sm_80, sm_90a, sm_120a
		"#if __CUDA_ARCH__ >= 800":                            {true, true, true},
		"#if __CUDA_ARCH__ == 750 // Turing":                  {},
		"#if 900 <= __CUDA_ARCH__ && defined(X)":              {false, true, true},
		"#if __CUDA_ARCH__ < 800 || __CUDA_ARCH__ == 1200":    {false, false, true},
		"#if !(__CUDA_ARCH__ >= 900) && FEATURE(1, 2)":        {true, false, false},
		"#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 700)": {},
		"#if !__CUDA_ARCH__ < 700":                            {true, true, true},
		"#if __CUDA_ARCH__ / 10 == 75":                        {true, true, true},
		"#if (__CUDA_ARCH__ < 700) == 0":                      {true, true, true},
		"#if __CUDA_ARCH__ < NEWEST":                          {true, true, true},
		"#ifdef __CUDA_ARCH_FEAT_SM90_ALL":                    {false, true, false},
		"#if defined __CUDA_ARCH_FEAT_SM90_ALL || 0":          {true, true, true},
		"#if !defined(__CUDA_ARCH_FEAT_SM90_ALL)":             {true, false, true},
		"#ifdef MMA_AVAILABLE":                                {true, true, true},
		"#else before #if __CUDA_ARCH__ < 700":                {true, true, true},
		"#else before #if __CUDA_ARCH__ >= 900":               {true, false, false},
		"#elif defined(X) before #if __CUDA_ARCH__ >= 900":    {true, false, false},
		"#elif __CUDA_ARCH__ >= 900 before #ifdef X":          {false, true, true},
		"#ifndef __CUDA_ARCH__":                               {},
	} {
		for i, arch := range []warp.Arch{80, 90 + warp.Specific, 120 + warp.Specific} {
			if got := mayHold([]preprocess.Test{strings.Split(directive, " before ")}, arch, nil); got != want[i] {
				t.Errorf("%s: %t for %v", directive, got, arch)
			}
		}
	}
}
