package nearest

import "testing"

func TestSuggest(t *testing.T) {
	known := []string{"barriers", "masks", "races"}
	for word, want := range map[string]string{
		"mask":     `, did you mean "masks"?`,
		"barier":   `, did you mean "barriers"?`,
		"xxxxxxxx": ", known are barriers, masks, races",
	} {
		if got := Suggest(word, known); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}
