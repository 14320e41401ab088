package report

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// TestReadRuns writes a finding with a run as JSON and reads it back.
func TestReadRuns(t *testing.T) {
	other, dynamic := 6, uint32(512)
	run := &rules.Run{
		Kernel: "ns::k<4>", IsKernel: true, Source: "k.cu", Flags: []string{"-Iinclude"}, Parameters: []string{"d", "n"}, Pointers: []string{"d"}, Variables: []string{"table"},
		Block: warp.Shape{256, 1, 1}, Warp: 1, Other: &other, Grid: [3]uint32{9, 0, 0}, At: [3]uint32{3, 0, 0}, Dynamic: &dynamic,
		Arguments: []lanes.ArgValue{{Name: "n", Value: 1<<64 - 1}},
		Memory:    []lanes.MemoryValue{{Object: "d@8", Offset: -4, Size: 4, Value: 7}},
		Earlier:   &source.Pos{File: "k.cu", Line: 3, Column: 3, EndLine: 3, EndColumn: 9},
	}
	written := rules.Finding{Key: "missing-syncthreads", Message: "m", Pos: source.Pos{File: "k.cu", Line: 4, Column: 5, EndLine: 4, EndColumn: 8}, Run: run}
	var b bytes.Buffer
	if err := JSON(&b, &Report{Findings: []rules.Finding{written}}); err != nil {
		t.Fatal(err)
	}
	found, err := ReadRuns(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Key != written.Key || found[0].Pos != written.Pos || !reflect.DeepEqual(found[0].Run, run) {
		t.Errorf("read %+v with the run %+v", found, found[0].Run)
	}
	for _, bad := range []struct{ from, to, want string }{
		{`"bits": "0x7"`, `"bits": "seven"`, "k.cu:4: the bits of a cell of d@8 are no number: seven"},
		{`"version": 1`, `"version": 2`, "it is no report"},
		{`{`, `[`, "it is no report"},
	} {
		if _, err := ReadRuns([]byte(strings.Replace(b.String(), bad.from, bad.to, 1))); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s for %s: error %v, want %q", bad.to, bad.from, err, bad.want)
		}
	}
}
