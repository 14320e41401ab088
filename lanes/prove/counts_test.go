package prove

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestWithoutCounts: a comparison of a count beside an empty set is refuted exactly if it is false for the count 0, and
// beside a set that is not empty it never is. So nothing that some execution fulfils is refuted.
func TestWithoutCounts(t *testing.T) {
	tb := term.NewTable()
	p := New(tb, smt.New(smt.NewSession(), 0))
	set := tb.Unknown("set", 32, nil)
	count, isEmpty := tb.Popc(set), tb.Eq(set, tb.Const(32, 0))
	for _, k := range []uint64{0, 1, 2, 5, 31, 32} {
		c := tb.Const(32, k)
		for _, one := range []*term.Term{tb.Eq(count, c), tb.ULt(count, c), tb.ULt(c, count), tb.SLt(count, c), tb.SLt(c, count)} {
			for _, f := range []*term.Term{one, tb.Not(one)} {
				holds := term.NewEvaluator(term.Model{set: 0}).Holds(f)
				if countedIn(one) != nil && p.isRefutedWithoutCounts(tb.And(f, isEmpty)) == holds {
					t.Errorf("%v with an empty set: refuted %t", f, !holds)
				}
				if f != isEmpty && !f.IsFalse() && p.isRefutedWithoutCounts(tb.And(f, tb.Not(isEmpty))) {
					t.Errorf("%v is refuted for some set", f)
				}
			}
		}
	}
}
