package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

var testRules = rules.Catalogue{
	{Key: "divergent_mask", Code: "WC103"}, {Key: "potentially_divergent_mask", Code: "WC104"}, {Key: "deprecated-intrinsic", Code: "WC501"}, {Key: "collectives-forbidden", Code: "WC801"},
}

func TestTemplateIsTheDefault(t *testing.T) {
	c, err := Parse(Name, []byte(Template), testRules)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.String(); got != "{}\n" {
		t.Errorf("the template sets something:\n%s", got)
	}
}

// Every key of the template, uncommented, is read.
func TestTemplateUncommented(t *testing.T) {
	text := regexp.MustCompile(`(?m)^#([^ ]| {2,})`).ReplaceAllString(Template, "$1")
	c, err := Parse(Name, []byte(text), testRules)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !slices.Equal(c.Arch, []string{"sm_70", "sm_90"}) || !c.StrictProgramPoint || !c.Potential ||
		len(c.Launch) != 2 || len(c.Rules) != 3 || c.CUDAPath == "" || len(c.Exclude) != 2 || len(c.PostProcessing) != 2 {
		t.Errorf("read %+v", c)
	}
	again, err := Parse(Name, []byte(c.String()), testRules)
	if err != nil || again.String() != c.String() {
		t.Errorf("String does not read back: %v\n%s", err, c)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"archs: sm_70":                           `c.yaml:1:1: unknown configuration key "archs", did you mean "arch"?`,
		"\n  colour: x":                          `c.yaml:2:3: unknown configuration key "colour", known are extends, arch`,
		"rules: {divergent_msk: {}}":             `c.yaml:1:9: unknown rule "divergent_msk", did you mean "divergent_mask"?`,
		"rules: {divergent*: {}}":                `c.yaml:1:9: unknown rule "divergent*", did you mean "divergent_mask"?`,
		"rules: {WC601: {}}":                     `c.yaml:1:9: unknown rule "WC601", did you mean "WC501"?`,
		"rules: {WC103: {}, divergent-mask: {}}": `c.yaml:1:20: the rule divergent_mask stands here again, after line 1`,
		"rules: {masks: {severity: fatal}}":      `c.yaml:1:27: unknown severity "fatal" of divergent_mask`,
		"rules: {divergent_mask: {x: 1}":         `c.yaml:1:29: did not find expected ',' or '}'`,
		"potential: true\nenable: [a\nx: b\n":    `c.yaml:2:10: did not find expected ',' or ']'`,
		"\n\n\n}\n":                              `c.yaml:4:1: did not find expected node content`,
		"a: b: c":                                `c.yaml:1:5: mapping values are not allowed in this context`,
		"\n\nenable: \"abc\n":                    `c.yaml:3:9: found unexpected end of stream`,
		"\tpotential: true":                      `c.yaml:1:1: found character that cannot start any token`,
		"potential: true\n# \xff\n":              `c.yaml:2:3: this is not UTF-8`,
		"\xff\xfe_":                              `c.yaml:1:1: incomplete UTF-16 character`,
		"potential: true\narch: *x":              `c.yaml:2:7: unknown anchor 'x' referenced`,
		"rules: {divergent_mask: {sevrity: a}}": `c.yaml:1:26: unknown option of a rule "sevrity",` +
			` did you mean "severity"?`,
		"rules: {divergent_mask: {severity: fatal}}":                                           `c.yaml:1:36: unknown severity "fatal" of divergent_mask`,
		"launch: [{kernels: k}]":                                                               `c.yaml:1:11: unknown key of a launch "kernels", did you mean "kernel"?`,
		"launch: [{kernel: k, block: []}]":                                                     `c.yaml:1:10: the launch of "k" needs a block of one to three extents`,
		"launch: [{kernel: k, block: [0]}]":                                                    `extent 0, the least is 1`,
		"launch: [{kernel: k, block: [4294967296, 4294967296, 4294967296]}]":                   `extent 4294967296, the most is 1024`,
		"exclude: ['" + strings.Repeat("{a,aa,*}", 22) + "']":                                  `stand for more than 1000 globs`,
		"rules: {divergent_mask: {includes: ['{a,{b,c}}" + strings.Repeat("{d,e}", 9) + "']}}": `stand for more than 1000 globs`,
		"launch: [{kernel: k, block: [1024, 2]}]":                                              `2048 threads in a block, the most is 1024`,
		"launch: [{kernel: k, block: [1, 1, 65]}]":                                             `extent 65 along z, the most is 64`,
		"launch: [{block: [32]}]":                                                              `a launch needs a kernel`,
		"potential: maybe":                                                                     `c.yaml:1:12: potential takes true or false`,
		"arch: {a: b}":                                                                         `c.yaml:1:7: arch takes a word or a list of words`,
		"unit_cpu: fast":                                                                       `c.yaml:1:11: unit_cpu takes a number`,
		"cuda_path: [a]":                                                                       `c.yaml:1:12: cuda_path takes a word`,
		"launch: k":                                                                            `c.yaml:1:9: launch takes a list, as in [{kernel:`,
		"launch: [{kernel: k, block: 32}]":                                                     `c.yaml:1:29: block takes a list of numbers, as in [32, 4]`,
		"launch: [null]":                                                                       `c.yaml:1:10: expected "key: value" lines here`,
		"rules: [a]":                                                                           `c.yaml:1:8: rules takes "key: value" lines`,
		"arch: sm_70\narch: sm_80":                                                             `c.yaml:2:1: the key "arch" stands here again, after line 1`,
		"arch: sm_70\n---\narch: sm_80":                                                        `c.yaml:2:1: a second document (after ---): put all`,
		"exclude: ['[']":                                                                       `c.yaml:1:11: bad glob "["`,
		"potential: \"yes\"":                                                                   `c.yaml:1:12: potential takes true or false`,
		"potential: yes":                                                                       `c.yaml:1:12: potential takes true or false`,
		"unit_cpu: 1.5":                                                                        `c.yaml:1:11: unit_cpu takes a number`,
		"launch: [{kernel: k, block: [1.5]}]":                                                  `c.yaml:1:29: block takes a list of numbers`,
		"arch: !mine sm_70":                                                                    `c.yaml:1:7: arch takes a word or a list of words`,
		"exclude: [a, &b c, !mine d]":                                                          `c.yaml:1:10: exclude takes a word or a list of words`,
		"rules: {divergent_mask: {}, divergent_mask: {}}":                                      `c.yaml:1:29: the key "divergent_mask" stands here again`,
		"rules:\n  divergent_mask:\n    disabled: true\n   severity: note\n": `c.yaml:4:4: did not find expected key`,
		"exclude:\n  - a\n - b\n":                            `c.yaml:3:2: did not find expected key`,
		"arch: 'ü' \"b\"":                                    `c.yaml:1:13: did not find expected key`,
		"arch: [a,,b]":                                       `c.yaml:1:9: did not find expected node content`,
		"potential: true\narch\nenable: x":                   `c.yaml:2:1: could not find expected ':'`,
		"# " + strings.Repeat("x", mostSought) + "\na: b: c": `c.yaml:2:1: mapping values are not allowed in this context`,
		"just words":                                         `c.yaml:1:1: expected "key: value" lines here`,
	} {
		_, err := Parse("c.yaml", []byte(text), testRules)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %v", text, err)
		}
	}
}

