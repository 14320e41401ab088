package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/source"
)

// inTree returns the findings about sum[i] += sum[i + 8] in line 7, which follows such a statement in line 6.
func inTree() (store, load Finding) {
	statement := source.Pos{File: "a.cu", Line: 7, Column: 3, EndLine: 7, EndColumn: 23}
	at := func(line, column int) source.Pos { return source.Pos{File: "a.cu", Line: line, Column: column} }
	store = Finding{Key: missingSyncwarp.Key, Pos: at(7, 3), Statement: statement, Kernels: []string{"k"}, Message: "the store", Cases: []Case{{Text: "the store"}},
		Related: []Related{{Pos: at(7, 13)}}, Repair: &Repair{Edits: []Edit{{Offset: 1, Text: "a"}}}}
	load = Finding{Key: missingSyncwarp.Key, Pos: at(7, 13), Statement: statement, Kernels: []string{"k"}, Message: "the load", Cases: []Case{{Text: "the load"}},
		Related: []Related{{Pos: at(6, 3)}}, Repair: &Repair{Edits: []Edit{{Offset: 1, Text: "a"}, {Offset: 2, Text: "b"}}}}
	return store, load
}

func TestStatementIsToldOnce(t *testing.T) {
	store, load := inTree()
	reported := OncePerStatement([]Finding{store, load})
	if len(reported) != 1 || reported[0].Message != "the load" {
		t.Fatalf("reported %+v, want the race with another statement alone", reported)
	}
	beside := reported[0].Related
	if len(beside) != 3 || beside[1].Text != "(2) the store" || beside[2].Pos != store.Related[0].Pos {
		t.Errorf("beside it %+v", beside)
	}
	if got := reported[0].Repair.Edits; len(got) != 2 {
		t.Errorf("edits %+v, want those of both", got)
	}
}

func TestHalfARepairIsNone(t *testing.T) {
	store, load := inTree()
	store.Repair, store.Unrepaired = nil, Unproved
	if reported := OncePerStatement([]Finding{store, load}); reported[0].Repair != nil || reported[0].Unrepaired != Unproved {
		t.Errorf("repair %+v, %v", reported[0].Repair, reported[0].Unrepaired)
	}
}

func TestStatementsAreToldApart(t *testing.T) {
	store, load := inTree()
	for name, change := range map[string]func(*Finding){
		"another statement": func(f *Finding) { f.Statement.Line = 8 },
		"another kernel":    func(f *Finding) { f.Kernels = []string{"other"} },
		"no statement":      func(f *Finding) { f.Statement = source.Pos{} },
		"another rule":      func(f *Finding) { f.Key = notInMask.Key },
	} {
		other := load
		change(&other)
		if reported := OncePerStatement([]Finding{store, other}); len(reported) != 2 {
			t.Errorf("%s: reported %d findings, want 2", name, len(reported))
		}
	}
}
