package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// editor is the other end of a server's connection.
type editor struct {
	*jsonrpc2.Conn
	t     *testing.T
	ended chan error

	mutex sync.Mutex
	// log has what was published, as "FILE version N: LINE:CHARACTER KEY, ...", and what was logged.
	log []string
	// last are the diagnostics that were published last.
	last []diagnostic
	// watches are the globs that the server asked to watch.
	watches []string
}

// program has a Check that reacts to words in the document: each "bad" is a finding, "include NAME" reads a file, and
// "unusable" is an error.
type program struct {
	folder string
	mutex  sync.Mutex
	runs   []string
	// folders are the folders of the workspace in which each run took place.
	folders []string
	// slow makes each run wait until it is cancelled or the channel is closed.
	slow chan struct{}
}

func (p *program) check(ctx context.Context, folder, path string, unsaved []load.Unsaved, proves bool) (*check.Outcome, error) {
	p.mutex.Lock()
	p.runs = append(p.runs, filepath.Base(path)+map[bool]string{true: " proves"}[proves])
	p.folders = append(p.folders, filepath.Base(folder))
	p.mutex.Unlock()
	if p.slow != nil {
		select {
		case <-p.slow:
		case <-ctx.Done():
			return &check.Outcome{}, nil
		}
	}
	files := load.Options{Unsaved: unsaved}
	o, isUnusable := &check.Outcome{Quotable: func(string) bool { return true }}, false
	var wrong error
	var read func(string)
	read = func(file string) {
		o.Read = append(o.Read, file)
		text, err := files.Text(file)
		if err != nil {
			return
		}
		for i, line := range strings.Split(string(text), "\n") {
			if name, is := strings.CutPrefix(line, "include "); is {
				read(filepath.Join(p.folder, name))
			}
			if at := strings.Index(line, "bad"); at >= 0 {
				o.Findings = append(o.Findings, finding(file, i+1, at+1))
				if !proves {
					f := &o.Findings[len(o.Findings)-1]
					f.Repair, f.Unrepaired = nil, rules.NotTried
				}
				o.Pictures = append(o.Pictures, picture(o.Findings[len(o.Findings)-1].Pos))
			}
			if strings.Contains(line, "misconfigured") {
				base := &config.Error{Place: config.Place{File: filepath.Join(p.folder, ".warpcheck.yaml"), Line: 3, Column: 5}, Err: errors.New(`unknown key "no"`)}
				wrong = fmt.Errorf("a.cu: %w", &config.Error{Place: config.Place{File: "extending.yaml", Line: 1, Column: 1}, Err: fmt.Errorf("extends: %w", base)})
			}
			isUnusable = isUnusable || strings.Contains(line, "unusable")
		}
	}
	read(path)
	o.Launches = []result.Launch{launchOf("k", path, 9)}
	if proves {
		text, _ := files.Text(path)
		o.Repaired = []check.Rewritten{{File: path, Before: text, After: []byte(strings.ReplaceAll(string(text), "bad", "good"))}}
	}
	if wrong != nil {
		return nil, wrong
	}
	if isUnusable {
		return nil, fmt.Errorf("%s: cannot be used", path)
	}
	return o, nil
}

func finding(file string, line, column int) rules.Finding {
	pos := source.Pos{File: file, Line: line, Column: column, EndLine: line, EndColumn: column + 3}
	return rules.Finding{Key: "divergent_mask", Severity: rules.Error, Pos: pos, Message: "it is bad", Help: "make it good", Witness: []string{"n = 1"},
		Labels: []rules.Label{{Pos: source.Pos{File: file, Line: 1, Column: 1}, Text: "here"}},
		Repair: &rules.Repair{Text: "good", Edits: []rules.Edit{{File: file, Offset: column - 1, Removed: 3, Text: "good"}}}}
}

