package asm

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// maxContents bounds the numbers that are read from one variable.
const maxContents = 4096

// contents returns the initial values of a variable that nothing writes: the compiler made it for a constant of the
// source. It returns nil for other variables, because the host may write them. It also returns nil if some value is not
// an integer.
func contents(s *ptx.Symbol) (list []cfg.Content) {
	t := registerTypes[s.Type]
	if !isMadeForConstant(s.Name) || s.Values == nil || t == nil || t.Size == 0 || s.Count > maxContents {
		return nil
	}
	for i := range max(s.Count, 1) {
		c := cfg.Content{Offset: i * t.Size, Size: t.Size}
		if i < int64(len(s.Values)) {
			c.Value = s.Values[i]
		}
		list = append(list, c)
	}
	return list
}

// isMadeForConstant reports whether LLVM made the variable: for the initial value of a local variable, for a variable of
// the host that is constant, or for a switch between constants. LLVM's names have dots, which PTX writes as _$_.
func isMadeForConstant(name string) bool {
	return strings.HasPrefix(name, "__const_$_") || strings.HasPrefix(name, "switch_$_table") || strings.HasSuffix(name, "_$_const")
}
