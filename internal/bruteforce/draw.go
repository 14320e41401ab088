package bruteforce

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// valuesOfN and valuesOfU are the numbers of values of the inputs n and u. A kernel masks its arguments so that n is
// less than valuesOfN, and u less than valuesOfU.
const (
	valuesOfN = 16
	valuesOfU = 8
)

// drawer draws statements on integer variables. Warpcheck and the C++ compiler read the same text. All values are below
// 2^20, so that no signed sum overflows, and all loops end.
type drawer struct {
	t *rapid.T
	// variables lists the variables in scope, all of integer types.
	variables []string
	// fixed is the set of the variables in scope that no statement may write, such as loop counters.
	fixed map[string]bool
	names int
	// extra draws a statement for this kind of program. It is nil if the kind has none.
	extra func(*drawer) string
}

func (d *drawer) below(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

func (d *drawer) oneOf(all ...string) string { return all[d.below(len(all))] }

// name returns a new name.
func (d *drawer) name(prefix string) string {
	d.names++
	return fmt.Sprint(prefix, d.names)
}

// declare returns a new name, and adds it to the variables in scope.
func (d *drawer) declare(prefix string) string {
	name := d.name(prefix)
	d.variables = append(d.variables, name)
	return name
}

// scoped returns the text that draw returns. The variables that draw declares are not in scope after it.
func (d *drawer) scoped(draw func() string) string {
	outer := len(d.variables)
	text := draw()
	d.variables = d.variables[:outer]
	return text
}

// statements draws from one to limit statements.
func (d *drawer) statements(depth, limit int) string {
	var text strings.Builder
	for range 1 + d.below(limit) {
		text.WriteString(d.statement(depth))
	}
	return text.String()
}

func (d *drawer) statement(depth int) string {
	if d.extra != nil && d.below(3) == 0 {
		return d.extra(d)
	}
	if depth == 0 {
		return d.simple()
	}
	switch d.below(8) {
	case 0, 1:
		return d.loop(depth)
	case 2:
		return d.branch(depth)
	case 3:
		return d.switchStatement()
	case 4:
		return d.countdown(depth)
	}
	return d.simple()
}

// simple draws a declaration of a variable, or an assignment to one.
func (d *drawer) simple() string {
	target := d.writableVariable()
	if target == "" || d.below(3) == 0 {
		value := d.bounded()
		kind := d.oneOf("int", "int", "unsigned char", "short", "long long", "unsigned")
		return fmt.Sprintf("%s %s = %s;\n", kind, d.declare("a"), value)
	}
	if d.below(3) == 0 {
		return fmt.Sprintf("++%s;\n", target)
	}
	return fmt.Sprintf("%s %s %s;\n", target, d.oneOf("+=", "=", "="), d.bounded())
}

// writableVariable draws a variable that a statement may write. It returns "" if there is none.
func (d *drawer) writableVariable() string {
	var all []string
	for _, v := range d.variables {
		if !d.fixed[v] {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return d.oneOf(all...)
}

// bounded draws an expression with a value from -31 to 32.
func (d *drawer) bounded() string {
	switch d.below(7) {
	case 0:
		return fmt.Sprint(d.below(9) - 2)
	case 1:
		return fmt.Sprintf("((int)(%s) & %s)", d.sum(), d.oneOf("3", "7", "15"))
	case 2:
		return fmt.Sprintf("((int)(%s) %% %s)", d.sum(), d.oneOf("3", "5", "16"))
	case 3:
		return fmt.Sprintf("min((int)(%s), %d)", d.variable(), d.below(20)) + "% 32"
	case 4:
		return fmt.Sprintf("((%s) ? %d : %d)", d.condition(), d.below(12), d.below(12))
	case 5:
		return fmt.Sprintf(d.oneOf("__popc(%s)", "(__clz((int)(%s)) %% 32)", "__ffs((int)(%s)) %% 32", "max((int)(%s), 3) %% 32"), d.variable())
	}
	return fmt.Sprintf("((int)(%s) / %s %% 32)", d.sum(), d.oneOf("2", "3", "8"))
}

// sum draws an expression with a value below 2^22.
func (d *drawer) sum() string {
	switch d.below(4) {
	case 0:
		return fmt.Sprintf("%s * %s", d.variable(), d.oneOf("2", "3"))
	case 1:
		return fmt.Sprintf("%s - %s", d.variable(), d.variable())
	case 2:
		return fmt.Sprintf("%s + %d", d.variable(), d.below(5))
	}
	return d.variable()
}

func (d *drawer) variable() string {
	if len(d.variables) == 0 || d.below(3) == 0 {
		return d.oneOf("n", "(int)u")
	}
	return "(int)" + d.oneOf(d.variables...)
}

func (d *drawer) condition() string {
	switch d.below(12) {
	case 0:
		return fmt.Sprintf("(%s && %s)", d.comparison(), d.comparison())
	case 1:
		return fmt.Sprintf("(%s || %s)", d.comparison(), d.comparison())
	case 2:
		return fmt.Sprintf("!(%s)", d.comparison())
	}
	return d.comparison()
}

func (d *drawer) comparison() string {
	return fmt.Sprintf("%s %s %d", d.variable(), d.oneOf("<", ">", "==", "!=", "<=", ">="), d.below(14)-2)
}

// loop draws a loop that counts up to a bound and may end early.
func (d *drawer) loop(depth int) string {
	return d.scoped(func() string {
		bound := d.oneOf("n", "(int)u", fmt.Sprint(1+d.below(6)))
		i := d.declare("i")
		d.fixed[i] = true
		body := d.leave() + d.statements(depth-1, 2) + d.leave()
		return fmt.Sprintf("for (int %[1]s = 0; %[1]s < %[2]s; ++%[1]s) {\n%[3]s}\n", i, bound, body)
	})
}

// leave draws a break or continue with a condition. It may draw nothing.
func (d *drawer) leave() string {
	switch d.below(4) {
	case 0:
		return fmt.Sprintf("if (%s) break;\n", d.condition())
	case 1:
		return fmt.Sprintf("if (%s) continue;\n", d.condition())
	}
	return ""
}

// countdown draws a loop that counts down. Its variable is still in scope after it.
func (d *drawer) countdown(depth int) string {
	start := d.bounded()
	w := d.declare("w")
	d.fixed[w] = true
	body := d.scoped(func() string { return d.statements(depth-1, 2) + d.leave() })
	form := d.oneOf("while (%s-- > 0) {\n%s}\n", "while (--%s >= 0) {\n%s}\n", "do {\n%[2]s} while (--%[1]s > 0);\n")
	return fmt.Sprintf("int %s = %s;\n", w, start) + fmt.Sprintf(form, w, body)
}

func (d *drawer) branch(depth int) string {
	condition := d.condition()
	text := fmt.Sprintf("if (%s) {\n%s}", condition, d.scoped(func() string { return d.statements(depth-1, 2) }))
	if d.below(2) == 0 {
		text += fmt.Sprintf(" else {\n%s}", d.scoped(func() string { return d.statements(depth-1, 2) }))
	}
	return text + "\n"
}

// switchStatement draws a switch over a few values. If there is no variable that a statement may write, it draws a
// declaration.
func (d *drawer) switchStatement() string {
	target := d.writableVariable()
	if target == "" {
		return d.simple()
	}
	return fmt.Sprintf("switch (%[1]s) {\ncase %[2]d: %[3]s = %[4]s; %[5]s\ncase %[6]d: %[3]s = %[7]s; break;\ndefault: %[8]s\n}\n",
		d.variable(), d.below(4), target, d.bounded(), d.oneOf("break;", ""), 4+d.below(3), d.bounded(), d.oneOf("break;", target+" = 1;"))
}

// decisive draws a condition on computed values, mostly on the last declared variables.
func (d *drawer) decisive() string {
	if len(d.variables) == 0 {
		return d.condition()
	}
	last := func() string {
		return fmt.Sprintf("(int)%s %s %d", d.variables[len(d.variables)-1-d.below(min(3, len(d.variables)))], d.oneOf("<", ">", "==", ">=", ">"), d.below(20)-2)
	}
	switch d.below(3) {
	case 0:
		return last() + " && " + d.condition()
	case 1:
		return last() + " && " + last()
	}
	return last()
}
