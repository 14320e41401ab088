package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/ptx"
)

// Engine describes an instruction of an asynchronous engine: its row in the table of PTX's asynchronous family
// (package ptx), and its operands by their roles. The lowering sets it for asm text. Functions of cuda::ptx and
// cuda::device have such text as their bodies.
//
//	cp.async.bulk.global.shared::cta.bulk_group [g], [s], 512;   Source: the operand s, Target: g, Bytes: 512
//	mbarrier.arrive.expect_tx.shared.b64 _, [bar], 512;          Barrier: bar, Bytes: 512
//	wgmma.mma_async... {d}, a, b, p, 1, 1, 0, 0;                 Descriptors: a, b
//	fence.proxy.async.shared::cta;                               no operands
//
// An instruction with neither addresses nor results is a [Fence]. Any other is an [Extern]. If an instruction has
// several results, only the first Extern has the Engine.
type Engine struct {
	*ptx.Asynchronous
	// Opcode lists the parts of the instruction's name.
	Opcode []string
	// Source and Target are the addresses in shared memory that a copy or a reduction reads and writes. Barrier is the
	// address of an mbarrier. Bytes is the number of bytes that are copied or expected. Count is the number of
	// arrivals. Phase is the awaited state or parity. Each field is the index of an operand of the instruction, -1 for
	// none.
	Source, Target, Barrier, Bytes, Count, Phase int
	// Descriptors lists the indices of the operands that describe matrices in shared memory.
	Descriptors []int
	// Left is the number of committed groups that may still run after an instruction that waits for groups, -1 if it is
	// not known.
	Left int64
}

// Has reports whether the instruction has a qualifier.
func (e *Engine) Has(qualifier string) bool { return slices.Contains(e.Opcode, qualifier) }

// IsOfBarrier reports whether the instruction operates on an mbarrier with a known address. A copy that completes at
// an mbarrier does not count.
func (e *Engine) IsOfBarrier() bool {
	switch e.Does {
	case ptx.InitialisesBarrier, ptx.EndsBarrier, ptx.ExpectsBytes, ptx.CompletesBytes, ptx.Arrives, ptx.AwaitsPhase:
		return e.Barrier >= 0
	}
	return false
}

// IsBlocking reports whether a wait for a phase of an mbarrier returns only after the phase has completed. The
// qualifier is not part of PTX: our stand-in headers use it for methods that wait.
func (e *Engine) IsBlocking() bool { return e.Has("until_done") }

// FencesShared reports whether the instruction orders accesses to shared memory through the generic proxy before
// those through the asynchronous proxy. The release half of a pair of fences in one direction does so for the thread
// that executes it. The acquire half alone does not.
//
//	fence.proxy.async.shared::cta;                                                in both directions
//	fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;        the release half
//	fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;    the acquire half
func (e *Engine) FencesShared() bool {
	if e.Does != ptx.FencesProxies || len(e.Opcode) < 3 || e.Opcode[1] != "proxy" {
		return false
	}
	switch e.Opcode[2] {
	case "async":
		return !e.Has("global")
	case "async::generic":
		return e.Has("release")
	}
	return false
}

// ReadsInGroup reports whether the instruction reads shared memory until a wait for the group to which it is committed:
// a bulk copy, or a product of wgmma.
func (e *Engine) ReadsInGroup() bool {
	return e.Source >= 0 && e.Has("bulk_group") || len(e.Descriptors) > 0 && e.IsOfWarpgroup()
}

// IsOfReadingGroups reports whether the instruction commits or awaits groups of instructions that read shared memory.
func (e *Engine) IsOfReadingGroups() bool {
	return (e.Does == ptx.Commits || e.Does == ptx.AwaitsGroup) && (e.Has("bulk") || e.IsOfWarpgroup())
}

// IsOfWarpgroup reports whether the instruction is of the wgmma family, which a warpgroup executes together.
func (e *Engine) IsOfWarpgroup() bool { return e.Has("wgmma") }

// IsOfSeveralBlocks reports whether the instruction accesses the memory of other blocks of the cluster, too.
func (e *Engine) IsOfSeveralBlocks() bool {
	return e.Has("multicast::cluster") || e.Has("cta_group::2")
}

// FillsShared reports whether the instruction writes shared memory through the asynchronous proxy.
func (e *Engine) FillsShared() bool { return e.Proxy == ptx.AsyncProxy && e.Target >= 0 }

// ReadsShared reports whether the instruction reads shared memory through the asynchronous proxy.
func (e *Engine) ReadsShared() bool {
	return e.Proxy == ptx.AsyncProxy && (e.Source >= 0 || len(e.Descriptors) > 0)
}
