package asm

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// product emits the accesses of a wgmma instruction to registers, without its other effects.
//
//	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, a, b, ...;
func (a *assembler) product(s *ptx.Statement) {
	row := ptx.AsynchronousOf(s.Opcode)
	if row == nil || !s.Is("wgmma") {
		return
	}
	p := &cfg.Product{Does: row.Does}
	var args []*cfg.Instr
	switch row.Does {
	case ptx.Multiplies:
		if len(s.Operands) < 2 {
			return
		}
		for _, part := range s.Opcode {
			if strings.HasPrefix(part, "m64n") {
				p.Shape = part
			}
		}
		for _, o := range s.Operands[0].Elems {
			if r := a.register(o); r != nil && r.place != nil {
				args = append(args, r.place)
			}
		}
		p.Accumulators = len(args)
		for _, o := range s.Operands[1].Elems {
			if r := a.register(o); r != nil && r.value != nil && r.value.Unconverted().Op == cfg.Load {
				args = append(args, r.value.Unconverted().Args[0])
			}
		}
	case ptx.AwaitsGroup:
		p.Left = a.groupsLeft(s)
	}
	a.Extern(opcode(s), effect.Row{Value: effect.NoValue}, nil, args...).Product = p
}

// groupsLeft returns the number of committed groups that may still run after a wait, -1 if it is not known. A wait
// without a number leaves none.
func (a *assembler) groupsLeft(s *ptx.Statement) int64 {
	if len(s.Operands) == 0 {
		return 0
	}
	if n := a.read(s.Operands[0], types.Int64).Unconverted(); n.Op == cfg.Const {
		return n.Int
	}
	return -1
}
