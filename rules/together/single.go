package together

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// single says that at most one lane of a warp has the outcome holds of the comparison by. If by is nil, nothing is known.
// It is kept with a value, so that it is known of a condition that a variable holds:
//
//	bool leads = lane == 3;
//	if (leads) ...
type single struct {
	by    *cfg.Instr
	holds bool
}

// join returns what is known of a value that may be either of two outcomes. Those of two comparisons may hold in one
// lane each.
func (s single) join(other single) single {
	if s != other {
		return single{}
	}
	return s
}

// negated returns what is known of the opposite outcome.
func (s single) negated() single {
	if s.by != nil {
		s.holds = !s.holds
	}
	return s
}

// converted returns what is known after a conversion. A number that is not zero may become zero in a smaller type.
func (s single) converted(from, to *types.Type) single {
	if !s.holds && types.IsInteger(from) && to.Kind == types.Int && to.Bits < from.Bits {
		return single{}
	}
	return s
}

// singleOf returns what is known of the outcome of a binary operation on x and y.
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

// either returns what is known of a conjunction of two outcomes, where holds is true, or of a disjunction, where it is
// false: it has the value holds only where both have it.
func (s single) either(other single, holds bool) single {
	for _, known := range []single{s, other} {
		if known.by != nil && known.holds == holds {
			return known
		}
	}
	return single{}
}
