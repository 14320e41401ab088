package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files into a folder that is a repository.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestExtends(t *testing.T) {
	root := tree(t, map[string]string{
		"base.yaml": "arch: sm_80\npotential: true\nexclude: gen\nrules:\n  divergent_mask: {severity: note}\n" +
			"  deprecated-intrinsic: {disabled: true}\n",
		"a/mid.yaml":  "extends: ../base.yaml\nexclude: [gen/deep]\n",
		"a/b/" + Name: "extends: ../mid.yaml\npotential: false\nrules:\n  divergent_mask: {severity: error}\n",
	})
	path := filepath.Join(root, "a", "b", Name)
	c, err := Load(path, testRules, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Arch) != 1 || c.Arch[0] != "sm_80" || c.Potential || c.Exclude[0] != "gen/deep" ||
		c.Rules["divergent_mask"].Severity != "error" || !c.Rules["deprecated-intrinsic"].Disabled {
		t.Errorf("took over %+v", c)
	}
	for key, want := range map[string]string{"arch": "base.yaml:1:7", "exclude": "mid.yaml:2:10", "potential": Name + ":2:12"} {
		if got := c.At(key); !strings.HasSuffix(got.String(), want) {
			t.Errorf("%s stands at %s, want %s", key, got, want)
		}
	}
	if !c.Sets("arch") || c.Sets("launch") {
		t.Error("what is set by the files on the way is not known")
	}
	// Globs are relative to the file that extends.
	if !c.Excluded(filepath.Join(root, "a", "b", "gen", "deep", "k.cu")) || c.Excluded(filepath.Join(root, "a", "gen", "deep", "k.cu")) {
		t.Error("globs do not count from the file that extends")
	}
}

func TestExtendsErrors(t *testing.T) {
	outside := tree(t, map[string]string{"base.yaml": "arch: sm_80"})
	long := map[string]string{"end.yaml": "extends: f0.yaml"}
	for i := range mostExtended {
		long["f"+string(rune('0'+i))+".yaml"] = "extends: f" + string(rune('1'+i)) + ".yaml"
	}
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"end.yaml": "extends: end.yaml"}, "end.yaml:1:10: extends: "},
		{map[string]string{"end.yaml": "extends: x.yaml", "x.yaml": "extends: ./end.yaml"}, "extends this file in turn"},
		{map[string]string{"end.yaml": "\nextends: none.yaml"}, "end.yaml:2:10: extends: cannot read the configuration"},
		{map[string]string{"end.yaml": "extends: x.yaml", "x.yaml": "exclude: ['[']"}, "x.yaml:1:11: bad glob"},
		{map[string]string{"end.yaml": "extends: " + filepath.Join(outside, "base.yaml")}, "leads out of the project"},
		{long, "more than 8 files in a row"},
	} {
		path := filepath.Join(tree(t, c.files), "end.yaml")
		if _, err := Load(path, testRules, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.files, err)
		}
	}
	// A file that the user names may extend any file.
	own := filepath.Join(tree(t, map[string]string{"own.yaml": "extends: " + filepath.Join(outside, "base.yaml")}), "own.yaml")
	if _, err := Load(own, testRules, true); err != nil {
		t.Error(err)
	}
}
