package trace

import "github.com/warpcheck/warpcheck/source"

// Imprecision is the reason why a formula may be true of executions that do not exist. The zero value means that the
// formula is exact. Decisions use Kind and Pos. Reason is only shown to people.
type Imprecision struct {
	Kind ImprecisionKind
	// Pos is the place in the program that causes the imprecision, if one does.
	Pos    source.Pos
	Reason string
}

// ImprecisionKind states why a formula is imprecise.
type ImprecisionKind int

// The kinds.
const (
	Exact ImprecisionKind = iota
	// UnknownPlace: the offset at which an access begins in its object is not known.
	UnknownPlace
	// LoopNotSummarised: a loop is too irregular for its invariants to be found.
	LoopNotSummarised
	// CallNotFollowed: a call is left out, because it is nested too deep or its function is too large.
	CallNotFollowed
	// NotModelled: the formula depends on the result of a function that has no model.
	NotModelled
	// UnknownFunction: the function that is called through a pointer is not known.
	UnknownFunction
	// OrderOfArrival: which warps meet depends on the order in which they arrive.
	OrderOfArrival
	// TakenAlike: a value that may differ from lane to lane is assumed to be the same in all lanes.
	TakenAlike
	// NotAsked: some question about the place was not answered.
	NotAsked
)

// IsNone reports whether there is no imprecision.
func (i Imprecision) IsNone() bool { return i.Kind == Exact }
