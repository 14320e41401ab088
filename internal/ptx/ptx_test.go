package ptx

import (
	"fmt"
	"strings"
	"testing"
)

// dump writes one statement per line, in the form that the tests expect.
func dump(statements []Statement) string {
	var lines []string
	for _, s := range statements {
		lines = append(lines, dumpStatement(s))
	}
	return strings.Join(lines, "\n")
}

func dumpStatement(s Statement) string {
	switch {
	case s.Err != nil:
		return "error " + s.Err.Error()
	case s.Label != "":
		return s.Label + ":"
	}
	var b strings.Builder
	if s.Pred != nil {
		negated := map[bool]string{true: "!"}[s.Pred.Negated]
		b.WriteString("@" + negated + dumpOperand(s.Pred.Register) + " ")
	}
	b.WriteString(strings.Join(s.Opcode, "."))
	b.WriteString(dumpOperands(" ", s.Operands, ""))
	if s.Target >= 0 {
		fmt.Fprintf(&b, " -> %d", s.Target)
	}
	return b.String()
}

func dumpOperands(open string, list []Operand, closing string) string {
	if len(list) == 0 && closing == "" {
		return ""
	}
	var parts []string
	for _, o := range list {
		parts = append(parts, dumpOperand(o))
	}
	return open + strings.Join(parts, ", ") + closing
}

func dumpOperand(o Operand) string {
	var s string
	switch o.Kind {
	case Arg:
		s = fmt.Sprintf("arg(%d%s)", o.Index, o.Name)
	case Register:
		s = fmt.Sprintf("%s:%s.%s", o.Symbol.Name, o.Symbol.Space, o.Symbol.Type)
		if o.Component != "" {
			s += "/" + o.Component
		}
	case Special:
		s = "%" + o.Name
	case Name:
		s = "name(" + o.Name + ")"
	case Sink:
		s = "_"
	case Int:
		s = fmt.Sprint(o.Int)
	case Float:
		s = "float(" + o.Text + ")"
	case Vector:
		s = dumpOperands("{", o.Elems, "}")
	case Memory:
		s = dumpOperands("[", o.Elems, "]") + map[bool]string{true: fmt.Sprintf("%+d", o.Offset)}[o.Offset != 0]
	case List:
		s = dumpOperands("(", o.Elems, ")")
	}
	if o.Part != "" {
		s += "<" + o.Part + ">"
	}
	if o.Negated {
		s = "!" + s
	}
	if o.Second != nil {
		s += "|" + dumpOperand(*o.Second)
	}
	return s
}