func picture(pos source.Pos) result.Picture {
	return result.Picture{Pos: pos, Name: "__syncwarp", Context: rules.Context{Root: "k", IsKernel: true, Block: "32", Arch: "sm_70"},
		Picture: lanes.Picture{Always: 0xff, Never: 0xffff0000, Masked: true, Masks: []lanes.LanesWithMask{{Lanes: 0xffff, Mask: 0xffff}},
			Conditions: []lanes.Condition{{Pos: pos, Needs: lanes.Holds}}}}
}

// connect starts a server, and returns an editor that is connected to it.
func connect(t *testing.T, p *program) *editor {
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	e := &editor{t: t, ended: make(chan error, 1)}
	go func() {
		err := serve(pipe{toServer, fromServer}, Options{Check: p.check, Enter: func(string) error { return nil },
			Version: "1", Pause: Pause, Parallel: 1})
		fromServer.Close()
		e.ended <- err
	}()
	e.Conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipe{toEditor, fromEditor}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(e.handle))
	return e
}

type pipe struct {
	*io.PipeReader
	*io.PipeWriter
}

func (p pipe) Close() error { p.PipeReader.Close(); return p.PipeWriter.Close() }

func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p publishDiagnosticsParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		line := filepath.Base(p.URI)
		if p.Version != nil {
			line += fmt.Sprintf(" version %d", *p.Version)
		}
		for _, d := range p.Diagnostics {
			line += fmt.Sprintf(", %d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Message[:strings.IndexAny(d.Message+"\n", "\n")])
		}
		e.log, e.last = append(e.log, line), p.Diagnostics
	case "$/progress":
		var p progressParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.log = append(e.log, strings.TrimSpace(fmt.Sprintf("progress %d: %s %s", p.Token, p.Value.Kind, p.Value.Message)))
	case "window/logMessage":
		var p logMessageParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.log = append(e.log, p.Message)
	case "workspace/diagnostic/refresh":
		e.log = append(e.log, "refresh")
	case "client/registerCapability":
		var p registrationParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		for _, w := range p.Registrations[0].RegisterOptions.Watchers {
			e.watches = append(e.watches, w.GlobPattern)
		}
	}
	return nil, nil
}

// tell sends a notification, whose parameters are JSON.
func (e *editor) tell(method, params string) {
	e.t.Helper()
	if err := e.Notify(e.t.Context(), method, json.RawMessage(params)); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) ask(method, params string, answer any) {
	e.t.Helper()
	if err := e.Call(e.t.Context(), method, json.RawMessage(params), answer); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) open(file, text string) {
	e.t.Helper()
	e.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": 1, "languageId": "cuda", "text": %q}}`, uriOf(file), text))
}

