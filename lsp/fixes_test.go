package lsp

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// requestAt returns the parameters of a request about a place, with the kinds of actions that the editor asks for.
func requestAt(file string, line, character int, only string) string {
	return fmt.Sprintf(`{"textDocument": {"uri": %q}, "range": {"start": {"line": %d, "character": %d}, "end": {"line": %d, "character": %d}},
		"context": {"diagnostics": [], "only": [%s]}}`, uriOf(file), line, character, line, character, only)
}

func TestActionsIgnoreAndExplain(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		e := connect(t, &program{folder: folder})
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{}`, nil)
		e.open(file, "x\n\t bad\n#define A \\\n bad\n")
		var actions []codeAction
		e.ask("textDocument/codeAction", requestAt(file, 1, 3, `"quickfix"`), &actions)
		if len(actions) != 3 {
			t.Fatalf("%+v", actions)
		}
		edit := actions[1].Edit.DocumentChanges[0].Edits[0]
		if edit.NewText != "\t // warpcheck:ignore divergent_mask \n" || edit.Range != (span{position{1, 0}, position{1, 0}}) {
			t.Errorf("ignores by %+v", edit)
		}
		explained := actions[2].Command
		if explained.Command != explain || !strings.HasSuffix(explained.Arguments[0].(string), "/divergent_mask.md") {
			t.Errorf("explains by %+v", explained)
		}
		e.log = nil
		e.ask("workspace/executeCommand", fmt.Sprintf(`{"command": %q, "arguments": [%q]}`, explain, explained.Arguments[0]), nil)
		for _, wrong := range []string{`{"command": "rm"}`, `{"command": "warpcheck.explain", "arguments": ["file:///etc/passwd"]}`} {
			if err := e.Call(t.Context(), "workspace/executeCommand", []byte(wrong), nil); err == nil {
				t.Errorf("%s: no error", wrong)
			}
		}
		e.ask("textDocument/codeAction", requestAt(file, 3, 1, ""), &actions)
		for _, action := range actions {
			if strings.HasPrefix(action.Title, "Ignore") {
				t.Errorf("a comment within a macro: %+v", action)
			}
		}
		e.ask("textDocument/codeAction", requestAt(file, 1, 3, `"refactor"`), &actions)
		if len(actions) != 0 {
			t.Errorf("asked for another kind: %+v", actions)
		}
		e.leave()
	})
}

func TestFixAllMakesTheSafeRepairs(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{}`, nil)
		e.open(file, "first\nbad\nlast\n")
		var actions []codeAction
		e.ask("textDocument/codeAction", requestAt(file, 0, 0, `"source.fixAll"`), &actions)
		if len(actions) != 1 || actions[0].Kind != fixAll {
			t.Fatalf("%+v", actions)
		}
		edit := actions[0].Edit.DocumentChanges[0].Edits[0]
		if edit.NewText != "good" || edit.Range != (span{position{1, 0}, position{1, 3}}) {
			t.Errorf("edits %+v", edit)
		}
		e.ask("textDocument/codeAction", requestAt(file, 0, 0, ""), &actions)
		if len(actions) != 0 {
			t.Errorf("without being asked: %+v", actions)
		}
		e.leave()
	})
}

