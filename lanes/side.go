package lanes

import "github.com/warpcheck/warpcheck/warp"

// Where the sides of a branch meet again, a variable holds what one side or the other left
// in it. Read where the condition of one side holds, it is what that side left:
//
//	int rows;
//	if (tile < tiles) rows = height;
//	if (tile < tiles) for (int r = 0; r < rows; r++) ...

// merge is where a vector is one of two by a condition.
type merge struct{ cond, yes, no vec }

// seenFrom is a value as the lanes of a guard see it.
func (in *interp) seenFrom(guard vec, v value) value {
	word, ok := v.(vec)
	for ok && word.lazy != nil && word.lazy.merged != nil {
		switch m := word.lazy.merged; {
		case holdsIn(guard, m.cond):
			word = m.yes
		case holdsIn(guard, in.not(m.cond)):
			word = m.no
		default:
			return word
		}
		v = word
	}
	return v
}

// holdsIn reports a condition that is a part of every lane's guard.
func holdsIn(guard, cond vec) bool {
	lanes := 1
	if !guard.isUniform() || !cond.isUniform() {
		lanes = warp.Size
	}
	for l := 0; l < lanes; l++ {
		if g := guard.at(l); !g.IsFalse() && !g.Entails(cond.at(l)) {
			return false
		}
	}
	return true
}
