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
	"cluster_nctaid.x": ClusterX, "cluster_nctaid.y": ClusterY, "cluster_nctaid.z": ClusterZ,
	"cluster_ctaid.x": ClusterAtX, "cluster_ctaid.y": ClusterAtY, "cluster_ctaid.z": ClusterAtZ,
	"clusterid.x": ClusterIDX, "clusterid.y": ClusterIDY, "clusterid.z": ClusterIDZ,
}

// asmUniform are the special registers, or the beginnings of their names, that
// all threads of a block read alike.
var asmUniform = []string{
	"gridid", "is_explicit_cluster", "total_smem_size", "aggr_smem_size", "reserved_smem_offset",
	"current_graph_exec", "envreg",
}

// specialRegister reads a special register by its name without the percent
// sign. A name that is none was declared outside the asm statement.
func (a *assembler) specialRegister(name string) *Instr {
	if reg, ok := asmSpecials[name]; ok {
		return a.special(reg, uintType)
	}
	if strings.Contains(name, "cluster") {
		if in := a.clusterRegister(name); in != nil {
			return in
		}
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

// clusterDimensions are the extents of a grid and of its clusters, and the place of a block in
// its cluster.
var clusterDimensions = [3]struct {
	name              string
	grid, cluster, at SpecialReg
}{{"x", NCtaidX, ClusterX, ClusterAtX}, {"y", NCtaidY, ClusterY, ClusterAtY}, {"z", NCtaidZ, ClusterZ, ClusterAtZ}}

// clusterRegister computes a register that follows from the places and the extents of clusters:
// a grid is whole clusters. nil for another register.
func (a *assembler) clusterRegister(name string) *Instr {
	binary := func(op ast.Op, x, y *Instr) *Instr { return a.binary(op, uintType, x, y) }
	rank, size := a.constant(0, uintType), a.constant(1, uintType)
	for _, d := range clusterDimensions {
		extent := a.special(d.cluster, uintType)
		if name == "nclusterid."+d.name {
			return binary(ast.Div, a.special(d.grid, uintType), extent)
		}
		rank = binary(ast.Add, rank, binary(ast.Mul, size, a.special(d.at, uintType)))
		size = binary(ast.Mul, size, extent)
	}
	switch name {
	case "cluster_ctarank":
		return rank
	case "cluster_nctarank":
		return size
	}
	return nil
}
