package config

import (
	"strings"
	"testing"
)

// Any text is refused with an error on one line, or is read to a configuration that, when written, reads the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		Template, strings.ReplaceAll(Template, "# ", ""), "arch: sm_70\n", "launch: [{kernel: 'k*', block: [32, 4]}]\n",
		"rules: {divergent_mask: {severity: note, includes: ['**/*.cu']}}\n", "exclude: [a\n", "a: &a [*a]\n", "--- 1\n--- 2\n",
		"enable: [active*, spin]\npotential: true\nextra_args: -DN=1\nunit_cpu: 60\n", "extends: x.yaml\n", "? [a]\n: b\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("dir/"+Name, text, testRules)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dir/"+Name+":") {
				t.Errorf("%q: no place in %v", text, err)
			}
			return
		}
		again, err := Parse("dir/"+Name, []byte(c.String()), testRules)
		if err != nil || again.String() != c.String() {
			t.Errorf("%q\nbecame\n%s\nwhich becomes\n%v, %v", text, c, again, err)
		}
		c.Flags()
		c.Excluded("dir/a.cu")
		c.IdleGlobs([]string{"dir/a.cu"})
	})
}
