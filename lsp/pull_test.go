package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An editor that pulls gets the diagnostics of its documents as answers, and those of other files as before.
func TestPulledDiagnostics(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		source, header := filepath.Join(folder, "a.cu"), filepath.Join(folder, "h.cuh")
		if err := os.WriteFile(header, []byte("bad\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var greeting initializeResult
		e.ask("initialize", `{"capabilities": {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}}`, &greeting)
		if pull := greeting.Capabilities.DiagnosticProvider; pull == nil || !pull.InterFileDependencies || pull.WorkspaceDiagnostics {
			t.Errorf("greeted with %+v", pull)
		}
		pull := func(file, previous string) pulledReport {
			var answer pulledReport
			e.ask("textDocument/diagnostic", fmt.Sprintf(`{"textDocument": {"uri": %q}, "previousResultId": %q}`, uriOf(file), previous), &answer)
			return answer
		}
		e.open(source, "include h.cuh\nbad\n")
		first := pull(source, "")
		if first.Kind != "full" || first.Items == nil || len(*first.Items) != 1 || (*first.Items)[0].Range.Start.Line != 1 {
			t.Errorf("%+v", first)
		}
		e.expect("h.cuh, 0:0 it is bad")
		if again := pull(source, first.ResultID); again.Kind != "unchanged" || again.Items != nil {
			t.Errorf("%+v", again)
		}

		// A pull waits for the analysis of the current text.
		e.change(source, 2, "include h.cuh\n")
		if good := pull(source, first.ResultID); good.Kind != "full" || len(*good.Items) != 0 {
			t.Errorf("%+v", good)
		}

		// A header that is opened is pulled, and no longer published. If it changes the findings in another document, the
		// editor is asked to pull those.
		e.open(header, "good\n")
		if good := pull(header, ""); len(*good.Items) != 0 {
			t.Errorf("%+v", good)
		}
		time.Sleep(2 * Pause)
		e.expect("h.cuh")
		if err := os.WriteFile(filepath.Join(folder, ".warpcheck.yaml"), []byte("rules:\n\n    no: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		e.change(header, 2, "misconfigured\n")
		time.Sleep(2 * Pause)
		if wrong := pull(source, ""); len(*wrong.Items) != 1 || (*wrong.Items)[0].Message != "not analysed: .warpcheck.yaml is wrong in line 3" {
			t.Errorf("%+v", wrong)
		}
		e.expect(".warpcheck.yaml, 2:4 unknown key \"no\"", "refresh", "refresh")
		if none := pull(filepath.Join(folder, "b.txt"), ""); none.Kind != "full" || len(*none.Items) != 0 {
			t.Errorf("%+v", none)
		}
		e.leave()
	})
}

// An editor that cannot be asked to pull again gets the diagnostics as before.
func TestPublishedDiagnosticsWithoutRefresh(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		e := connect(t, &program{folder: folder})
		var greeting initializeResult
		e.ask("initialize", `{"capabilities": {"textDocument": {"diagnostic": {}}}}`, &greeting)
		if greeting.Capabilities.DiagnosticProvider != nil {
			t.Errorf("%+v", greeting.Capabilities)
		}
		e.open(filepath.Join(folder, "a.cu"), "bad\n")
		e.expect("a.cu version 1, 0:0 it is bad")
		e.leave()
	})
}
