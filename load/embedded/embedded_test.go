package embedded

import (
	"strings"
	"testing"
)

func TestPlacesAreThoseOfTheFile(t *testing.T) {
	for name, text := range map[string]string{
		"raw":          "x = 1\nk = cp.RawKernel(r'''int a;\nint HERE;''', 'k')",
		"keyword":      "k = cp.RawKernel(name='k', code=\"int HERE;\")",
		"constant":     "S = \"int HERE;\"\nm = SourceModule(S, no_extern_c=True)",
		"list":         "load_inline('e', ['cpp'], cuda_sources=['int a;', 'int HERE;'])",
		"third":        "load_inline('e', 'cpp', 'int HERE;')",
		"escapes":      "RawModule(code='int a;\\n'\n'int \\t HERE;')",
		"continuation": "RawModule(code='''#define A \\\\\nint HERE;''')",
		"comment":      "RawModule( # it's \"code\"\n'int HERE;')",
	} {
		found := Python([]byte(text))
		if len(found) != 1 || strings.Index(string(found[0].Code), "HERE") != strings.Index(text, "HERE") {
			t.Errorf("%s: %v", name, found)
		}
		if len(found) == 1 && strings.ContainsAny(string(found[0].Code), "'\"") {
			t.Errorf("%s: quotes of Python are left: %q", name, found[0].Code)
		}
	}
}

func TestWhatIsNotConstantIsSaid(t *testing.T) {
	for _, text := range []string{
		"RawKernel(f'int {n};', 'k')", "RawKernel('int %s;' % n, 'k')", "RawKernel('int {};'.format(n), 'k')",
		"RawKernel(S, 'k')", "S = 'a'\nS += 'b'\nRawKernel(S, 'k')", "S = 'a'\nS = 'b'\nRawKernel(S, 'k')",
		"def f(S='a'):\n  RawKernel(S, 'k')", "S = S\nRawKernel(S, 'k')", "S = T\nT = S\nRawKernel(S, 'k')",
		"S = 'a'\ndef f(n, S):\n  RawKernel(S, 'k')", "S = 'a'\nf = lambda S: RawKernel(S, 'k')", "S = 'a'\nS, T = g()\nRawKernel(S, 'k')",
		"S = 'a'\nT, S = g()\nRawKernel(S, 'k')", "S = 'a'\ndef f():\n  global S\n  RawKernel(S, 'k')", "S = 'a'\nfrom m import S\nRawKernel(S, 'k')",
		"S = 'a'\nif (S := g()): RawKernel(S, 'k')", "RawKernel('a\\nb', 'k')", "RawKernel('\\x41', 'k')", "RawKernel()", "RawKernel(", "load_inline('e', 'cpp')",
	} {
		if found := Python([]byte(text)); len(found) != 1 || found[0].Code != nil || found[0].Why == "" {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestDefinitionsAreNoCalls(t *testing.T) {
	if found := Python([]byte("def RawKernel(a):\n  pass\n# RawKernel('a')\nx = \"RawKernel('a')\"")); len(found) != 0 {
		t.Errorf("%v", found)
	}
}
