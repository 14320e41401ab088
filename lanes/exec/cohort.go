package exec

import (
	"strconv"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// cohorts part the lanes that enter a loop into those that are the same in some respect
// in every iteration: the lanes of one row in
//
//	for (int row = threadIdx.x / 8; row < n; row += 4) ...
//
// stay in the loop together, although the warp does not. A cohort is named by its
// lowest lane. All lanes are one cohort at first, and a trial iteration that tells lanes of
// one cohort apart parts it.
type cohorts [warp.Size]uint8

// alone has every lane in a cohort of its own.
func alone() (c cohorts) {
	for l := range c {
		c[l] = uint8(l)
	}
	return c
}

// one reports that all lanes are one cohort.
func (c cohorts) one() bool { return c == cohorts{} }

// part keeps those lanes of a cohort together that tell the same. Lanes outside the
// guard tell nothing and stay with the first lane of their cohort that does.
func (c cohorts) part(guard vector.Vec, tells func(l int) *term.Term) (parts cohorts) {
	usual := map[uint8]*term.Term{}
	for l := range c {
		if !guard.At(l).IsFalse() && usual[c[l]] == nil {
			usual[c[l]] = tells(l)
		}
	}
	type kind struct {
		cohort uint8
		told   *term.Term
	}
	lowest := map[kind]uint8{}
	for l := range c {
		k := kind{c[l], usual[c[l]]}
		if !guard.At(l).IsFalse() {
			k.told = tells(l)
		}
		if _, seen := lowest[k]; !seen {
			lowest[k] = uint8(l)
		}
		parts[l] = lowest[k]
	}
	return parts
}

// vector has one unknown for each cohort.
func (c cohorts) vector(t *term.Table, name string, bits int, origin any) vector.Vec {
	if c.one() {
		return vector.Uniform(t.Unknown(name, bits, origin))
	}
	return vector.Build(func(l int) *term.Term {
		return t.Unknown(name+"@"+strconv.Itoa(int(c[l])), bits, origin)
	})
}

// first is the first lane of l's cohort that is in the guard; l when none is.
func (c cohorts) first(guard vector.Vec, l int) int {
	for o := range c {
		if c[o] == c[l] && !guard.At(o).IsFalse() {
			return o
		}
	}
	return l
}