func (e *editor) change(file string, version int, text string) {
	e.t.Helper()
	e.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %q}]}`, uriOf(file), version, text))
}

func closing(file string) string { return fmt.Sprintf(`{"textDocument": {"uri": %q}}`, uriOf(file)) }

// leave shuts down the connection as the protocol prescribes.
func (e *editor) leave() {
	e.t.Helper()
	e.ask("shutdown", "null", nil)
	e.tell("exit", "null")
	if err := <-e.ended; err != nil {
		e.t.Error(err)
	}
	e.Close()
}

// expect waits until nothing runs any more, and compares what was published after the last call.
func (e *editor) expect(want ...string) {
	e.t.Helper()
	synctest.Wait()
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if got := strings.Join(e.log, "; "); got != strings.Join(want, "; ") {
		e.t.Errorf("published %q, want %q", e.log, want)
	}
	e.log = nil
}

// inBubble runs a test with a simulated clock, and a folder.
func inBubble(t *testing.T, test func(t *testing.T, folder string)) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) { test(t, folder) })
}

func TestDiagnosticsFollowTheText(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		file := filepath.Join(folder, "a.cu")
		var greeting initializeResult
		e.ask("initialize", `{"rootUri": null, "capabilities": {"general": {"positionEncodings": ["utf-16", "utf-8"]}}}`, &greeting)
		if greeting.Capabilities.PositionEncoding != "utf-8" || !greeting.Capabilities.HoverProvider {
			t.Errorf("greeted with %+v", greeting)
		}
		e.open(file, "x bad\n")
		e.expect("a.cu version 1, 0:2 it is bad")
		if d := e.last[0]; d.Code != "divergent_mask" || d.Severity != 1 || d.CodeDescription == nil ||
			!strings.HasSuffix(d.Message, "\nhelp: make it good\nexample: n = 1") || d.Range.End.Character != 5 ||
			len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Message != "here" {
			t.Errorf("%+v", d)
		}

		// Changes in quick succession are analysed once, after a pause. The findings are those of the text, not of the
		// file.
		e.change(file, 2, "bad\n")
		e.change(file, 3, "good\n")
		time.Sleep(Pause / 2)
		e.change(file, 4, "\nbad\n")
		e.expect()
		time.Sleep(Pause)
		e.expect("a.cu version 4, 1:0 it is bad")
		if len(p.runs) != 2 {
			t.Errorf("analysed %v", p.runs)
		}
		e.change(file, 5, "good\n")
		time.Sleep(Pause)
		e.expect("a.cu version 5")
		e.change(file, 6, "unusable\n")
		time.Sleep(Pause)
		e.expect("a.cu version 6, 0:0 " + file + ": cannot be used")
		e.leave()
	})
}

func TestHeadersThatAreNotWrittenYet(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		source, header := filepath.Join(folder, "a.cu"), filepath.Join(folder, "h.cuh")
		if err := os.WriteFile(header, []byte("bad\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.open(source, "include h.cuh\n")
		e.expect("a.cu version 1", "h.cuh, 0:0 it is bad")

		// An open header shows its own findings, and documents that include it are analysed again when it changes.
		e.open(header, "bad\n")
		e.expect("h.cuh version 1, 0:0 it is bad")
		e.change(header, 2, "  bad\n")
		time.Sleep(2 * Pause)
		e.expect("h.cuh version 2, 0:2 it is bad")
		e.tell("textDocument/didClose", closing(header))
		time.Sleep(2 * Pause)
		e.expect("h.cuh, 0:2 it is bad", "h.cuh, 0:0 it is bad")
		e.open(header, "good\n")
		e.expect("h.cuh version 1")
		time.Sleep(2 * Pause)
		e.tell("textDocument/didClose", closing(header))
		e.tell("textDocument/didClose", closing(source))
		e.expect("h.cuh", "a.cu")
		e.leave()
	})
}

func TestAnalysesAreGivenUp(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder, slow: make(chan struct{})}
		e := connect(t, p)
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.open(file, "bad\n")
		synctest.Wait()

		// A request waits for the analysis, and can be cancelled.
		ctx, cancel := context.WithCancel(t.Context())
		question := fmt.Sprintf(`{"textDocument": {"uri": %q}, "position": {"line": 0, "character": 1}}`, uriOf(file))
		call, err := e.DispatchCall(ctx, "textDocument/hover", json.RawMessage(question), jsonrpc2.PickID(jsonrpc2.ID{Num: 77}))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		e.tell("$/cancelRequest", `{"id": 77}`)
		var failure *jsonrpc2.Error
		if err := call.Wait(ctx, nil); err == nil {
			t.Error("answered what nobody asks any more")
		} else if failure = err.(*jsonrpc2.Error); failure.Code != requestCancelled {
			t.Error(err)
		}
		cancel()

		// A change cancels the running analysis.
		e.change(file, 2, "x\nbad\n")
		time.Sleep(Pause)
		synctest.Wait()
		close(p.slow)
		e.expect("a.cu version 2, 1:0 it is bad")
		if len(p.runs) != 2 {
			t.Errorf("analysed %v", p.runs)
		}
		e.leave()
	})
}

func TestHoverAndRepairs(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		file := filepath.Join(folder, "a b.cu")
		e.ask("initialize", `{"capabilities": {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}}`, nil)
		e.tell("initialized", "{}")
		e.open(file, "é𝄞 bad\n") // 2 and 4 bytes, 1 and 2 code units
		at := fmt.Sprintf(`{"textDocument": {"uri": %q}, "position": {"line": 0, "character": 5},
			"range": {"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 7}}, "context": {"diagnostics": []}}`, uriOf(file))
		var drawn *hover
		e.ask("textDocument/hover", at, &drawn)
		want := "**__syncwarp**\n```text\nk [block 32, sm_70]\n" +
			"  mask     ################................\n  arrives  ########????????................\n  ?        only if `bad` (line 1)\n" + "```\n"
		if drawn == nil || drawn.Contents.Value != want || drawn.Range.Start.Character != 4 {
			t.Errorf("drawn as %+v", drawn)
		}
		var actions []codeAction
		e.ask("textDocument/codeAction", at, &actions)
		if len(actions) != 3 || !actions[0].IsPreferred || actions[0].Kind != "quickfix" || len(actions[0].Diagnostics) != 1 ||
			*actions[0].Edit.DocumentChanges[0].TextDocument.Version != 1 {
			t.Fatalf("repairs %+v", actions)
		}
		if edit := actions[0].Edit.DocumentChanges[0].Edits[0]; edit.NewText != "good" || edit.Range.Start.Character != 4 || edit.Range.End.Character != 7 {
			t.Errorf("edits %+v", edit)
		}
		elsewhere := strings.ReplaceAll(at, `"line": 0`, `"line": 1`)
		e.ask("textDocument/codeAction", at, &actions)
		e.ask("textDocument/codeAction", elsewhere, &actions)
		if runs := strings.Join(p.runs, ", "); runs != "a b.cu, a b.cu proves" {
			t.Errorf("analysed %s: repairs are proved once, when they are asked for", runs)
		}
		e.ask("textDocument/hover", elsewhere, &drawn)
		if len(actions) != 0 || drawn != nil {
			t.Errorf("elsewhere: %+v, %+v", actions, drawn)
		}
		synctest.Wait()
		if len(e.watches) == 0 || e.watches[0] != "**/.warpcheck.yaml" {
			t.Errorf("watches %q", e.watches)
		}
		runs := len(p.runs)
		e.tell("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes": [{"uri": %q}]}`, uriOf(file)))
		e.tell("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes": [{"uri": %q}]}`, uriOf(filepath.Join(folder, ".warpcheck.yaml"))))
		time.Sleep(Pause)
		synctest.Wait()
		if len(p.runs) != runs+1 {
			t.Errorf("analysed %v", p.runs)
		}
		e.leave()
	})
}

