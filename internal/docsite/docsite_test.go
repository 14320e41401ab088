package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
)

const root = "../.."

func TestSiteHasAPageForEachRule(t *testing.T) {
	out := t.TempDir()
	if err := write(root, out); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(out, "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules.All() {
		text, err := os.ReadFile(filepath.Join(out, "rules", rule.Key+".html"))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(text), `<h1 id="`) || !strings.Contains(string(text), `href="../style.css"`) {
			t.Errorf("%s: no heading with an anchor, or no style", rule.Key)
		}
		if !strings.Contains(string(index), `"rules/`+rule.Key+`.html#`) {
			t.Errorf("%s is not searched", rule.Key)
		}
	}
}

func TestSameSiteEveryTime(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	for _, out := range []string{one, other} {
		if err := write(root, out); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"index.html", "index.js", "usage.html"} {
		a, _ := os.ReadFile(filepath.Join(one, name))
		b, _ := os.ReadFile(filepath.Join(other, name))
		if len(a) == 0 || string(a) != string(b) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestLinks(t *testing.T) {
	names := []string{"README.md", "docs/usage.md", "docs/rules/a.md"}
	text := "# A rule\n[1](../usage.md#exit-codes) [2](../../README.md) [3](../../Makefile) [4](https://a.org/) [5](#a-rule)\n\n|  | b |\n| --- | --- |\n| c | d |\n"
	p, err := render("docs/rules/a.md", []byte(text), names)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"../usage.html#exit-codes"`, `"../index.html"`, `"` + repository + `Makefile"`, `"https://a.org/"`,
		`"../rules/a.html#a-rule"`, `<h1 id="a-rule">`, "<td></td>", `<div class="wide" tabindex="0"`} {
		if !strings.Contains(string(p.Body), want) {
			t.Errorf("no %s in %s", want, p.Body)
		}
	}
	if err := checkLinks([]*page{p}); err == nil || !strings.Contains(err.Error(), "usage.html#exit-codes") || strings.Contains(err.Error(), "a.html#a-rule") {
		t.Errorf("%v", err)
	}
}
