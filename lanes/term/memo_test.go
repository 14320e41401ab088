package term

import "testing"

// TestMemo: a memo returns the last value that was put for a term, for many terms, and none for other terms.
func TestMemo(t *testing.T) {
	table, m := NewTable(), Memo[*Term]{}
	word := func(i int) *Term { return table.Const(32, uint64(i)) }
	const many = 1000
	for i := range many {
		m.Put(word(i), word(0))
		m.Put(word(i), word(i+1))
	}
	for i := range many {
		if x, known := m.Get(word(i)); !known || x != word(i+1) {
			t.Fatalf("%d became %v", i, x)
		}
	}
	if x, known := m.Get(word(many + 1)); known {
		t.Errorf("a term that was not put became %v", x)
	}
	if m.Add(word(0)) || !m.Add(word(many+1)) || m.Len() != many+1 {
		t.Errorf("%d terms are remembered", m.Len())
	}
}
