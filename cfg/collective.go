package cfg

// BarrierScope is what a block barrier is for, besides the block.
type BarrierScope int

// The scopes.
const (
	OfBlock   BarrierScope = iota
	OfCluster              // all blocks of the cluster
	OfGrid                 // all blocks of the grid
)

// Collective describes a collective instruction. Mask, Value, Source, Width
// and the others are indices into Instr.Args, -1 when the form has none.
type Collective struct {
	Class Class
	// Instructions is how many of the hardware the call is: a shuffle moves 32 bits at a time.
	Instructions int
	// Name is what the user wrote: "__shfl_down_sync", "shfl.sync.down.b32", "tile.shfl_down".
	Name string
	// Block reports a barrier of the whole block, and of what Scope says.
	Block bool
	Scope BarrierScope
	// Legacy reports an intrinsic without _sync: no mask, the converged lanes.
	Legacy bool
	// Successor is the form of a legacy one that names its lanes: "__any_sync" of "__any".
	Successor string
	Mask      int
	// Value is what is exchanged or voted on.
	Value int
	// Source is the source lane, the delta, or the lane mask of shfl.bfly.
	Source int
	// Width of a shuffle's segments.
	Width int
	// BarrierID and BarrierThreads of a named block barrier.
	BarrierID, BarrierThreads int
	// Tile is the number of threads of the tiles that a barrier of a tile of several warps is
	// for; 0 for others.
	Tile int
	// Fold is the operation by which a reduction or a scan of a group combines integers, "" where that is not known: "add",
	// "min", "max", "and", "or", "xor". FoldsBefore reports a scan that leaves the lane's own value out.
	Fold        string
	FoldsBefore bool
	// Aligned reports what all lanes of a warp must come to together: a barrier of PTX,
	// whatever number of threads it waits for (bar.sync and barrier.sync.aligned), and an
	// instruction for the whole warp (mma.sync.aligned), which lanes on two sides of a
	// branch do not meet at under any model.
	Aligned bool
}

// Roles are the indices of the operands that say who meets whom, -1 for those that it has not:
// all but what is exchanged.
func (c *Collective) Roles() [5]int {
	return [5]int{c.Mask, c.Source, c.Width, c.BarrierID, c.BarrierThreads}
}

// IsForWarps reports a barrier that the lanes of a warp must come to together: one of the
// whole block or a tile, or one that is aligned.
func (c *Collective) IsForWarps() bool {
	return c.Block && (c.BarrierThreads < 0 || c.Aligned)
}

// IsForLanes reports a barrier that some lanes of a warp may come to, or at several places:
// one with a number of threads that is not aligned.
func (c *Collective) IsForLanes() bool { return c.Block && c.BarrierThreads >= 0 && !c.Aligned }

// IsByName reports a barrier of the whole block that is written with its number: it is one barrier wherever it
// stands (PTX ISA, barrier; a GPU shows the same), which __syncthreads is not taken to be.
func (c *Collective) IsByName() bool { return c.IsForAll() && c.BarrierID >= 0 }

// IsOneWith reports barriers at which lanes of one warp are at the same one, though they stand at two places, where
// what names them is equal.
func (c *Collective) IsOneWith(other *Collective) bool {
	switch {
	case c.IsInHalves():
		return c.Class.Kind == other.Class.Kind
	case c.IsForLanes():
		return other.IsForLanes()
	}
	return c.IsByName() && other.IsByName() && !c.Aligned && !other.Aligned
}

// IsOnePerWarp reports a barrier at which the lanes of a warp must pass one name and one
// number of threads: one that a block has by number, as a warp waits for all its lanes there
// (PTX ISA, barrier).
func (c *Collective) IsOnePerWarp() bool { return c.Block && c.Tile == 0 }

// IsInHalves reports a barrier that lanes arrive at and wait for in two instructions, each of
// which may stand at several places: that of a cluster where it is not aligned.
func (c *Collective) IsInHalves() bool {
	return (c.Class.Kind == ClusterArrive || c.Class.Kind == ClusterWait) && !c.Aligned
}

// IsSynchronizing reports a collective behind which its lanes see what they wrote before it. A shuffle
// or a vote of a warp exchanges values, and orders no memory; what exchanges values between warps goes through memory itself.
func (c *Collective) IsSynchronizing() bool {
	switch c.Class.Kind {
	case SyncWarp, Barrier, BarrierCount, BarrierAnd, BarrierOr, ClusterWait:
		return true
	case BarrierArrive, ClusterArrive:
		return false
	}
	return c.Block // an exchange of values between warps waits for them
}

// IsNumbered reports one of the barriers that a block has by number. One of a cluster or a grid
// holds the warps of the block as __syncthreads does, but for what only arrives there.
func (c *Collective) IsNumbered() bool {
	return c.Block && c.Tile == 0 && c.Class.Kind != ClusterArrive
}

// IsForAll reports a barrier of the whole block.
func (c *Collective) IsForAll() bool { return c.Block && c.Tile == 0 && c.BarrierThreads < 0 }

// HoldsBlock reports a barrier at which a warp waits for all others of its block.
func (c *Collective) HoldsBlock() bool {
	return c.IsForAll() && !c.IsInHalves() && c.Class.Kind != BarrierArrive
}

// HoldsWarp reports a barrier at which lanes wait for the others of their warp, even where they only
// arrive (PTX ISA, barrier).
func (c *Collective) HoldsWarp() bool {
	return c.Block && !(c.IsInHalves() && c.Class.Kind == ClusterArrive)
}

// MakeLegacy makes it an intrinsic without _sync, with the form that took its place.
func (c *Collective) MakeLegacy(successor string) { c.Legacy, c.Successor = true, successor }

func NewCollective(class Class, name string) *Collective {
	return &Collective{
		Class: class, Instructions: 1, Name: name, Mask: -1, Value: -1, Source: -1, Width: -1,
		BarrierID: -1, BarrierThreads: -1,
	}
}

// Classify says what the type of the value, among the arguments, makes of a collective.
func (c *Collective) Classify(args []*Instr) {
	if c.Value >= 0 {
		t := args[c.Value].Type
		c.Class, c.Instructions = c.Class.ofOperand(t), instructionsFor(c.Class.Kind, t)
	}
}