// An editor that can show progress is informed of each analysis, and may cancel it.
func TestProgress(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder, slow: make(chan struct{})}
		e := connect(t, p)
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{"capabilities": {"window": {"workDoneProgress": true}}}`, nil)
		e.open(file, "bad\n")
		e.expect("progress 1: begin a.cu")
		e.change(file, 2, "bad\n")
		time.Sleep(Pause)
		e.expect("progress 1: end", "progress 2: begin a.cu")
		e.tell("window/workDoneProgress/cancel", `{"token": 7}`)
		e.expect()
		e.tell("window/workDoneProgress/cancel", `{"token": 2}`)
		e.expect("progress 2: end")
		close(p.slow)
		e.tell("textDocument/didSave", closing(file))
		synctest.Wait()
		e.mutex.Lock()
		slices.Sort(e.log) // two goroutines send the findings and the end
		e.mutex.Unlock()
		e.expect("a.cu version 2, 0:0 it is bad", "progress 3: begin a.cu", "progress 3: end")
		e.leave()
	})
}

// A file is analysed in the workspace folder that contains it.
func TestFoldersOfTheWorkspace(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		in := func(names ...string) string { return uriOf(filepath.Join(append([]string{folder}, names...)...)) }
		e.ask("initialize", fmt.Sprintf(`{"rootUri": %q, "workspaceFolders": [{"uri": %q}, {"uri": %q}], "capabilities": {}}`,
			in("one"), in("one"), in("two")), nil)
		expect := func(want string) {
			t.Helper()
			time.Sleep(Pause)
			synctest.Wait()
			if got := strings.Join(p.folders, " "); got != want {
				t.Errorf("analysed in %s, want %s", got, want)
			}
			p.folders = nil
		}
		e.open(filepath.Join(folder, "two", "b.cu"), "")
		expect("two")
		e.open(filepath.Join(folder, "elsewhere", "c.cu"), "")
		expect("one")
		e.tell("textDocument/didClose", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, in("elsewhere", "c.cu")))
		e.tell("workspace/didChangeWorkspaceFolders", fmt.Sprintf(`{"event": {"added": [{"uri": %q}], "removed": []}}`, in("two", "inner")))
		expect("two")
		e.open(filepath.Join(folder, "two", "inner", "d.cu"), "")
		expect("inner")
		e.tell("textDocument/didClose", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, in("two", "inner", "d.cu")))
		e.tell("workspace/didChangeWorkspaceFolders", fmt.Sprintf(`{"event": {"added": [], "removed": [{"uri": %q}]}}`, in("two")))
		expect("one")
		e.leave()
	})
}

// If a header changes while a file that includes it is analysed, the file is analysed again.
func TestChangesDuringAnAnalysis(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder, slow: make(chan struct{})}
		e := connect(t, p)
		source, header := filepath.Join(folder, "a.cu"), filepath.Join(folder, "h.cuh")
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.open(source, "include h.cuh\n")
		synctest.Wait()
		e.open(header, "bad\n")
		synctest.Wait()
		close(p.slow)
		time.Sleep(2 * Pause)
		e.expect("a.cu version 1", "h.cuh version 1, 0:0 it is bad")
		if got := strings.Join(p.runs, " "); got != "a.cu h.cuh a.cu" {
			t.Errorf("analysed %v", got)
		}
		e.leave()
	})
}

// A file that is not CUDA is not analysed, but its text is read where it is included.
func TestOtherFiles(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		source, header := filepath.Join(folder, "a.cu"), filepath.Join(folder, "h.hpp")
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.open(header, "bad\n")
		e.expect()
		e.open(source, "include h.hpp\n")
		e.expect("a.cu version 1", "h.hpp, 0:0 it is bad")
		e.change(header, 2, "good\n")
		time.Sleep(Pause)
		e.expect("h.hpp")
		if err := e.Call(t.Context(), "textDocument/hover", json.RawMessage(closing(header)), nil); err == nil {
			t.Error("lanes are drawn in what was not analysed")
		}
		e.leave()
	})
}

// A document that is no file is not analysed, an unknown request is refused, and an editor that leaves without a
// shutdown leaves nothing running.
func TestEditorsThatDoOtherwise(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder, slow: make(chan struct{})}
		e := connect(t, p)
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.tell("textDocument/didOpen", `{"textDocument": {"uri": "untitled:Untitled-1", "version": 1, "text": "bad"}}`)
		e.tell("textDocument/didChange", `{"textDocument": {"uri": "file:///nowhere.cu", "version": 1}, "contentChanges": []}`)
		e.tell("textDocument/didOpen", `[1]`)
		e.expect()
		if err := e.Call(t.Context(), "textDocument/rename", nil, nil); err == nil || err.(*jsonrpc2.Error).Code != jsonrpc2.CodeMethodNotFound {
			t.Error(err)
		}
		if err := e.Call(t.Context(), "textDocument/hover", json.RawMessage(`{"textDocument": {"uri": "file:///nowhere.cu"}}`), nil); err == nil {
			t.Error("a file that is not open is answered for")
		}
		e.open(filepath.Join(folder, "a.cu"), "bad\n")
		synctest.Wait()
		e.Close()
		if err := <-e.ended; err != ErrNoShutdown {
			t.Error(err)
		}
	})
}

// Nothing is analysed before initialize has named the workspace.
func TestBeforeInitialize(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		e.open(filepath.Join(folder, "a.cu"), "bad\n")
		err := e.Call(t.Context(), "textDocument/hover", json.RawMessage(closing(filepath.Join(folder, "a.cu"))), nil)
		var failure *jsonrpc2.Error
		if !errors.As(err, &failure) || failure.Code != codeNotInitialized {
			t.Error(err)
		}
		e.ask("initialize", `{"capabilities": {}}`, nil)
		if err := e.Call(t.Context(), "initialize", json.RawMessage(`{"capabilities": {}}`), nil); err == nil {
			t.Error("initialize is obeyed twice")
		}
		time.Sleep(Pause)
		e.expect()
		if len(p.runs) > 0 {
			t.Errorf("analysed: %s", p.runs)
		}
		e.leave()
	})
}

// A name with a zero byte is reported, and the file that its first part names is not analysed.
func TestZeroByte(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		e := connect(t, p)
		if err := e.Call(t.Context(), "initialize", json.RawMessage(`{"rootUri": "file:///a%00b", "capabilities": {}}`), nil); err == nil {
			t.Error("a folder with a zero byte is entered")
		}
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.tell("textDocument/didOpen", `{"textDocument": {"uri": "file:///a.cu%00.cu", "version": 1, "text": "bad"}}`)
		e.expect("file:///a.cu%00.cu: a name with a zero byte, which no file has")
		if len(p.runs) > 0 {
			t.Errorf("analysed: %s", p.runs)
		}
		e.leave()
	})
}

// An editor that sends everything at once gets the answer to shutdown before the connection ends.
func TestLeavingAtOnce(t *testing.T) {
	batch := ""
	for _, body := range []string{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`} {
		batch += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	const early = "Content-Length: 44\r\n\r\n" + `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	var out bytes.Buffer
	if err := Serve(strings.NewReader(early), &out, Options{}); err != ErrNoShutdown || !strings.Contains(out.String(), fmt.Sprint(codeNotInitialized)) {
		t.Errorf("%v: %s", err, out.String())
	}
	withoutExit := batch[:strings.LastIndex(batch, "Content-Length")]
	for _, text := range slices.Repeat([]string{batch, withoutExit}, 50) {
		var out bytes.Buffer
		if err := Serve(strings.NewReader(text), &out, Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), `"id":2,"result":null`) {
			t.Fatalf("shutdown is not answered: %s", out.String())
		}
	}
}

// After a shutdown nothing is answered, with or without an exit.
func TestShutdownWithoutExit(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		e := connect(t, &program{folder: folder})
		file := filepath.Join(folder, "a.cu")
		e.ask("initialize", `{"capabilities": {}}`, nil)
		e.open(file, "bad\n")
		e.expect("a.cu version 1, 0:0 it is bad")
		e.ask("shutdown", "null", nil)
		e.change(file, 2, "x bad\n")
		time.Sleep(Pause)
		e.expect()
		err := e.Call(t.Context(), "textDocument/hover", json.RawMessage(closing(file)), nil)
		var failure *jsonrpc2.Error
		if !errors.As(err, &failure) || failure.Code != jsonrpc2.CodeInvalidRequest {
			t.Error(err)
		}
		e.Close()
		if err := <-e.ended; err != nil {
			t.Error(err)
		}
	})
}

// The server handles what an editor sends even if the editor does not read, and that editor may leave.
func TestEditorThatDoesNotRead(t *testing.T) {
	inBubble(t, func(t *testing.T, folder string) {
		p := &program{folder: folder}
		toServer, fromEditor := io.Pipe()
		toEditor, fromServer := io.Pipe()
		ended := make(chan error)
		go func() {
			ended <- serve(pipe{toServer, fromServer}, Options{Check: p.check, Enter: func(string) error { return nil },
				Pause: Pause, Parallel: 1})
		}()
		send := func(message string) {
			fmt.Fprintf(fromEditor, "Content-Length: %d\r\n\r\n%s", len(message), message)
		}
		file := uriOf(filepath.Join(folder, "a.cu"))
		send(`{"id": 0, "method": "initialize", "params": {}}`)
		send(fmt.Sprintf(`{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": %q, "version": 1, "text": "bad"}}}`, file))
		time.Sleep(2 * Pause)
		for version := 2; version < 5; version++ {
			send(fmt.Sprintf(`{"method": "textDocument/didChange", "params": {"textDocument": {"uri": %q, "version": %d},
				"contentChanges": [{"text": "bad %[2]d"}]}}`, file, version))
			time.Sleep(2 * Pause)
		}
		send(`{"id": 1, "method": "shutdown"}`)
		send(`{"method": "exit"}`)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if len(p.runs) != 4 {
			t.Errorf("analysed %v", p.runs)
		}
		toEditor.Close()
	})
}

