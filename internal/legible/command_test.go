package legible

import "testing"

func TestCommand(t *testing.T) {
	got := Command([]string{"nvcc", "-DA=$(touch x)", "-Iin clude", "it's", ""})
	if want := `nvcc '-DA=$(touch x)' '-Iin clude' 'it'\''s' ''`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
