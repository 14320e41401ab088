package term

import "testing"

// TestMemo: a memo knows what was put into it last, of many terms, and nothing else.
func TestMemo(t *testing.T) {
	table, m := NewTable(), memo{}
	word := func(i int) *Term { return table.Const(32, uint64(i)) }
	const many = 1000
	for i := range many {
		m.put(word(i), word(0))
		m.put(word(i), word(i+1))
	}
	for i := range many {
		if m.get(word(i)) != word(i+1) {
			t.Fatalf("%d became %v", i, m.get(word(i)))
		}
	}
	if x := m.get(word(many + 1)); x != nil {
		t.Errorf("a term that was not put became %v", x)
	}
}