// An outdated notification is not written.
func TestOutbox(t *testing.T) {
	o := newOutbox()
	for _, n := range []outgoing{{method: "publish", subject: "a", params: 1}, {method: "publish", subject: "b", params: 1},
		{method: "log", subject: "a", params: 1}, {method: "publish", subject: "a", params: 2}} {
		o.put(n)
	}
	var got []string
	for n, is := o.take(); is; n, is = o.take() {
		got = append(got, fmt.Sprint(n.method, " ", n.subject, " ", n.params))
	}
	if want := "publish b 1; log a 1; publish a 2"; strings.Join(got, "; ") != want {
		t.Errorf("took %q, want %s", got, want)
	}
}

// Input that is no message, at the beginning or later, gives another error than an editor that leaves.
func TestNoProtocol(t *testing.T) {
	const body = `{"jsonrpc":"2.0","method":"initialized"}`
	const first = "Content-Length: 40\r\n\r\n" + body
	blanks := strings.Repeat(" ", 100_000)
	for text, want := range map[string]error{
		"hello\n": errNoProtocol, "": errNoProtocol, "hello\r\n\r\n": errNoProtocol, "Content-Length: 3\r\n\r\nabc": errNoProtocol,
		first: ErrNoShutdown, first + "hello\r\n\r\n": errNoProtocol,
		"Content-Type: x\r\ncontent-length:40\r\n\r\n" + body:    ErrNoShutdown,
		"Content-Length: 100040\r\n\r\n" + body + blanks + first: ErrNoShutdown,
		"Content-Length: -1\r\n\r\n":                             errNoProtocol,
		"Content-Length: 999999999999\r\n\r\n" + body:            errTooLong,
		strings.Repeat("Content-Type: x\r\n", 1000) + first:      errNoProtocol,
	} {
		if err := Serve(strings.NewReader(text), io.Discard, Options{}); err != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// endless sends the same byte for ever, and counts the bytes.
type endless struct{ sent int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.sent += len(p)
	return len(p), nil
}

// The length of a header is limited.
func TestEndlessHeader(t *testing.T) {
	in := &endless{}
	if err := serve(endlessPipe{in}, Options{}); err != errNoProtocol {
		t.Error(err)
	}
	if in.sent > 2*maxHeader {
		t.Errorf("read %d bytes of a header", in.sent)
	}
}

type endlessPipe struct{ io.Reader }

func (endlessPipe) Write(p []byte) (int, error) { return len(p), nil }
func (endlessPipe) Close() error                { return nil }