func TestAliasesStandForTheirAnchors(t *testing.T) {
	c, err := Parse("c.yaml", []byte("rules:\n  divergent_mask: &quiet {severity: note}\n"+
		"  deprecated-intrinsic: *quiet\n"), testRules)
	if err != nil || c.Rules["deprecated-intrinsic"].Severity != "note" {
		t.Errorf("%v, error %v", c, err)
	}
}

func TestFindStopsAtTheRepository(t *testing.T) {
	dir := t.TempDir()
	mkdir := func(parts ...string) string {
		path := filepath.Join(append([]string{dir}, parts...)...)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write := func(path string) string {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write(filepath.Join(dir, Name))
	mkdir("repo", ".git")
	outer := mkdir("repo", "a", "b")
	inner := mkdir("other", "c")
	if got, _ := Find(outer); got != "" {
		t.Errorf("went past the repository to %s", got)
	}
	want := write(filepath.Join(dir, "repo", "a", Name))
	if got, _ := Find(filepath.Join(outer, "k.cu")); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, _ := Find(inner); got != filepath.Join(dir, Name) {
		t.Errorf("outside a repository: got %q", got)
	}
}

func TestMatches(t *testing.T) {
	c := &Config{Path: filepath.Join("proj", Name)}
	for _, test := range []struct {
		glob, file string
		want       bool
	}{
		{"third_party", "proj/third_party/a.cu", true},
		{"third_party", "proj/x/third_party/a.cu", true},
		{"third_party/", "proj/third_party/a.cu", true},
		{"src/a.cu", "proj/src/a.cu", true},
		{"src/a.cu", "proj/x/src/a.cu", false},
		{"src/**/g_*.cu", "proj/src/p/q/g_1.cu", true},
		{"*.cuh", "proj/src/a.cuh", true},
		{"*.cuh", "proj/src/a.cu", false},
	} {
		c.Exclude = Strings{test.glob}
		if got := c.Excluded(test.file); got != test.want {
			t.Errorf("%s against %s: %v", test.glob, test.file, got)
		}
	}
}

func TestShapes(t *testing.T) {
	c := &Config{Launch: []Launch{
		{Kernel: "red*", Block: []int{32, 4}},
		{Kernel: "ns::scan<256>", Block: []int{256}},
		{Kernel: "reduce", Block: []int{64}},
		{Kernel: "pair<float,4>", Block: []int{96}},
	}}
	for name, want := range map[string][]warp.Shape{
		"reduce<float>": {{32, 4, 1}, {64, 1, 1}},
		"ns::scan<256>": {{256, 1, 1}},
		"ns::scan<128>": nil,
		// spaces between arguments do not matter
		"pair<float, 4>": {{96, 1, 1}},
	} {
		if got := c.Shapes(name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestReports(t *testing.T) {
	c := &Config{}
	r := Rule{Includes: Strings{"src"}, Excludes: Strings{"src/old"}}
	for file, want := range map[string]bool{"src/a.cu": true, "src/old/a.cu": false, "b.cu": false} {
		if got := c.ReportsIn(r, file); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

// Rules may be named by key in either spelling, by code and by group. The options of a rule override those of its
// group.
func TestRulesByOtherNames(t *testing.T) {
	c, err := Parse("c.yaml", []byte("rules:\n  WC103: {severity: error}\n  masks: {severity: note}\n  deprecated_intrinsic: {disabled: true}\n"+
		"post_processing: [{key: legacy, action: exclude}]\n"), testRules)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Rules) != 3 || c.Rules["divergent_mask"].Severity != "error" || c.Rules["potentially_divergent_mask"].Severity != "note" ||
		!c.Rules["deprecated-intrinsic"].Disabled {
		t.Errorf("read %+v", c.Rules)
	}
	if got := c.At("rules", "potentially_divergent_mask", "severity"); got.String() != "c.yaml:3:21" {
		t.Errorf("the option of the group stands at %s", got)
	}
	for key, want := range map[string]bool{"deprecated-intrinsic": true, "divergent_mask": false} {
		if _, is := c.Filter(key, "a.cu", "", nil); is != want {
			t.Errorf("the filter of a group is for %s: %v", key, is)
		}
	}
}
