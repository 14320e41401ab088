package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// jsonRun is the input of a run that breaks a rule (rules.Run). `warpcheck reproduce --witness` reads it.
type jsonRun struct {
	Kernel     string         `json:"kernel"`
	IsKernel   bool           `json:"is_kernel"`
	IsTemplate bool           `json:"is_template,omitempty"`
	Source     string         `json:"source"`
	Flags      []string       `json:"flags,omitempty"`
	Parameters []string       `json:"parameters,omitempty"`
	Pointers   []string       `json:"pointers,omitempty"`
	Variables  []string       `json:"variables,omitempty"`
	Block      warp.Shape     `json:"block"`
	Warp       int            `json:"warp"`
	Other      *int           `json:"other_warp,omitempty"`
	Grid       [3]uint32      `json:"grid"`
	At         [3]uint32      `json:"block_index"`
	Dynamic    *uint32        `json:"dynamic_shared_bytes,omitempty"`
	Arguments  []jsonArgument `json:"arguments,omitempty"`
	Memory     []jsonCell     `json:"memory,omitempty"`
	Earlier    *jsonPlace     `json:"earlier_access,omitempty"`
}

// jsonArgument is a scalar argument, with its bits in hexadecimal.
type jsonArgument struct {
	Name string `json:"name"`
	Bits string `json:"bits"`
}

// jsonCell is a cell of memory: Size bytes at byte Offset of an object. Bits are these bytes in hexadecimal.
type jsonCell struct {
	Object string `json:"object"`
	Offset int64  `json:"offset"`
	Size   int    `json:"size"`
	Bits   string `json:"bits"`
}

func (r *Report) jsonRun(run *rules.Run) *jsonRun {
	out := &jsonRun{
		Kernel: legible.Text(run.Kernel), IsKernel: run.IsKernel, IsTemplate: run.IsTemplate, Source: r.path(run.Source), Flags: mapped(run.Flags, legible.Text),
		Parameters: mapped(run.Parameters, legible.Text), Pointers: mapped(run.Pointers, legible.Text), Variables: mapped(run.Variables, legible.Text),
		Block: run.Block, Warp: run.Warp, Other: run.Other, Grid: run.Grid, At: run.At, Dynamic: run.Dynamic,
	}
	for _, a := range run.Arguments {
		out.Arguments = append(out.Arguments, jsonArgument{legible.Text(a.Name), hexadecimal(a.Value)})
	}
	for _, m := range run.Memory {
		out.Memory = append(out.Memory, jsonCell{legible.Text(m.Object), m.Offset, m.Size, hexadecimal(m.Value)})
	}
	if run.Earlier != nil && run.Earlier.Macro == nil {
		out.Earlier = r.jsonPlace(*run.Earlier, "")
	}
	return out
}

func hexadecimal(bits uint64) string { return fmt.Sprintf("%#x", bits) }

// errNoReport is the error for a file that is no report in JSON.
var errNoReport = errors.New("it is no report of warpcheck --format json")

// ReadRuns reads a report in JSON and returns its findings. It sets only Key, Message, Pos, MacroDefinition and Run of
// each finding.
func ReadRuns(data []byte) ([]rules.Finding, error) {
	var read jsonReport
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoReport, err)
	}
	if read.Version != jsonVersion || read.Tool.Name != "warpcheck" {
		return nil, errNoReport
	}
	var found []rules.Finding
	for i := range read.Findings {
		f := &read.Findings[i]
		run, err := f.Run.run()
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", f.Path, f.Line, err)
		}
		made := rules.Finding{Key: f.Key, Message: f.Message, Pos: f.pos(), Run: run}
		if f.Macro != nil {
			definition := f.Macro.pos()
			made.MacroDefinition, made.Pos.Macro = &definition, &definition
		}
		found = append(found, made)
	}
	return found, nil
}

func (p *jsonPlace) pos() source.Pos {
	return source.Pos{File: p.Path, Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn}
}

// run converts j back to a run, and nil to nil.
func (j *jsonRun) run() (*rules.Run, error) {
	if j == nil {
		return nil, nil
	}
	run := &rules.Run{
		Kernel: j.Kernel, IsKernel: j.IsKernel, IsTemplate: j.IsTemplate, Source: j.Source, Flags: j.Flags, Parameters: j.Parameters, Pointers: j.Pointers, Variables: j.Variables,
		Block: j.Block, Warp: j.Warp, Other: j.Other, Grid: j.Grid, At: j.At, Dynamic: j.Dynamic,
	}
	for _, a := range j.Arguments {
		bits, err := strconv.ParseUint(a.Bits, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("the bits of argument %s are no number: %s", a.Name, a.Bits)
		}
		run.Arguments = append(run.Arguments, lanes.ArgValue{Name: a.Name, Value: bits})
	}
	for _, c := range j.Memory {
		bits, err := strconv.ParseUint(c.Bits, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("the bits of a cell of %s are no number: %s", c.Object, c.Bits)
		}
		run.Memory = append(run.Memory, lanes.MemoryValue{Object: c.Object, Offset: c.Offset, Size: c.Size, Value: bits})
	}
	if j.Earlier != nil {
		earlier := j.Earlier.pos()
		run.Earlier = &earlier
	}
	return run, nil
}
