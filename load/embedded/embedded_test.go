package embedded

import (
	"fmt"
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
		"local":        "def f():\n  s = 'int HERE;'\n  return RawKernel(s, 'k')",
		"constants":    "A = 'int a;'\nB = 'int HERE;'\nRawModule(code=A + '\\n' + B)",
		"dedent":       "RawModule(code=textwrap.dedent('int HERE;').strip())",
		"lines":        "RawModule(code='int a;\\n int HERE;')",
		"braces":       "RawModule(code=f'{{ {n} int HERE; }}')",
		"format":       "RawModule(code='{{ {} {n} int HERE; }}'.format(1, n=2))",
		"percent":      "RawModule(code='5 %% 3 %(n)d int HERE;' % {'n': 3})",
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
		"RawKernel('int A;'.replace('A', n), 'k')", "RawKernel(f'#if {n}\\n#endif', 'k')", "RawKernel(f'''#define A {n}\n#if A\n#endif''', 'k')",
		"N = 1\nRawKernel(f'''#ifdef {N}\n#endif''', 'k')", "RawKernel(f'''{n:{m}\n}''', 'k')", "B = 'b'\nA = 'a'\nRawKernel(A + B, 'k')",
		"RawKernel('%d'.format(n) % n, 'k')", "RawKernel('{n} '.format(n=1) + '{n}'.format(n=2), 'k')",
		"RawKernel(S, 'k')", "S = 'a'\nS += 'b'\nRawKernel(S, 'k')", "S = 'a'\nS = 'b'\nRawKernel(S, 'k')",
		"def f(S='a'):\n  RawKernel(S, 'k')", "S = S\nRawKernel(S, 'k')", "S = T\nT = S\nRawKernel(S, 'k')", "S = S + 'a'\nRawKernel(S, 'k')",
		"S = 'a'\ndef f(n, S):\n  RawKernel(S, 'k')", "S = 'a'\nf = lambda S: RawKernel(S, 'k')", "S = 'a'\nS, T = g()\nRawKernel(S, 'k')",
		"S = 'a'\nT, S = g()\nRawKernel(S, 'k')", "S = 'a'\ndef f():\n  global S\n  RawKernel(S, 'k')", "S = 'a'\nfrom m import S\nRawKernel(S, 'k')",
		"S = 'a'\nif (S := g()): RawKernel(S, 'k')", "RawKernel('// a\\nb', 'k')", "RawKernel('#define A\\nb', 'k')", "RawKernel('a\\n#define A', 'k')", "RawKernel('\\x41', 'k')", "RawKernel()", "RawKernel(", "load_inline('e', 'cpp')",
		"RawKernel('a'.", "RawKernel(f(", "RawKernel('a' if n else 'b', 'k')", "RawKernel('a', 'k'", "RawKernel('int a;\n, 'k')", "RawKernel('''a", "RawKernel(f'{n', 'k'\n",
		"RawKernel('{% if n %} a {% endif %}', 'k')", "RawKernel('a < {{ n }}', 'k')", "RawKernel(Template('a').render(n=3), 'k')",
		"RawKernel(string.Template('a').substitute(n=3), 'k')",
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

func TestFieldsBecomeNames(t *testing.T) {
	instances := "[__=static const void *const warpcheck_instances[] = {(const void *)(t<1>), };]"
	for text, want := range map[string]string{
		"N = 256\nRawModule(code=f'int a[{N}];')":                     "int a[_N_]; [_N_=256] []",
		"RawModule(code=f'int a[{n}];')":                              "int a[_n_]; [] [{n}]",
		"N = 256\nRawModule(code=f'int a_{N};')":                      "int a_256; [] []",
		"T = 'f'\nRawModule(code=f'{T}_{T}_a b;')":                    "f__T__a b; [] [{T}]",
		"RawModule(code='int %s = %d, %.2f;' % (a, 5, 1.0))":          "int _0 = _1, __22; [_1=5 __22=1.00] [%s]",
		"N = ''\nRawModule(code='%s a {};' % N)":                      "a {}; [] []",
		"RawModule(code='{}f(){}'.format('', ''))":                    "f() [] []",
		"RawModule(code='a%sb' % '')":                                 "a_0b [] [%s]",
		"RawModule(code='{} {} {n}'.format(1, b, n=3))":               "_0 _1 _n_ [_0=1 _n_=3] [{}]",
		"RawModule(code='%(a)s %(b)d' % {'a': 'float', 'b': 3 + n})":  "__a_s __b_d [__a_s=float] [%(b)d]",
		"RawModule(code='a %d' % n, options=('-DN=4', '-std=c++17'))": "a _0 [] [%d] -DN=4 -std=c++17",
		"k = 1\nRawModule(code='a', options=[f'-DN={k}', '-DM'])":     "a [] [] -DM open",
		"RawModule(code='''t''', name_expressions=['t<1>'])":          "t __ " + instances + " []",
	} {
		found := Python([]byte(text))
		if len(found) != 1 {
			t.Errorf("%q: %v", text, found)
			continue
		}
		one := found[0]
		got := fmt.Sprint(strings.TrimSpace(string(one.Code)), " ", one.Defines, " ", one.Fields)
		if len(one.Options) > 0 {
			got += " " + strings.Join(one.Options, " ")
		}
		if one.OpenOptions {
			got += " open"
		}
		if got != want || one.Why != "" {
			t.Errorf("%q: got %q, want %q (%s)", text, got, want, one.Why)
		}
	}
}

func TestTextsOfCpp(t *testing.T) {
	for text, isFound := range map[string]bool{
		"const char *s = R\"x(int HERE;)x\"; f(nvrtcCreateProgram(&p, s, 0));":                                   true,
		"static const char s[] = \"int a;\"\n\"int HERE;\"; void f() { nvrtcCreateProgram(&p, s, 0); }":          true,
		"const std::string s(R\"(int HERE;)\"); void f() { nvrtcCreateProgram(&p, s.c_str(), 0); }":              true,
		"nvrtcCreateProgram(&p, /* the text */ \"int HERE;\", \"k.cu\")":                                         true,
		"std::string s = std::string(\"int HERE;\") + \"int b;\"; int f() { nvrtcCreateProgram(&p, s.data()); }": true,
		"const char *s = \"a\"; void f(const char *s) { nvrtcCreateProgram(&p, s, 0); }":                         false,
		"const char *s = \"a\"; void f() { s = g(); nvrtcCreateProgram(&p, s, 0); }":                             false,
		"std::string s = \"a\"; void f() { s += g(); nvrtcCreateProgram(&p, s.c_str(), 0); }":                    false,
		"void f() { nvrtcCreateProgram(&p, \"a\" + n, 0); }":                                                     false,
		"void f() { nvrtcCreateProgram(&p); }":                                                                   false,
		"const char *s = R\"(a":                                                                                  false,
	} {
		found := Cpp([]byte(text))
		isCall := strings.Contains(text, ofNVRTC)
		if !isCall && len(found) == 0 {
			continue
		}
		if len(found) != 1 || (found[0].Code != nil) != isFound || isFound && strings.Index(string(found[0].Code), "HERE") != strings.Index(text, "HERE") {
			t.Errorf("%s: %v", text, found)
		}
	}
	if found := Cpp([]byte("nvrtcResult nvrtcCreateProgram(nvrtcProgram *p, const char *s);")); len(found) != 0 {
		t.Errorf("a declaration: %v", found)
	}
}

func TestElementwise(t *testing.T) {
	call := "E = cp.ElementwiseKernel('T x, raw int32 z', 'T y', 'y = __any(x);', 'k')"
	found := Python([]byte(call))
	code, defines := string(found[0].Code), strings.Join(found[0].Defines, "\n")
	if strings.Index(code, "y = __any") != strings.Index(call, "y = __any") || !strings.Contains(code, beforeOperation) ||
		!strings.Contains(defines, "k(const T *raw_x, const int *z, T *raw_y, long long") || !strings.Contains(defines, "k<float>") {
		t.Errorf("%q %s", code, defines)
	}
	plain := Python([]byte("cp.ElementwiseKernel('T x', 'T y', 'y = x', 'k')"))
	if len(plain) != 1 || plain[0].Code == nil || strings.TrimSpace(string(plain[0].Code)) != "" {
		t.Errorf("%v", plain)
	}
	for _, text := range []string{
		"cp.ElementwiseKernel(a, 'T y', 'y = __any(x)', 'k')", "cp.ElementwiseKernel('T x', 'Foo y', 'y = __any(x)', 'k')",
		"cp.ReductionKernel('T x', 'T y', '__any(x)', 'a + b', 'y = a', '0', 'k', 'Pair')",
		"cp.ReductionKernel('T x', 'T y', reduce_expr='a + b', map_expr='__any(x)', post_map_expr='y = a', identity='0')",
		"cp.ReductionKernel('T x', 'T y', '__any(x)')",
		"cp.ElementwiseKernel('T x', 'T y', 'y = g(x)', 'k', preamble='void f() { __any(1); }')",
		"cp.ElementwiseKernel('T x', 'T y', 'y = x' if n else m, 'k')",
	} {
		if found := Python([]byte(text)); len(found) != 1 || found[0].Code != nil || found[0].Why == "" {
			t.Errorf("%s: %v", text, found)
		}
	}
}
