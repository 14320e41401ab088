package effect

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// effectRow is the row of a name. stores: the operation stores further results through each operand that is a
// pointer.
type effectRow struct {
	Row
	stores bool
}

// names holds rows by name, and rows for families of names by their common prefix.
type names struct {
	exact    map[string]effectRow
	families []family
}

type family struct {
	prefix string
	effectRow
}

// byFunction and byInstruction return the two tables. The first call builds the table.
var (
	byFunction    = sync.OnceValue(func() names { return namesOf(functions) })
	byInstruction = sync.OnceValue(func() names { return namesOf(instructions) })
)

func namesOf(entries []entry) names {
	n := names{exact: map[string]effectRow{}}
	for _, e := range entries {
		for _, name := range strings.Fields(e.names) {
			n.add(name, effectRow{e.row, e.stores})
		}
	}
	return n
}

func (n *names) add(name string, k effectRow) {
	if prefix, is := strings.CutSuffix(name, "*"); is {
		n.families = append(n.families, family{prefix, k})
		return
	}
	base, hasForms := strings.CutSuffix(name, "+")
	n.exact[base] = k
	if hasForms {
		n.exact[base+"f"], n.exact[base+"l"] = k, k
	}
}

// OfFunction returns the row of the function with the given name. stores reports whether the function stores further
// results through each operand that is a pointer. found is false if the function has no row.
func OfFunction(name string) (row Row, stores, found bool) {
	n := byFunction()
	if k, is := n.exact[name]; is {
		return k.Row, k.stores, true
	}
	for _, f := range n.families {
		if strings.HasPrefix(name, f.prefix) {
			return f.Row, f.stores, true
		}
	}
	return Row{}, false, false
}

// OfInstruction returns the row of a PTX instruction, whose name is given in parts. It is the row of the longest prefix
// of the name that has a row. found is false if no prefix has one.
func OfInstruction(opcode []string) (row Row, found bool) {
	for n := len(opcode); n > 0; n-- {
		if k, is := byInstruction().exact[strings.Join(opcode[:n], ".")]; is {
			return k.Row, true
		}
	}
	return Row{}, false
}

// OfOperation returns the row of an operation that is not a call (New, Delete, Launch).
func OfOperation(name string) Row { return operations[name] }

// Functions returns the names of the functions that have a row under their exact name and return.
func Functions() []string {
	var list []string
	for name, k := range byFunction().exact {
		if !k.Ends {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// Instructions returns the names of PTX instructions, or prefixes of names, that have a row.
func Instructions() []string { return slices.Sorted(maps.Keys(byInstruction().exact)) }
