package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// Choose emits a choice among n alternatives. isMeant emits the condition of an alternative, and do its code. At run
// time, the first alternative with a true condition runs. If there is none, the last one runs.
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