func TestInlayHintsNameArrivingLanes(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		e := connect(t, &program{folder: folder})
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{}`, nil)
		e.open(file, "__global__ void k() {\n bad\n}\n")
		var hints []inlayHint
		e.ask("textDocument/inlayHint", requestAt(file, 1, 2, ""), &hints)
		if len(hints) != 1 || hints[0].Label != "lanes 0-7, maybe 8-15" || hints[0].Position != (position{1, 4}) {
			t.Errorf("%+v", hints)
		}
		var lenses []codeLens
		e.ask("textDocument/codeLens", closing(file), &lenses)
		if len(lenses) != 1 || lenses[0].Command.Title != "1 launch: line 9; blocks of 32" || lenses[0].Range.Start.Line != 0 {
			t.Errorf("%+v", lenses)
		}
		e.leave()
	})
}

func TestKernelsOfAText(t *testing.T) {
	got := kernelsIn("// __global__ void no() {}\ntemplate <int N>\n__global__ void __launch_bounds__(32, N) a(int x) {}\n__global__ void b();\nextern \"C\" __global__ void c(int *x) {}")
	if len(got) != 2 || got["a"] == 0 || got["c"] == 0 {
		t.Errorf("%v", got)
	}
}

// A change of a part of the text is applied to the text that the server has.
func TestChangesOfParts(t *testing.T) {
	at := func(line, from, to int) *span { return &span{position{line, from}, position{line, to}} }
	for _, c := range []struct {
		encoding
		text   string
		change contentChange
		want   string
	}{
		{utf16Units, "é𝄞 bad\nx\n", contentChange{at(0, 4, 7), "good"}, "é𝄞 good\nx\n"},
		{utf8Units, "é𝄞 bad\nx\n", contentChange{at(0, 7, 10), "good"}, "é𝄞 good\nx\n"},
		{utf16Units, "a\nb", contentChange{&span{position{0, 1}, position{1, 0}}, ""}, "ab"},
		{utf16Units, "a\nb", contentChange{at(1, 1, 99), "c"}, "a\nbc"},
		{utf16Units, "a\nb", contentChange{at(9, 0, 0), "c"}, "a\nbc"},
		{utf16Units, "a", contentChange{nil, "new"}, "new"},
		{utf16Units, "", contentChange{at(0, 0, 0), "x"}, "x"},
	} {
		if got := c.changed(c.text, c.change); got != c.want {
			t.Errorf("%q with %+v: %q, want %q", c.text, c.change, got, c.want)
		}
	}
}

func TestAnErrorOfTheConfigurationStandsInIt(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		e := connect(t, &program{folder: folder})
		e.ask("initialize", `{}`, nil)
		if err := os.WriteFile(filepath.Join(folder, ".warpcheck.yaml"), []byte("rules:\n\n    no: 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		e.open(filepath.Join(folder, "a.cu"), "misconfigured\n")
		e.expect(".warpcheck.yaml, 2:4 unknown key \"no\"", "a.cu version 1, 0:0 not analysed: .warpcheck.yaml is wrong in line 3")
		e.leave()
	})
}

// Places of the configuration count characters, and those of an editor bytes or UTF-16 code units.
func TestPlacesBehindOtherCharacters(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".warpcheck.yaml")
	if err := os.WriteFile(file, []byte("{ä😀: 1, no: 1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := &config.Error{Place: config.Place{File: file, Line: 1, Column: 8}, Err: errors.New(`unknown key "no"`)}
	for encoding, want := range map[encoding]int{utf8Units: 11, utf16Units: 8} {
		s := &server{encoding: encoding}
		if marks := s.foundIn(&document{path: "/a.cu"}, nil, err).marks[file]; len(marks) != 1 || marks[0].Range.Start != (position{0, want}) {
			t.Errorf("%s: %+v", encoding, marks)
		}
	}
}

// Potential findings that the command counts are hints.
func TestHints(t *testing.T) {
	s := &server{Options: Options{Hints: true}, encoding: utf8Units}
	f := finding("/a.cu", 1, 1)
	found := s.foundIn(&document{path: "/a.cu"}, &check.Outcome{Hidden: []rules.Finding{f}}, nil)
	if marks := found.marks["/a.cu"]; len(marks) != 1 || marks[0].Severity != hint {
		t.Errorf("%+v", found.marks)
	}
	s.Hints = false
	if found := s.foundIn(&document{path: "/a.cu"}, &check.Outcome{Hidden: []rules.Finding{f}}, nil); len(found.marks) != 0 {
		t.Errorf("%+v", found.marks)
	}
}

func TestWordsForEditors(t *testing.T) {
	for text, want := range map[string]string{
		"does not parse (and 2 more in this unit; -v lists them)":                                                                    "does not parse (and 2 more in this unit)",
		"a block of 32 was tried; or state the block, as in --block k=256":                                                           "a block of 32 was tried; or state the block, under launch in .warpcheck.yaml (k=256)",
		"cannot find a.h: add its folder, as in `warpcheck a.cu -- -Ifolder`":                                                        "cannot find a.h: add its folder, to extra_args in .warpcheck.yaml",
		"does not parse for sm_70; name another architecture with --arch, as in `warpcheck --arch sm_80 a.cu`: no __reduce_add_sync": "does not parse for sm_70; name another architecture under arch in .warpcheck.yaml (sm_80): no __reduce_add_sync",
		"interrupted: 1 of 2 units are not analysed (-v lists them)":                                                                 "interrupted: 1 of 2 units are not analysed",
	} {
		if got := words.Of(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func launchOf(kernel, file string, line int) result.Launch {
	return result.Launch{At: result.Reason{What: kernel, File: file, Line: line}, Known: true}
}

func TestBlocksOfAKernel(t *testing.T) {
	one, two := launchOf("t<1>", "a.cu", 9), launchOf("t<2>", "a.cu", 9)
	f := &found{launches: []result.Launch{one, two, launchOf("u", "a.cu", 9)}}
	f.pictures = []result.Picture{{Context: rules.Context{Root: "t<1>", Block: "32 or 64"}}}
	if got := f.blocksOf("t"); !slices.Equal(got, []string{"32 or 64"}) {
		t.Errorf("no launch is constant: %q", got)
	}
	f.launches[0].Blocks = []warp.Shape{{64, 1, 1}}
	f.launches[1].Blocks = []warp.Shape{{64, 1, 1}, {32, 4, 1}}
	if got := f.blocksOf("t"); !slices.Equal(got, []string{"64", "32x4"}) {
		t.Errorf("%q", got)
	}
}
