package cfg

import (
	"fmt"
	"io"
	"strings"
)

// Dot writes the graphs of functions in the language of Graphviz. Each block is a box with its listing, each edge an
// arrow. A dotted arrow goes from a branch to the block where its lanes meet again.
func Dot(w io.Writer, list []*Func) {
	var out strings.Builder
	out.WriteString("digraph cfg {\n  node [shape=box, fontname=monospace, labeljust=l];\n")
	for i, f := range list {
		fmt.Fprintf(&out, "  subgraph cluster_%d {\n    label=%s;\n", i, dotText(f.Name))
		for _, blk := range f.Blocks {
			fmt.Fprintf(&out, "    f%d_b%d [label=%s];\n", i, blk.Index, dotText(dotLabel(blk)))
		}
		for _, blk := range f.Blocks {
			dotEdges(&out, i, blk)
		}
		out.WriteString("  }\n")
	}
	out.WriteString("}\n")
	_, _ = io.WriteString(w, out.String())
}

// dotLabel returns the listing of a block, one line for each instruction.
func dotLabel(blk *Block) string {
	lines := []string{fmt.Sprintf("b%d:", blk.Index)}
	for _, instr := range blk.Instrs {
		lines = append(lines, instr.String())
	}
	return strings.Join(append(lines, blk.Term.String()), "\n") + "\n"
}

func dotEdges(out *strings.Builder, function int, blk *Block) {
	edge := func(target *Block, style string) {
		fmt.Fprintf(out, "    f%d_b%d -> f%d_b%d%s;\n", function, blk.Index, function, target.Index, style)
	}
	for _, to := range blk.Succs {
		edge(to, "")
	}
	if len(blk.Succs) > 1 && blk.Join != nil {
		edge(blk.Join, " [style=dotted, constraint=false]")
	}
}

// dotText quotes a string for Graphviz, with its lines aligned left.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\l`).Replace(s) + `"`
}
