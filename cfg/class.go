package cfg

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// Class is what the hardware matches collectives on: the operation, its qualifiers and the
// type of its operand. Shuffles move any 32 bits, so that their operand is no part of it: one
// of a larger value is several instructions (Collective.Instructions). Votes have no type.
type Class struct {
	Kind ClassKind
	// Name is the reduction of Redux ("add", "min") and what GroupCollective and
	// WholeWarp are called; "" for kinds that say it all.
	Name string
	// Operand is the type of what is compared or reduced, as PTX names it ("b64", "s32");
	// "" where it does not count. One that a template's arguments decide is Open, and named
	// as the template names it.
	Operand string
	Open    bool
}

// ClassKind is the operation of a collective.
type ClassKind int

// The kinds of warp collectives, and the block barriers.
const (
	SyncWarp ClassKind = iota
	ShflIdx
	ShflUp
	ShflDown
	ShflXor
	VoteAny
	VoteAll
	VoteUni
	VoteBallot
	MatchAny
	MatchAll
	Redux
	Elect
	GroupReduce     // a reduction of a library, by contract
	GroupScan       // a scan of a library, by contract
	GroupCollective // another collective of a library: "cub::warp"
	WholeWarp       // an instruction that all lanes of a warp execute as one: "mma..."

	Barrier       // __syncthreads, bar.sync id, barrier.sync id
	BarrierCount  // bar.red.popc
	BarrierAnd    // bar.red.and
	BarrierOr     // bar.red.or
	BarrierArrive // bar.arrive: does not wait
	ClusterArrive // barrier.cluster.arrive: does not wait
	ClusterWait   // barrier.cluster.wait
)

var kindNames = [...]string{
	"syncwarp", "shfl.idx", "shfl.up", "shfl.down", "shfl.bfly", "vote.any", "vote.all", "vote.uni",
	"vote.ballot", "match.any", "match.all", "redux", "elect", "group.reduce", "group.scan", "group", "group",
	"bar.sync", "bar.red.popc", "bar.red.and", "bar.red.or", "bar.arrive",
	"barrier.cluster.arrive", "barrier.cluster.wait",
}

// String is the kind as PTX names it.
func (k ClassKind) String() string { return kindNames[k] }

// IsShuffle reports that lanes read each other's values.
func (k ClassKind) IsShuffle() bool { return k >= ShflIdx && k <= ShflXor }

// IsVote reports a vote or a ballot.
func (k ClassKind) IsVote() bool { return k >= VoteAny && k <= VoteBallot }

// hasType reports operations whose operand has a type that counts.
func (k ClassKind) hasType() bool {
	return k == MatchAny || k == MatchAll || k == Redux || k == GroupReduce || k == GroupScan || k == GroupCollective
}

// TakesValues reports a collective of a library that takes the values of other lanes, whose threads all
// have to take part by contract: it may be made of shuffles.
func (k ClassKind) TakesValues() bool { return k == GroupReduce || k == GroupScan }

// Taken are the lanes whose values such a collective takes for a lane, as far as its mask names them: all
// others in a reduction, those before it in a scan.
func (k ClassKind) Taken(lane int) warp.Lanes {
	own := warp.Lanes(1) << lane
	switch k {
	case GroupReduce:
		return ^own
	case GroupScan:
		return own - 1
	}
	return 0
}

// IsBlock reports a barrier of a block.
func (k ClassKind) IsBlock() bool { return k >= Barrier }

// String is the class as PTX names it.
func (c Class) String() string {
	s := c.Kind.String()
	for _, part := range []string{c.Name, c.Operand} {
		if part != "" {
			s += "." + part
		}
	}
	return s
}

// Same reports one class; known is false where the arguments of a template decide.
func (c Class) Same(d Class) (same, known bool) {
	if c.Kind == d.Kind && c.Name == d.Name && (c.Open || d.Open) {
		return c == d, c == d
	}
	return c == d, true
}

// ofOperand completes a class with the type of the operand that it is used on.
func (c Class) ofOperand(t *types.Type) Class {
	switch {
	case c.Operand != "":
		return c
	case !c.Kind.hasType():
		return c
	case types.IsUnknown(t):
		c.Operand, c.Open = typeName(t), true
	case c.Kind == MatchAny || c.Kind == MatchAll:
		c.Operand = fmt.Sprintf("b%d", 8*t.Size)
	default:
		c.Operand = typeName(t)
	}
	return c
}

// ClassNamed is the class that a table names as PTX does, with or without an operand.
func ClassNamed(text string) Class {
	for kind, name := range kindNames {
		if text == name {
			return Class{Kind: ClassKind(kind)}
		}
	}
	parts := strings.Split(text, ".") // redux.min.s32
	c := Class{Kind: Redux, Name: parts[1]}
	if len(parts) > 2 {
		c.Operand = parts[2]
	}
	return c
}

// instructionsFor is how many instructions of 32 bits exchange a value: one where its size
// is not known.
func instructionsFor(k ClassKind, t *types.Type) int {
	if !k.IsShuffle() || types.IsUnknown(t) {
		return 1
	}
	return int(max(t.Size+3, 4) / 4)
}
