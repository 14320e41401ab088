package baseline

import (
	"bytes"
	"testing"
)

// A baseline that was read is the same after it is written and read again.
func FuzzParse(f *testing.F) {
	var text bytes.Buffer
	if err := Write(&text, Contents{[]Entry{{Key: "k", Path: "a.cu", Kernels: []string{"f"}, Line: LineHash("x"), Count: 2}}, []Gap{{"b.cu", "does not parse"}}}); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"version": 9}`))
	f.Add([]byte("["))
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, err := parse("b.json", text)
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := Write(&first, entries); err != nil {
			t.Fatal(err)
		}
		again, err := parse("b.json", first.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(&second, again); err != nil || first.String() != second.String() {
			t.Errorf("%s\nbecame\n%s", &first, &second)
		}
		NewMatcher(entries.Findings).Gone()
	})
}
