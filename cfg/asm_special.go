package cfg

import (
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// asmSpecials are the special registers of PTX that the engines know.
var asmSpecials = map[string]SpecialReg{
	"tid.x": TidX, "tid.y": TidY, "tid.z": TidZ,
	"ntid.x": NTidX, "ntid.y": NTidY, "ntid.z": NTidZ,
	"ctaid.x": CtaidX, "ctaid.y": CtaidY, "ctaid.z": CtaidZ,
	"nctaid.x": NCtaidX, "nctaid.y": NCtaidY, "nctaid.z": NCtaidZ,
	"laneid": LaneID, "warpid": WarpID, "nwarpid": NWarpID,
	"lanemask_eq": LaneMaskEQ, "lanemask_lt": LaneMaskLT, "lanemask_le": LaneMaskLE,
	"lanemask_gt": LaneMaskGT, "lanemask_ge": LaneMaskGE,
	"clock": Clock, "clock_hi": Clock, "globaltimer_lo": Clock, "globaltimer_hi": Clock,
	"smid": SmID, "nsmid": NSmID, "dynamic_smem_size": DynamicShared,
}

// asmUniform are the special registers, or the beginnings of their names, that
// all threads of a block read alike.
var asmUniform = []string{
	"gridid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid",
	"cluster_ctarank", "cluster_nctarank", "is_explicit_cluster", "total_smem_size",
	"aggr_smem_size", "reserved_smem_offset", "current_graph_exec", "envreg",
}

// specialRegister reads a special register by its name without the percent
// sign. A name that is none was declared outside the asm statement.
func (a *assembler) specialRegister(name string) *Instr {
	if reg, ok := asmSpecials[name]; ok {
		return a.special(reg, uintType)
	}
	switch {
	case name == "clock64" || name == "globaltimer":
		low := a.special(Clock, ulongType)
		high := a.binary(ast.Shl, ulongType, a.special(Clock, ulongType), a.constant(32, uintType))
		return a.binary(ast.Or, ulongType, high, low)
	case strings.HasPrefix(name, "pm"):
		return a.special(Clock, uintType)
	}
	for _, prefix := range asmUniform {
		if strings.HasPrefix(name, prefix) {
			// A function of nothing has one value for all lanes.
			return a.pure("%"+name, ulongType)
		}
	}
	return a.unknown("PTX register %"+name+" of another asm statement", uintType)
}
