package asm

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
)

// rolesOf lists the roles that the Engine of an instruction gives to operands, each with the operand's value.
func rolesOf(in *cfg.Instr) string {
	e, text := in.Engine, ""
	for _, role := range []struct {
		name string
		at   int
	}{{"from", e.Source}, {"to", e.Target}, {"barrier", e.Barrier}, {"bytes", e.Bytes}, {"count", e.Count}, {"phase", e.Phase}} {
		if role.at >= 0 {
			text += fmt.Sprintf("%s %s ", role.name, nameIn(in.Args[role.at]))
		}
	}
	for _, at := range e.Descriptors {
		text += "matrix " + nameIn(in.Args[at]) + " "
	}
	if e.Left > 0 {
		text += fmt.Sprintf("left %d ", e.Left)
	}
	return text
}

// nameIn is the constant or the variable that a value comes from.
func nameIn(v *cfg.Instr) string {
	for ; ; v = v.Args[0] {
		switch v.Op {
		case cfg.Const:
			return fmt.Sprint(v.Int)
		case cfg.Addr:
			return v.Object.Name
		}
	}
}

func TestEnginesNameTheirOperands(t *testing.T) {
	for _, test := range []struct{ text, operands, want string }{
		{"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;", "l:w,r:m", "from m bytes 512 "},
		{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];", "r:m,l:w,r:x,r:c", "to m barrier c bytes x "},
		{"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];", "r:m,r:x,r:c", "from x to m barrier c bytes 16 "},
		{"cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];", "l:w,r:m,r:x,r:y", "from m "},
		{"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];", "r:m,l:w,r:c,r:x,r:y", "to m barrier c "},
		{"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;", "l:w,r:m,r:x", "from m bytes x "},
		{"cp.async.bulk.wait_group.read 3;", "", "left 3 "},
		{"mbarrier.init.shared.b64 [%0], 128;", "r:m", "barrier m count 128 "},
		{"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;", "r:m,r:x", "barrier m bytes x "},
		{"mbarrier.arrive.shared.b64 %0, [%1];", "=l:w,r:m", "barrier m "},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1}, %2, %3, 1, 1, 1, 0, 0;", "+f:f,+f:g,l:w,l:w", "matrix w matrix w "},
		{"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 1;", "r:m,l:w,l:w,r:x", "matrix w matrix w "},
		{"fence.proxy.async.shared::cta;", "", ""},
	} {
		roles := "no engine"
		for _, block := range lowerAsm(t, test.text, test.operands).Blocks {
			for _, in := range block.Instrs {
				if in.Engine != nil {
					roles = rolesOf(in)
				}
			}
		}
		if roles != test.want {
			t.Errorf("%s: %q, want %q", test.text, roles, test.want)
		}
	}
}
