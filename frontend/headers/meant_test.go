package headers_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// Each file of testdata/meant lists names of one interface. For an interface of CUDA 13 they are the names that its
// headers declare (scripts/header-names). For PyTorch they are the names that extensions use (scripts/torch-names). A
// program that includes these headers and mentions each name must parse. Only the names in testdata/meant/left_out may
// be missing.
func TestStandInsHaveWhatIsMeant(t *testing.T) {
	lists, _ := filepath.Glob("testdata/meant/*.txt")
	if len(lists) == 0 {
		t.Fatal("no lists")
	}
	for _, list := range lists {
		t.Run(strings.TrimSuffix(path.Base(list), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(list)
			if err != nil {
				t.Fatal(err)
			}
			m := mentionsOf(leftOut(t).meant(strings.TrimSuffix(path.Base(list), ".txt"), string(text)))
			unit, err := frontend.Parse(frontend.Options{File: "meant.cu", Source: []byte(m.program.String()), Arch: 90, Headers: headers.Folder,
				Args: []string{"-std=c++17"}})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range unit.Diagnostics {
				if name := m.lines[d.Pos.Line]; name != "" {
					t.Errorf("no %s: %s", name, d.Text)
				} else {
					t.Errorf("%s:%d: %s", d.Pos.File, d.Pos.Line, d.Text)
				}
			}
		})
	}
}

// leavings are the names that are left out. Each entry is an interface, a kind and a pattern.
type leavings [][]string

func leftOut(t *testing.T) (all leavings) {
	text, err := os.ReadFile("testdata/meant/left_out")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(words) < 4 {
			t.Fatalf("no reason: %s", line)
		}
		all = append(all, words[:3])
	}
	return all
}

// meant returns the list of an interface without the names that are left out.
func (l leavings) meant(name, list string) string {
	var kept strings.Builder
	for line := range strings.Lines(list) {
		kind, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !l.has(name, kind, what) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

func (l leavings) has(name, kind, what string) bool {
	for _, words := range l {
		matched, err := path.Match(words[2], what)
		if err != nil {
			panic(err)
		}
		if matched && (words[0] == "*" || words[0] == name) && (words[1] == "*" || words[1] == kind) {
			return true
		}
	}
	return false
}

// mentions is a program that mentions names; lines holds the name that each line mentions.
type mentions struct {
	program strings.Builder
	line    int
	lines   map[int]string
}

func mentionsOf(list string) *mentions {
	m := &mentions{lines: map[int]string{}}
	for _, kind := range []string{"header", "macro", "type", "function", "variable", "enumerator", "member", "name", "value", "method"} {
		for line := range strings.Lines(list) {
			if k, name, _ := strings.Cut(strings.TrimSpace(line), " "); k == kind {
				m.mention(kind, name)
			}
		}
	}
	return m
}

// mention writes lines that parse if the stand-ins have the name.
func (m *mentions) mention(kind, name string) {
	text := fmt.Sprintf("namespace meant%d { using ::%s; }\n", m.line, name)
	switch kind {
	case "header":
		text = fmt.Sprintf("#include <%s>\n", name)
	case "macro":
		text = "#ifndef " + name + "\n" + text + "#endif\n" // what CUDA has as a macro may be a function or an enumerator here
	case "member":
		class, field, _ := strings.Cut(name, ".")
		text = fmt.Sprintf("typedef decltype(::%s::%s) meant%d;\n", class, field, m.line)
	case "value":
		text = fmt.Sprintf("typedef decltype(::%s) meant%d;\n", name, m.line)
	case "method":
		class, method, _ := strings.Cut(name, ".")
		text = fmt.Sprintf("struct meant%d : ::%s { using ::%s::%s; };\n", m.line, class, class, method)
	}
	m.program.WriteString(text)
	for range strings.Count(text, "\n") {
		m.line++
		m.lines[m.line] = kind + " " + name
	}
}
