package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// Choose does the first of n things that is meant, the last one when it is none before.
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
