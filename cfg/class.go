package cfg

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// Class is the property by which the hardware matches collectives: the operation, its qualifiers and the type of its
// operand. For a shuffle the type does not count, because a shuffle moves any 32 bits. A larger value takes several
// instructions (Collective.Instructions). Votes have no operand type either.
type Class struct {
	Kind ClassKind
	// Name is the operation of a Redux ("add", "min"), or the name of a GroupCollective or a WholeWarp ("cub::warp").
	// It is "" for the other kinds.
	Name string
	// Operand is the type of the value that is compared or reduced, as PTX names it ("b64", "s32"). It is "" if the
	// type does not count. Open reports whether this type depends on a template's arguments. If so, Operand is the name
	// of the type in the template.
	Operand string
	Open    bool
}

// ClassKind is the operation of a collective, such as a vote for any lane or a barrier of the block.
type ClassKind int

// The kinds of warp collectives, and of the barriers of a block or cluster.
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
	GroupReduce     // a reduction of a library: by its contract all threads of the group must take part
	GroupScan       // a scan of a library, with the same contract
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

// String returns the name of the kind in PTX.
func (k ClassKind) String() string { return kindNames[k] }

// IsShuffle reports whether k is a shuffle: lanes read each other's values.
func (k ClassKind) IsShuffle() bool { return k >= ShflIdx && k <= ShflXor }

// IsVote reports whether k is a vote or a ballot.
func (k ClassKind) IsVote() bool { return k >= VoteAny && k <= VoteBallot }

// hasType reports whether the hardware matches collectives of the kind also by the type of their operand.
func (k ClassKind) hasType() bool {
	return k == MatchAny || k == MatchAll || k == Redux || k == GroupReduce || k == GroupScan || k == GroupCollective
}

// TakesValues reports whether k is a reduction or a scan of a library: lanes get values of other lanes. By its
// contract all threads of the group must take part, because the library may use shuffles.
func (k ClassKind) TakesValues() bool { return k == GroupReduce || k == GroupScan }

// ValuesFor returns the lanes whose values a lane gets in a reduction or a scan of a library (TakesValues), if its mask
// names them. In a reduction these are all other lanes, in a scan the lanes before the lane. For other kinds there are
// none.
func (k ClassKind) ValuesFor(lane int) warp.Lanes {
	own := warp.Lanes(1) << lane
	switch k {
	case GroupReduce:
		return ^own
	case GroupScan:
		return own - 1
	}
	return 0
}

// IsBlock reports whether k is a barrier of a block or a cluster.
func (k ClassKind) IsBlock() bool { return k >= Barrier }

// String returns the name of the class in PTX: "redux.min.s32".
func (c Class) String() string {
	s := c.Kind.String()
	for _, part := range []string{c.Name, c.Operand} {
		if part != "" {
			s += "." + part
		}
	}
	return s
}

// Same reports whether c and d are the same class. The result known is false if the arguments of a template decide
// this.
func (c Class) Same(d Class) (same, known bool) {
	if c.Kind == d.Kind && c.Name == d.Name && (c.Open || d.Open) {
		return c == d, c == d
	}
	return c == d, true
}

// ofOperand returns c with the operand type t. It returns c unchanged if the class has no operand type, or already
// has one.
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

// ClassNamed returns the class with the given PTX name. The name is a kind ("shfl.idx"), or a reduction with or without
// its operand type ("redux.min.s32").
func ClassNamed(text string) Class {
	for kind, name := range kindNames {
		if text == name {
			return Class{Kind: ClassKind(kind)}
		}
	}
	parts := strings.Split(text, ".") // a name such as redux.min.s32
	c := Class{Kind: Redux, Name: parts[1]}
	if len(parts) > 2 {
		c.Operand = parts[2]
	}
	return c
}

// instructionsFor returns how many 32-bit instructions a collective of kind k takes for a value of type t. It returns
// 1 if the size of t is not known.
func instructionsFor(k ClassKind, t *types.Type) int {
	if !k.IsShuffle() || types.IsUnknown(t) {
		return 1
	}
	return int(max(t.Size+3, 4) / 4)
}
