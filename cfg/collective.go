package cfg

import "github.com/warpcheck/warpcheck/warp"

// BarrierScope states the blocks whose threads a barrier waits for.
type BarrierScope int

// The scopes.
const (
	OfBlock   BarrierScope = iota
	OfCluster              // all blocks of the cluster
	OfGrid                 // all blocks of the grid
)

// Collective describes a collective instruction. Mask, Value, Source, Width, BarrierID and BarrierThreads are indices
// into Instr.Args. An index is -1 if the collective has no such operand.
type Collective struct {
	Class Class
	// Instructions is the number of hardware instructions of the call: a shuffle moves 32 bits per instruction.
	Instructions int
	// Name is the call as the user wrote it: "__shfl_down_sync", "shfl.sync.down.b32", "tile.shfl_down".
	Name string
	// BeyondWarp: this is a barrier or another collective of more than one warp: of a block, of a tile of several
	// warps, or of the blocks that Scope names.
	BeyondWarp bool
	Scope      BarrierScope
	// Legacy: this is an intrinsic without _sync. It has no mask: the converged lanes take part.
	Legacy bool
	// Successor is the intrinsic with _sync that replaces a legacy one: "__any_sync" for "__any".
	Successor string
	Mask      int
	// Value is the operand that is exchanged or voted on.
	Value int
	// Source is the operand with the source lane, the delta, or the lane mask of shfl.bfly.
	Source int
	// Width is the operand with the number of lanes in a segment of a shuffle.
	Width int
	// BarrierID is the operand with the number of a barrier. BarrierThreads is the operand with the number of threads
	// that the barrier waits for.
	BarrierID, BarrierThreads int
	// Tile is the number of threads in the tile of a barrier of a tile of several warps, 0 for other collectives.
	Tile int
	// Fold is the operation by which a reduction or a scan of a group combines integers: "add", "min", "max", "and",
	// "or" or "xor". It is "" if it is not known. FoldsBefore: a scan leaves out the lane's own value (an exclusive
	// scan).
	Fold        string
	FoldsBefore bool
	// Warpgroup: the four warps of a warpgroup must execute the instruction together (wgmma, setmaxnreg).
	Warpgroup bool
	// Aligned: all lanes of a warp must execute the instruction together. This is required by some barriers of PTX,
	// with or without a number of threads (bar.sync and barrier.sync.aligned), and by instructions of the whole warp
	// (mma.sync.aligned). Lanes on two sides of a branch never meet at an aligned instruction, in any model.
	Aligned bool
}

// Roles returns the indices in Instr.Args of all operands except the exchanged value. These operands decide which lanes
// meet, and from which lane each reads. An index is -1 if the collective has no such operand.
func (c *Collective) Roles() [5]int {
	return [5]int{c.Mask, c.Source, c.Width, c.BarrierID, c.BarrierThreads}
}

// IsReachedByWarps reports whether c is a barrier that the lanes of a warp must reach together. These are the aligned
// barriers, and the barriers without a number of threads: those of the block, of a tile and of the grid, and the
// arrival at the barrier of a cluster.
func (c *Collective) IsReachedByWarps() bool {
	return c.BeyondWarp && (c.BarrierThreads < 0 && !c.AwaitsArrivals() || c.Aligned)
}

// AwaitsArrivals reports whether c is the wait at the barrier of a cluster. The wait ends when all threads have
// executed the arrival, which is another instruction. A thread that has arrived may leave out the wait (PTX ISA,
// barrier.cluster; confirmed on a GPU).
func (c *Collective) AwaitsArrivals() bool { return c.Class.Kind == ClusterWait }

// IsReachedByLanes reports whether c is a barrier that some lanes of a warp may reach alone, or at another place than
// the other lanes. These are the barriers with a number of threads that are not aligned.
func (c *Collective) IsReachedByLanes() bool {
	return c.BeyondWarp && c.BarrierThreads >= 0 && !c.Aligned
}

// HasWrittenNumber reports whether c is a barrier of the whole block that names its number (bar.sync 1). All barriers
// with the same number are one barrier, wherever they are (PTX ISA, barrier; confirmed on a GPU). A __syncthreads
// does not count as one of them.
func (c *Collective) HasWrittenNumber() bool { return c.IsForAll() && c.BarrierID >= 0 }

// LetsGo reports whether c is the arrival at the barrier of a cluster. An arrival waits for no other thread. The
// barrier may complete without threads that never execute c. Threads that have exited count as arrived, and PTX does
// not require other threads to arrive (PTX ISA, barrier.cluster).
func (c *Collective) LetsGo() bool { return c.Class.Kind == ClusterArrive }

