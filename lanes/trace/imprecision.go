package trace

import "github.com/warpcheck/warpcheck/source"

// Imprecision is why something that is said of executions is said of more than there are. The zero value is none: what has
// it is exact. Kind and place decide, Reason is for people.
type Imprecision struct {
	Kind ImprecisionKind
	// Pos is the place in the program that causes it, if one does.
	Pos    source.Pos
	Reason string
}

// ImprecisionKind is what an imprecision comes from.
type ImprecisionKind int

// The kinds.
const (
	Exact ImprecisionKind = iota
	// UnknownPlace: where in an object an access begins is not known.
	UnknownPlace
	// LoopNotSummarised: a loop is too irregular for its invariants to be found.
	LoopNotSummarised
	// CallNotFollowed: a call is left out, as it is too deep or its function too large.
	CallNotFollowed
	// NotModelled: a function is computed that has no formula.
	NotModelled
	// UnknownFunction: which function is called through a pointer is not known.
	UnknownFunction
	// OrderOfArrival: which warps meet depends on the order in which they arrive.
	OrderOfArrival
	// TakenAlike: what may differ from lane to lane is taken to be the same in all.
	TakenAlike
	// NotAsked: some question about the place is left out.
	NotAsked
)

// IsNone reports that there is no imprecision.
func (i Imprecision) IsNone() bool { return i.Kind == Exact }