func TestParse(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"only blanks and comments", " ;; // nothing\n /* at\nall */ ;", ""},
		{"special register", "mov.u32 %0, %%laneid;", "mov.u32 arg(0), %laneid"},
		{"unescaped special register", "mov.u64 %0, %globaltimer;", "mov.u64 arg(0), %globaltimer"},
		{"component of a special", "mov.u32 %0, %%tid.x;", "mov.u32 arg(0), %tid.x"},
		{"no semicolon", "trap", "trap"},
		{
			"parts of operands", "vmad.s32.u32.u32 %0, -%1.h0, %[b].b3, -%2;",
			"vmad.s32.u32.u32 arg(0), arg(1)<-h0>, arg(-1b)<b3>, arg(2)<->",
		},
		{
			"parts of a register", "{ .reg .u32 u; vadd2.u32.u32.u32 %0.h10, u.h32, -u, -1; }",
			"vadd2.u32.u32.u32 arg(0)<h10>, u:reg.u32<h32>, u:reg.u32<->, -1",
		},
		{"parts elsewhere", "add.u32 %0, %1.h0, 1; exit", "error ptx line 1: \".h0\" follows a complete statement: separate them with a semicolon\nexit"},
		{"two statements a line", "membar.gl; exit;", "membar.gl\nexit"},
		{"named operand", "mov.u32 %[out], %[in];", "mov.u32 arg(-1out), arg(-1in)"},
		{
			"numbers", "foo 1, -2, 0x1f, 0xffffffffU, 0b101, 017, 0f3F800000, 1.5e-3, -2.0;",
			"foo 1, -2, 31, 4294967295, 5, 15, float(0f3F800000), float(1.5e-3), float(-2.0)",
		},
		{"constant of the architecture", "mov.u32 %0, WARP_SZ;", "mov.u32 arg(0), 32"},
		{
			"pair of destinations", "{.reg .pred p; shfl.sync.up.b32 %0|p, %1, %2, 0, 0xffffffff;}",
			"shfl.sync.up.b32 arg(0)|p:reg.pred, arg(1), arg(2), 0, 4294967295",
		},
		{
			"guards", ".reg .pred p, q;\n@p exit;\n@!q bra.uni L;\nL:",
			"@p:reg.pred exit\n@!q:reg.pred bra.uni name(L) -> 2\nL:",
		},
		{"vectors and addresses", "ld.global.v2.u32 {%0, _}, [%1+16];", "ld.global.v2.u32 {arg(0), _}, [arg(1)]+16"},
		{"negative offsets", "ld.u32 %0, [%1-4]; ld.u32 %0, [%1+-8];", "ld.u32 arg(0), [arg(1)]-4\nld.u32 arg(0), [arg(1)]-8"},
		{"tensor address", "cp.async.bulk [%0], [%1, {%2, %3}];", "cp.async.bulk [arg(0)], [arg(1), {arg(2), arg(3)}]"},
		{
			"double colons in an opcode", "cp.async.cg.shared.global.L2::128B [%0], [%1], 16;",
			"cp.async.cg.shared.global.L2::128B [arg(0)], [arg(1)], 16",
		},
		{"call", "call (%0), f, (%1, 3);", "call (arg(0)), name(f), (arg(1), 3)"},
		{"empty list", "call f, ();", "call name(f), ()"},
		{
			"negated source predicate", ".reg .pred a, b; and.pred a, !b, a;",
			"and.pred a:reg.pred, !b:reg.pred, a:reg.pred",
		},
		{
			"ranges of registers", ".reg .b32 %r<2>; mov.b32 %r1, %%r0; mov.b32 %r2, 0;",
			"mov.b32 r1:reg.b32, r0:reg.b32\nmov.b32 %r2, 0",
		},
		{"component of a register", ".reg .v2 .b32 v; mov.b32 %0, v.x;", "mov.b32 arg(0), v:reg.b32/x"},
		{"declared memory", ".shared .align 8 .b8 buf[16]; mov.u32 %0, buf;", "mov.u32 arg(0), buf:shared.b8"},
		{"ignored directive", ".pragma \"nounroll\"; exit;", "exit"},
		{"unique labels", "L_%=: bra L_%=;", "L_%=:\nbra name(L_%=) -> 0"},
		{
			"labels are searched outwards", "{ again: { bra again; } again: bra done; } done:",
			"again:\nbra name(again) -> 2\nagain:\nbra name(done) -> 4\ndone:",
		},
		{"a label of an inner scope is not visible", "bra in; { in: }", "bra name(in)\nin:"},
		{"symbols end with their scope", "{.reg .b32 r; mov.b32 r, 1;} mov.b32 r, 1;", "mov.b32 r:reg.b32, 1\nmov.b32 name(r), 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := dump(Parse(test.text)); got != test.want {
				t.Errorf("Parse(%q):\n%s\nwant:\n%s", test.text, got, test.want)
			}
		})
	}
}

func TestParseMalformed(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{
			"the next statement survives", "add.u32 %0, , %1; exit;",
			"error ptx line 1: \",\" stands where an operand is expected\nexit",
		},
		{
			"missing semicolon", "mov.u32 %0, 1\nmov.u32 %1, 2; exit",
			"error ptx line 2: \"mov.u32\" follows a complete statement: separate them with a semicolon\nexit",
		},
		{"scope left open", "{ exit;", "exit\nerror ptx line 1: a scope is opened and not closed: add }"},
		{"scope not opened", "exit; }", "exit\nerror ptx line 1: a scope is closed that was not opened: remove }"},
		{
			"vector left open", "ld.v2.u32 {%0, %1, [%2]; exit;",
			"error ptx line 1: \";\" stands where } is expected\nexit",
		},
		{"address left open", "ld.u32 %0, [%1; exit;", "error ptx line 1: \";\" stands where ] is expected\nexit"},
		{"operand missing at the end", "add.u32 %0, ; exit;", "error ptx line 1: \";\" stands where an operand is expected\nexit"},
		{"operand missing in a scope", "{ add.u32 %0, } exit;", "error ptx line 1: \"}\" stands where an operand is expected\nexit"},
		{"address with a register offset", "ld.u32 %0, [%1+%2]; exit", "error ptx line 1: the offset of an address must be an integer constant\nexit"},
		{"no opcode", "%0, %1; exit", "error ptx line 1: \"0\" stands where an opcode is expected\nexit"},
		{"guard alone", "@", "error ptx line 1: \"\" stands where an operand is expected"},
		{"bad number", "mov.u32 %0, 0x;", "error ptx line 1: \"0x\" is no number"},
		{"minus a name", "mov.u32 %0, -x;", "error ptx line 1: \"x\" stands where a number is expected"},
		{"nameless placeholder", "mov.u32 %[], 1;", "error ptx line 1: %[ ] names no operand"},
		{"large placeholder", "mov.u32 %99999999999999999999, 1;", "error ptx line 1: %99999999999999999999 is no operand number"},
		{"unknown directive", ".branchtargets a, b; exit", "error ptx line 1: the directive .branchtargets is not understood\nexit"},
		{"declaration without a type", ".reg r; exit;", "error ptx line 1: a declaration needs a type, as in .reg .b32 r\nexit"},
		{"huge range", ".reg .b32 r<100000000>;", "error ptx line 1: a register range reads r<4>, with at most 4096 registers"},
		{"comment left open", "exit; /* ...", "exit"},
		{"x86", "rdtsc; shl $0x20,%rdx", "rdtsc\nshl name($0x20), %rdx"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := dump(Parse(test.text)); got != test.want {
				t.Errorf("Parse(%q):\n%s\nwant:\n%s", test.text, got, test.want)
			}
		})
	}
}

