package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// Choose emits a choice among n alternatives, and calls do for each of them. At run time the first alternative runs
// for which isMeant emits a true value, or else the last one.
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
