package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Probe inserts a barrier with an empty mask before the instruction site. It returns the barrier and a function that
// removes it. A lane that executes the barrier breaks a rule. So the question whether an execution reaches site
// becomes a question about a collective.
func (f *Func) Probe(site *Instr) (probe *Instr, remove func()) {
	b := site.Block
	before, values := b.Instrs, f.Values
	none := &Instr{ID: values, Op: Const, Type: types.Uint32, Pos: site.Pos, Block: b}
	c := NewCollective(Class{Kind: SyncWarp}, "__syncwarp")
	c.Mask = 0
	probe = &Instr{ID: values + 1, Op: Collective_, Args: []*Instr{none}, Pos: site.Pos, Block: b, Collective: c}
	b.Instrs = slices.Insert(slices.Clone(before), slices.Index(before, site), none, probe)
	f.Values += 2
	return probe, func() { b.Instrs, f.Values = before, values }
}
