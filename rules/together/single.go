package together

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// single states what is known about the outcome of a comparison: it equals `holds` in at most one lane of a warp. by is
// the comparison, nil if nothing is known. A single is stored with a value, so that it is also known of a variable with
// the outcome:
//
//	bool leads = lane == 3;
//	if (leads) ...
type single struct {
	by    *cfg.Instr
	holds bool
}

// join returns the single of a value that is one of two outcomes. If the outcomes are of different comparisons, nothing
// is known, because each may hold in another lane.
func (s single) join(other single) single {
	if s != other {
		return single{}
	}
	return s
}

// negated returns what is known about the negated outcome.
func (s single) negated() single {
	if s.by != nil {
		s.holds = !s.holds
	}
	return s
}

// converted returns what is known about the outcome after a conversion. A conversion to a smaller integer type can make
// a number zero that was not zero.
func (s single) converted(from, to *types.Type) single {
	if !s.holds && types.IsInteger(from) && to.Kind == types.Int && to.Bits < from.Bits {
		return single{}
	}
	return s
}

// singleOf returns what is known about the result of a binary operation on x and y.
func singleOf(instr *cfg.Instr, x, y value) single {
	isNumber := x.differsPerLane && !y.dependsOnLane || y.differsPerLane && !x.dependsOnLane
	switch op := instr.Operator; {
	case op == operator.EQ && isNumber:
		return single{instr, true}
	case op == operator.NE && isNumber:
		return single{instr, false}
	case op == operator.And:
		return x.single.either(y.single, true)
	case op == operator.Or:
		return x.single.either(y.single, false)
	}
	return single{}
}

// either returns the single of the conjunction of two outcomes if holds is true, and of their disjunction if holds is
// false. A conjunction is true only if both operands are true, and a disjunction false only if both are false. So one
// known operand is enough.
func (s single) either(other single, holds bool) single {
	for _, known := range []single{s, other} {
		if known.by != nil && known.holds == holds {
			return known
		}
	}
	return single{}
}
