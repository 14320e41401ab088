package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// Choose calls do for each of n alternatives, and emits branches that run the first one for which isMeant is true, the
// last one if no other is meant.
func (b *Builder) Choose(n int, isMeant func(int) *cfg.Instr, do func(int)) {
	done := b.NewBlock()
	for i := range n {
		next := done
		if i < n-1 {
			meant := b.NewBlock()
			next = b.NewBlock()
			b.Branch(isMeant(i), meant, next)
			b.Start(meant)
		}
		do(i)
		b.Jump(done)
		b.Start(next)
	}
}
