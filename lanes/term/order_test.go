package term

import "testing"

// TestChoiceByOrder: the choice of a pair by order is the same term in the words of both lanes that make it.
func TestChoiceByOrder(t *testing.T) {
	table := NewTable()
	word := func(name string) *Term { return table.Opaque(name, 32, nil) }
	i, j, m, n := word("i"), word("j"), table.Const(32, 3), table.Const(32, 7)
	for order, values := range [][2]*Term{{word("v"), word("w")}, {word("y"), word("x")}, {word("p"), word("q")}} {
		less := []func(x, y *Term) *Term{table.SLt, table.SLt, table.ULt}[order]
		for _, places := range [][2]*Term{{i, j}, {j, i}, {m, n}, {n, m}} {
			v, w, p, q := values[0], values[1], places[0], places[1]
			better := func(w, v, q, p *Term) *Term {
				return table.Or(less(v, w), table.And(table.Eq(w, v), less(q, p)))
			}
			here, there := better(w, v, q, p), better(v, w, p, q)
			if x, y := table.Ite(here, w, v), table.Ite(there, v, w); x != y {
				t.Errorf("values: %v and %v", x, y)
			}
			if x, y := table.Ite(here, q, p), table.Ite(there, p, q); x != y {
				t.Errorf("places: %v and %v", x, y)
			}
		}
	}
}
