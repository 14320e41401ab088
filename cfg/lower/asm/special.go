package asm

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// specials maps the special registers of PTX that the engines know.
var specials = map[string]cfg.SpecialReg{
	"tid.x": cfg.TidX, "tid.y": cfg.TidY, "tid.z": cfg.TidZ,
	"ntid.x": cfg.NTidX, "ntid.y": cfg.NTidY, "ntid.z": cfg.NTidZ,
	"ctaid.x": cfg.CtaidX, "ctaid.y": cfg.CtaidY, "ctaid.z": cfg.CtaidZ,
	"nctaid.x": cfg.NCtaidX, "nctaid.y": cfg.NCtaidY, "nctaid.z": cfg.NCtaidZ,
	"laneid": cfg.LaneID, "warpid": cfg.WarpID, "nwarpid": cfg.NWarpID,
	"lanemask_eq": cfg.LaneMaskEQ, "lanemask_lt": cfg.LaneMaskLT, "lanemask_le": cfg.LaneMaskLE,
	"lanemask_gt": cfg.LaneMaskGT, "lanemask_ge": cfg.LaneMaskGE,
	"clock": cfg.Clock, "clock_hi": cfg.Clock, "globaltimer_lo": cfg.Clock, "globaltimer_hi": cfg.Clock,
	"smid": cfg.SmID, "nsmid": cfg.NSmID, "dynamic_smem_size": cfg.DynamicShared,
	"cluster_nctaid.x": cfg.ClusterX, "cluster_nctaid.y": cfg.ClusterY, "cluster_nctaid.z": cfg.ClusterZ,
	"cluster_ctaid.x": cfg.ClusterAtX, "cluster_ctaid.y": cfg.ClusterAtY, "cluster_ctaid.z": cfg.ClusterAtZ,
	"clusterid.x": cfg.ClusterIDX, "clusterid.y": cfg.ClusterIDY, "clusterid.z": cfg.ClusterIDZ,
}

// uniform lists prefixes of the names of special registers that have the same value in all threads of a block.
var uniform = []string{
	"gridid", "is_explicit_cluster", "total_smem_size", "aggr_smem_size", "reserved_smem_offset",
	"current_graph_exec", "envreg",
}

// specialRegister reads a special register. name has no percent sign. A register that PTX does not define is assumed to
// be declared by another asm statement, and is unknown.
func (a *assembler) specialRegister(name string) *cfg.Instr {
	if reg, ok := specials[name]; ok {
		return a.Special(reg, types.Uint32)
	}
	if strings.Contains(name, "cluster") {
		if instr := a.clusterRegister(name); instr != nil {
			return instr
		}
	}
	switch {
	case name == "clock64" || name == "globaltimer":
		low := a.Special(cfg.Clock, ulongType)
		high := a.Binary(operator.Shl, ulongType, a.Special(cfg.Clock, ulongType), a.Constant(32, types.Uint32))
		return a.Binary(operator.Or, ulongType, high, low)
	case strings.HasPrefix(name, "pm"):
		return a.Special(cfg.Clock, types.Uint32)
	}
	for _, prefix := range uniform {
		if strings.HasPrefix(name, prefix) {
			// A function without operands has one value for all lanes.
			return a.Pure("%"+name, ulongType)
		}
	}
	return a.Unknown("PTX register %"+name+" of another asm statement", types.Uint32)
}

// clusterDimensions holds, for each dimension, the registers for the extents of the grid and of its clusters, and for
// the position of a block in its cluster.
var clusterDimensions = [3]struct {
	name              string
	grid, cluster, at cfg.SpecialReg
}{{"x", cfg.NCtaidX, cfg.ClusterX, cfg.ClusterAtX}, {"y", cfg.NCtaidY, cfg.ClusterY, cfg.ClusterAtY}, {"z", cfg.NCtaidZ, cfg.ClusterZ, cfg.ClusterAtZ}}

// clusterRegister computes a register that follows from the extents of the clusters and the block's position in its
// cluster, because a grid consists of whole clusters. It returns nil for other registers.
func (a *assembler) clusterRegister(name string) *cfg.Instr {
	binary := func(op operator.Op, x, y *cfg.Instr) *cfg.Instr { return a.Binary(op, types.Uint32, x, y) }
	rank, size := a.Constant(0, types.Uint32), a.Constant(1, types.Uint32)
	for _, d := range clusterDimensions {
		extent := a.Special(d.cluster, types.Uint32)
		if name == "nclusterid."+d.name {
			return binary(operator.Div, a.Special(d.grid, types.Uint32), extent)
		}
		rank = binary(operator.Add, rank, binary(operator.Mul, size, a.Special(d.at, types.Uint32)))
		size = binary(operator.Mul, size, extent)
	}
	switch name {
	case "cluster_ctarank":
		return rank
	case "cluster_nctarank":
		return size
	}
	return nil
}
