package cfg

// BarrierScope is the set of blocks whose threads meet at a barrier.
type BarrierScope int

// The scopes.
const (
	OfBlock   BarrierScope = iota
	OfCluster              // all blocks of the cluster
	OfGrid                 // all blocks of the grid
)

// Collective describes a collective instruction. Mask, Value, Source, Width, BarrierID and BarrierThreads are indices
// into Instr.Args, -1 if the collective has no such operand.
type Collective struct {
	Class Class
	// Instructions is the number of hardware instructions of the call: a shuffle moves 32 bits at a time.
	Instructions int
	// Name is the call as the user wrote it: "__shfl_down_sync", "shfl.sync.down.b32", "tile.shfl_down".
	Name string
	// BeyondWarp is whether this is a barrier, or another collective, of more than a warp: of a block, of some of its
	// warps, or of the blocks that Scope names.
	BeyondWarp bool
	Scope      BarrierScope
	// Legacy: whether this is an intrinsic without _sync. It has no mask: the converged lanes take part.
	Legacy bool
	// Successor is the form with _sync that replaces a legacy intrinsic: "__any_sync" for "__any".
	Successor string
	Mask      int
	// Value is the value that is exchanged or voted on.
	Value int
	// Source is the source lane, the delta, or the lane mask of shfl.bfly.
	Source int
	// Width is the width of a shuffle's segments.
	Width int
	// BarrierID is the number of a numbered barrier, BarrierThreads the number of threads that it waits for.
	BarrierID, BarrierThreads int
	// Tile is, for a barrier of a tile of several warps, the number of threads of the tile; 0 for other collectives.
	Tile int
	// Fold is the operation by which a reduction or a scan of a group combines integers: "add", "min", "max", "and",
	// "or", "xor"; "" if it is not known. FoldsBefore: whether a scan leaves out the lane's own value (an exclusive
	// scan).
	Fold        string
	FoldsBefore bool
	// Aligned: whether all lanes of a warp must execute the instruction together. So it is for a barrier of PTX,
	// whatever number of threads it waits for (bar.sync and barrier.sync.aligned), and for an instruction of the whole
	// warp (mma.sync.aligned). Lanes on two sides of a branch do not meet at such an instruction under any model.
	Aligned bool
}

// Roles are the indices of the operands that decide who meets whom: all but the value that is exchanged. An index is -1
// if the collective has no such operand.
func (c *Collective) Roles() [5]int {
	return [5]int{c.Mask, c.Source, c.Width, c.BarrierID, c.BarrierThreads}
}

// IsReachedByWarps reports whether c is a barrier that the lanes of a warp must reach together: a barrier of the whole
// block or of a tile, or an aligned one.
func (c *Collective) IsReachedByWarps() bool {
	return c.BeyondWarp && (c.BarrierThreads < 0 || c.Aligned)
}

// IsReachedByLanes reports whether c is a barrier that only some lanes of a warp may reach, or that they may reach at
// several places: one with a number of threads that is not aligned.
func (c *Collective) IsReachedByLanes() bool {
	return c.BeyondWarp && c.BarrierThreads >= 0 && !c.Aligned
}

// HasWrittenNumber reports whether c is a barrier of the whole block that is written with its number. All barriers with
// one number are one barrier, wherever they stand (PTX ISA, barrier; a GPU shows the same). A __syncthreads is not
// taken to be one of them.
func (c *Collective) HasWrittenNumber() bool { return c.IsForAll() && c.BarrierID >= 0 }

// IsOneWith reports whether the lanes of one warp that wait at c and at other, which stand at two places, are at one
// barrier, provided that the operands which name the barriers are equal.
func (c *Collective) IsOneWith(other *Collective) bool {
	switch {
	case c.IsInHalves():
		return c.Class.Kind == other.Class.Kind
	case c.IsReachedByLanes():
		return other.IsReachedByLanes()
	}
	return c.HasWrittenNumber() && other.HasWrittenNumber() && !c.Aligned && !other.Aligned
}

// IsOnePerWarp reports whether all lanes of a warp must pass c the same barrier number and number of threads. That
// holds for barriers that a block has by number, as a warp waits for all its lanes there (PTX ISA, barrier).
func (c *Collective) IsOnePerWarp() bool { return c.BeyondWarp && c.Tile == 0 }

// IsInHalves reports whether lanes arrive at the barrier with one instruction and wait with another, each of which may
// stand at several places: the barrier of a cluster, if it is not aligned.
func (c *Collective) IsInHalves() bool {
	return (c.Class.Kind == ClusterArrive || c.Class.Kind == ClusterWait) && !c.Aligned
}

// IsSynchronizing reports whether the lanes of c see behind it what they wrote before it. A shuffle or a vote of a warp
// exchanges values, and orders no memory. An exchange of values between warps goes through memory, and does order it.
func (c *Collective) IsSynchronizing() bool {
	switch c.Class.Kind {
	case SyncWarp, Barrier, BarrierCount, BarrierAnd, BarrierOr, ClusterWait:
		return true
	case BarrierArrive, ClusterArrive:
		return false
	}
	return c.BeyondWarp // an exchange of values between warps waits for them
}

// IsNumbered reports whether c is one of the sixteen barriers that a block has by number; __syncthreads is barrier 0. A
// barrier of a cluster or a grid holds the warps of the block as __syncthreads does, so it counts; an arrival at a
// cluster's barrier does not.
func (c *Collective) IsNumbered() bool {
	return c.BeyondWarp && c.Tile == 0 && c.Class.Kind != ClusterArrive
}

// IsForAll reports whether c is a barrier of the whole block.
func (c *Collective) IsForAll() bool { return c.BeyondWarp && c.Tile == 0 && c.BarrierThreads < 0 }

// HoldsBlock reports whether a warp waits at c for all other warps of its block.
func (c *Collective) HoldsBlock() bool {
	return c.IsForAll() && !c.IsInHalves() && c.Class.Kind != BarrierArrive
}

// HoldsWarp reports whether a lane waits at c for the other lanes of its warp. It does so even at barriers where the
// warp only arrives (PTX ISA, barrier).
func (c *Collective) HoldsWarp() bool {
	return c.BeyondWarp && !(c.IsInHalves() && c.Class.Kind == ClusterArrive)
}

// MakeLegacy makes c an intrinsic without _sync; successor is the intrinsic that replaces it.
func (c *Collective) MakeLegacy(successor string) { c.Legacy, c.Successor = true, successor }

func NewCollective(class Class, name string) *Collective {
	return &Collective{
		Class: class, Instructions: 1, Name: name, Mask: -1, Value: -1, Source: -1, Width: -1,
		BarrierID: -1, BarrierThreads: -1,
	}
}

// Classify completes the class and the number of instructions of c by the type of its value, which is one of args.
func (c *Collective) Classify(args []*Instr) {
	if c.Value >= 0 {
		t := args[c.Value].Type
		c.Class, c.Instructions = c.Class.ofOperand(t), instructionsFor(c.Class.Kind, t)
	}
}