func TestStatementText(t *testing.T) {
	got := Parse("  add.u32\t%0, // sum\n %1,%2 ;")[0].Text
	if want := "add.u32 %0, %1,%2"; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

func TestStatementQuestions(t *testing.T) {
	s := Parse("shfl.sync.up.b32 %0, %1, 1, 0, -1;")[0]
	if !s.Is("shfl", "sync") || s.Is("shfl", "up") || s.Is("shfl", "sync", "up", "b32", "x") {
		t.Error("Is must compare the leading parts of the opcode")
	}
	if !s.Has("up") || s.Has("shfl") {
		t.Error("Has must look at the qualifiers only")
	}
	if s.Type() != "b32" {
		t.Errorf("Type = %q, want b32", s.Type())
	}
}

// FuzzParse checks what must hold for every text: statements are in order, targets are labels in the list, and only
// statements without an error have operands.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "mov.u32 %0, %%laneid;", "{.reg .pred p; @!p bra L; L: }", "ld.v2.u32 {%0,%[a]}, [%2+4];",
		"shfl.sync.idx.b32 %0|p, %1, %2, 0x1f, -1;", "{{{", "}}}", ".reg .b32 r<4>, s;", "/*", "@p", "%%", "\"", "a::b: bra a::b;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		statements := Parse(text)
		for i, s := range statements {
			if s.Target >= len(statements) || s.Target >= 0 && statements[s.Target].Label == "" {
				t.Errorf("statement %d of %q goes to %d, which is no label", i, text, s.Target)
			}
			if s.Err != nil && (len(s.Opcode) > 0 || s.Label != "") {
				t.Errorf("statement %d of %q has an error and an opcode", i, text)
			}
			if s.Err == nil && s.Label == "" && len(s.Opcode) == 0 {
				t.Errorf("statement %d of %q is nothing", i, text)
			}
		}
	})
}

// A statement that is not understood keeps its names.
func TestWordsOfWhatDoesNotParse(t *testing.T) {
	for _, c := range []struct {
		text, words string
		pasted      bool
	}{
		{"@p shfl.sync.bfly.b32 %0 %1, 1;", "[[p] [shfl sync bfly b32]]", false},
		{"frob ((;", "[[frob]]", false},
		{".weird { bar.sync 0; }", "[[ weird] [bar sync]]", false},
		{"%0.sync ((;", "[[ sync]]", true},
		{"sh%0 ((;", "[[sh]]", true},
		{"@!p %0 ((;", "[[p]]", true},
		{"add.u32 %0 %1;", "[[add u32]]", false},
	} {
		got := Parse(c.text)[0]
		if got.Err == nil {
			t.Errorf("%s parses", c.text)
		}
		if words := fmt.Sprint(got.Words); words != c.words || got.Pasted != c.pasted {
			t.Errorf("%s has the words %s (pasted: %t), want %s (%t)", c.text, words, got.Pasted,
				c.words, c.pasted)
		}
	}
}

// No text makes the parser build more than its length allows, or use up the stack.
func TestTextsThatAskForMuch(t *testing.T) {
	registers := strings.Repeat("{.reg .b32 a<4000>; add.u32 a0, a1, 1;}", 2000)
	refused := 0
	for _, s := range Parse(registers) {
		if s.Err != nil {
			refused++
		}
	}
	if declared := 2000 - refused; declared > maxSymbols/4000 {
		t.Errorf("%d declarations of 4000 registers are taken", declared)
	}
	for _, text := range []string{
		"mov.b32 a, " + strings.Repeat("!", 4_000_000),
		"mov.b32 a, " + strings.Repeat("(", 4_000_000),
		"mov.b32 a, " + strings.Repeat("[", 4_000_000),
		strings.Repeat("{ bra away; ", 20_000) + "bar.sync 0;" + strings.Repeat("}", 20_000),
	} {
		statements := Parse(text)
		last := statements[len(statements)-1]
		if last.Err == nil {
			t.Errorf("%.20s... is taken", text)
		}
		if strings.Contains(text, "bar.sync") && !strings.Contains(fmt.Sprint(statements), "[bar sync]") {
			t.Errorf("%.20s...: the words of what is not read are lost", text)
		}
	}
}
