package lexical

import "testing"

func TestDefinitionFindsNameAndBody(t *testing.T) {
	for _, test := range []struct{ code, name, body string }{
		{"void f(int a) { g(); } int b;", "f", "{ g(); }"},
		{"void __launch_bounds__(64) k(int *o) { { } }", "k", "{ { } }"},
		{"Box(int n) : size{n}, next(0) { fill(); }", "Box", "{ fill(); }"},
		{"T operator=(const T &o) { return o; }", "operator", "{ return o; }"},
		{"(int i) { s[i] = 0; }", "", "{ s[i] = 0; }"},
	} {
		body, name, isDefined := Definition(test.code, 0)
		if got := test.code[body.Start:body.End]; !isDefined || name != test.name || got != test.body {
			t.Errorf("Definition(%q) = %q, %q, %t", test.code, got, name, isDefined)
		}
	}
	for _, code := range []string{"void f(int a);", "int a = 3, b;", "int a, b;", "f(x) = delete;", "int a", ")"} {
		if _, name, isDefined := Definition(code, 0); isDefined {
			t.Errorf("Definition(%q) finds %q", code, name)
		}
	}
}

func TestAfterSkipsBrackets(t *testing.T) {
	for code, want := range map[string]int{"(a[1]) b": 6, "{ ( } )": 7, "a(": 1, "(a": 2, "": 0} {
		if got := After(code, 0); got != want {
			t.Errorf("After(%q) = %d, want %d", code, got, want)
		}
	}
}