// IsAlso reports whether a warp at c and a warp at `other` may be at the same barrier, although the two collectives are
// at different places. There are two cases: both barriers name their number, or both are arrivals at the barrier of the
// cluster.
func (c *Collective) IsAlso(other *Collective) bool {
	return c.HasWrittenNumber() && other.HasWrittenNumber() || c.Class.Kind == ClusterArrive && other.Class.Kind == ClusterArrive
}

// IsOneWith reports whether lanes of one warp may be at the same barrier if some wait at c and some at `other`. The
// caller must also compare the barrier numbers and the numbers of threads.
func (c *Collective) IsOneWith(other *Collective) bool {
	switch {
	case c.IsInHalves():
		return c.Class.Kind == other.Class.Kind
	case c.IsReachedByLanes():
		return other.IsReachedByLanes()
	}
	return c.HasWrittenNumber() && other.HasWrittenNumber() && !c.Aligned && !other.Aligned
}

// IsOnePerWarp reports whether all lanes of a warp must pass the same barrier number and number of threads to c. That
// holds for the numbered barriers of a block, because a warp waits there for all its lanes (PTX ISA, barrier).
func (c *Collective) IsOnePerWarp() bool { return c.BeyondWarp && c.Tile == 0 }

// IsInHalves reports whether c is half of a barrier: lanes arrive with one instruction and wait with another, and may
// execute either at several places. Only a barrier of a cluster is of this kind, if it is not aligned.
func (c *Collective) IsInHalves() bool {
	return c.isHalf() && !c.Aligned
}

// IsSynchronizing reports whether each lane sees, after c, the memory that the other lanes wrote before c. A shuffle or
// a vote of a warp exchanges values but does not order memory. An exchange of values between warps uses memory, and so
// orders it.
func (c *Collective) IsSynchronizing() bool {
	switch c.Class.Kind {
	case SyncWarp, Barrier, BarrierCount, BarrierAnd, BarrierOr, ClusterWait:
		return true
	case BarrierArrive, ClusterArrive:
		return false
	}
	return c.BeyondWarp // an exchange of values between warps waits for these values
}

// IsNumbered reports whether c is one of the sixteen numbered barriers of a block. __syncthreads is barrier 0. A
// barrier of a cluster or a grid counts as one, because it holds the warps of the block as __syncthreads does. The
// separate arrival and wait of a cluster's barrier do not count.
func (c *Collective) IsNumbered() bool {
	return c.BeyondWarp && c.Tile == 0 && !c.isHalf()
}

// isHalf reports whether c is an arrival or a wait at the barrier of a cluster.
func (c *Collective) isHalf() bool {
	return c.Class.Kind == ClusterArrive || c.Class.Kind == ClusterWait
}

// IsForAll reports whether c is a barrier of the whole block, without a number of threads. Barriers of a cluster and of
// the grid count too.
func (c *Collective) IsForAll() bool { return c.BeyondWarp && c.Tile == 0 && c.BarrierThreads < 0 }

// HoldsBlock reports whether a warp waits at c for all other warps of its block.
func (c *Collective) HoldsBlock() bool {
	return c.IsForAll() && !c.isHalf() && c.Class.Kind != BarrierArrive
}

// HoldsWarp reports whether a lane waits at c for the other lanes of its warp. At an arrival at a barrier of the block,
// a lane waits only for the lanes of its own warp, and for no other warp (PTX ISA, barrier).
func (c *Collective) HoldsWarp() bool {
	return c.BeyondWarp && !(c.IsInHalves() && c.Class.Kind == ClusterArrive)
}

// Together returns the number of threads whose warps must execute c together: those of the tile of a barrier, or of
// the warpgroup of an instruction. It returns 0 for other collectives.
func (c *Collective) Together() int {
	if c.Warpgroup {
		return warp.GroupSize
	}
	return c.Tile
}

// MakeLegacy marks c as an intrinsic without _sync. successor is the intrinsic that replaces it.
func (c *Collective) MakeLegacy(successor string) { c.Legacy, c.Successor = true, successor }

func NewCollective(class Class, name string) *Collective {
	return &Collective{
		Class: class, Instructions: 1, Name: name, Mask: -1, Value: -1, Source: -1, Width: -1,
		BarrierID: -1, BarrierThreads: -1,
	}
}

// Classify completes c.Class and c.Instructions with the type of the value operand in args. If c has no value
// operand, it does nothing.
func (c *Collective) Classify(args []*Instr) {
	if c.Value >= 0 {
		t := args[c.Value].Type
		c.Class, c.Instructions = c.Class.ofOperand(t), instructionsFor(c.Class.Kind, t)
	}
}
