package ptx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parse reads the text of an asm statement. It never fails as a whole: what it does not understand becomes a statement
// with an Err.
func Parse(source string) []Statement {
	p := &parser{source: source, tokens: lex(source), scope: newScope(nil)}
	for p.peek().kind != end {
		p.statement()
	}
	for p.scope.parent != nil {
		p.fail(p.peek(), "a scope is opened and not closed: add }")
		p.closeScope()
	}
	p.scope.resolve(p.statements)
	return p.statements
}

// parser is the state of one Parse.
type parser struct {
	source     string
	tokens     []token
	at         int
	scope      *scope
	statements []Statement
	// symbols counts the declarations. nesting counts the operands around the current operand.
	symbols, nesting int
	// inVideo reports whether the current statement is a video instruction.
	inVideo bool
	// lazy reports whether the symbol of a register in a range is created only when the register is first named.
	lazy bool
	// declaredNow lists the symbols that were declared without a range, in their order.
	declaredNow []*Symbol
}

func (p *parser) peek() token { return p.tokens[p.at] }

// next consumes one token, but not a token that ends a statement. So an error in a statement never consumes a part of
// the next statement.
func (p *parser) next() token {
	t := p.tokens[p.at]
	if !p.statementEnds() {
		p.at++
	}
	return t
}

// accept consumes the punctuation if it is the next token, and reports whether it was.
func (p *parser) accept(punctuation string) bool {
	if p.peek().is(punctuation) {
		p.at++
		return true
	}
	return false
}

// problem returns the error at a token.
func problem(t token, format string, args ...any) error {
	return &Error{Line: t.line, Problem: fmt.Sprintf(format, args...)}
}

// fail adds a statement that could not be understood.
func (p *parser) fail(t token, message string) {
	p.statements = append(p.statements, Statement{Target: -1, Err: problem(t, "%s", message)})
}

// statement reads one statement, scope bracket or stray semicolon.
func (p *parser) statement() {
	switch t := p.peek(); {
	case p.accept(";"):
	case p.scope.depth == maxNesting && t.is("{"):
		p.fail(t, fmt.Sprintf("scopes are nested more than %d deep", maxNesting))
		p.statements[len(p.statements)-1].readWords(p.tokens[p.at:])
		p.at = len(p.tokens) - 1
	case p.accept("{"):
		p.scope = newScope(p.scope)
	case p.accept("}"):
		if p.scope.parent == nil {
			p.fail(t, "a scope is closed that was not opened: remove }")
			return
		}
		p.closeScope()
	case t.kind == word && p.tokens[p.at+1].is(":"):
		p.at += 2
		p.scope.labels[t.text] = len(p.statements)
		p.statements = append(p.statements, Statement{Label: t.text, Target: -1, Text: t.text + ":"})
	default:
		p.instruction()
	}
}

// closeScope leaves the innermost scope. It resolves the branches in the scope, because all labels of the scope are
// known now.
func (p *parser) closeScope() {
	p.scope.resolve(p.statements)
	p.scope = p.scope.parent
}

// instruction reads a declaration or an instruction with its terminator.
func (p *parser) instruction() {
	first := p.at
	s := Statement{Target: -1}
	if t := p.peek(); t.kind == word && strings.HasPrefix(t.text, ".") {
		if s.Err = p.directive(); s.Err == nil {
			s.Err = p.terminator()
		}
		if s.Err == nil {
			return
		}
	} else if s.Err = p.body(&s); s.Err == nil {
		s.Err = p.terminator()
	}
	if s.Err != nil {
		s.Pred, s.Opcode, s.Operands = nil, nil, nil
		p.skipStatement()
		s.readWords(p.tokens[first:p.at])
	}
	s.Text = p.textFrom(first)
	if s.Is("bra") && s.Err == nil {
		p.scope.branches = append(p.scope.branches, len(p.statements))
	}
	p.statements = append(p.statements, s)
}

// readWords records the names among the tokens of a statement that could not be understood.
func (s *Statement) readWords(tokens []token) {
	s.Pasted = startsWithOperand(tokens)
	for i, t := range tokens {
		if t.kind != word {
			continue
		}
		s.Words = append(s.Words, strings.Split(t.text, "."))
		after := i > 0 && tokens[i-1].kind == placeholder && tokens[i-1].stop == t.start
		before := i+1 < len(tokens) && tokens[i+1].kind == placeholder && tokens[i+1].start == t.stop
		s.Pasted = s.Pasted || after || before
	}
}

// startsWithOperand reports whether an operand stands where the opcode is expected, after the guard if there is one.
func startsWithOperand(tokens []token) bool {
	if len(tokens) > 0 && tokens[0].is("@") {
		tokens = tokens[1:]
		if len(tokens) > 0 && tokens[0].is("!") {
			tokens = tokens[1:]
		}
		tokens = tokens[min(1, len(tokens)):]
	}
	return len(tokens) > 0 && tokens[0].kind == placeholder
}

// terminator reads the semicolon, which the last statement of a scope may lack.
func (p *parser) terminator() error {
	t := p.peek()
	if p.accept(";") || t.is("}") || t.kind == end {
		return nil
	}
	return problem(t, "%q follows a complete statement: separate them with a semicolon", t.text)
}

// skipStatement moves past the next semicolon, or to the end of the scope. A
// brace that opens inside the statement belongs to it.
func (p *parser) skipStatement() {
	depth := 0
	for p.peek().kind != end {
		switch t := p.peek(); {
		case t.is(";") && depth == 0:
			p.at++
			return
		case t.is("{"):
			depth++
		case t.is("}") && depth == 0:
			return
		case t.is("}"):
			depth--
		}
		p.at++
	}
}

// textFrom returns the source from the token with an index to the token before the current one. Comments and line ends
// become blanks.
func (p *parser) textFrom(index int) string {
	var b strings.Builder
	for i := index; i < p.at; i++ {
		t := p.tokens[i]
		if t.is(";") && i == p.at-1 {
			break
		}
		if i > index && t.start > p.tokens[i-1].stop {
			b.WriteByte(' ')
		}
		b.WriteString(p.source[t.start:t.stop])
	}
	return b.String()
}

// body reads the guard, the opcode and the operands.
func (p *parser) body(s *Statement) error {
	p.inVideo = false
	if p.accept("@") {
		s.Pred = &Predicate{Negated: p.accept("!")}
		register, err := p.operand()
		if err != nil {
			return err
		}
		s.Pred.Register = register
	}
	t := p.next()
	if t.kind != word {
		return problem(t, "%q stands where an opcode is expected", t.text)
	}
	s.Opcode = strings.Split(t.text, ".")
	p.inVideo = slices.Contains(video, strings.TrimRight(s.Opcode[0], "24"))
	if p.statementEnds() {
		return nil
	}
	operands, err := p.operands()
	s.Operands = operands
	return err
}

// statementEnds reports whether the current token ends the statement, so that no operand can follow.
func (p *parser) statementEnds() bool {
	t := p.peek()
	return t.is(";") || t.is("}") || t.kind == end
}

// operands reads a list separated by commas.
func (p *parser) operands() ([]Operand, error) {
	var list []Operand
	for {
		o, err := p.pair()
		if err != nil {
			return nil, err
		}
		list = append(list, o)
		if !p.accept(",") {
			return list, nil
		}
	}
}

// pair reads an operand a, or a pair of operands a|b.
func (p *parser) pair() (Operand, error) {
	o, err := p.operand()
	if err != nil || !p.accept("|") {
		return o, err
	}
	second, err := p.operand()
	o.Second = &second
	return o, err
}

// video lists the video instructions, which may select halves or bytes of their operands, or negate them.
var video = []string{"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset", "vavrg"}

// isSelection reports whether s selects a half or a byte of an operand (h0, b3), or several in that order (h10).
func isSelection(s string) bool {
	return len(s) > 1 && len(s) <= 5 && (s[0] == 'h' || s[0] == 'b') && strings.Trim(s[1:], "0123456789") == ""
}

// operand reads one operand that is no pair, with the selection that a video instruction makes from it.
func (p *parser) operand() (Operand, error) {
	o, err := p.wholeOperand()
	if err != nil || !p.inVideo {
		return o, err
	}
	if isSelection(o.Component) {
		o.Part, o.Component = o.Part+o.Component, ""
	}
	if part, dotted := strings.CutPrefix(p.peek().text, "."); dotted && o.Kind == Arg && isSelection(part) {
		p.next()
		o.Part += part
	}
	return o, nil
}

// wholeOperand reads an operand without the selection after it.
func (p *parser) wholeOperand() (Operand, error) {
	if p.nesting++; p.nesting > maxNesting {
		return Operand{}, problem(p.peek(), "operands are nested more than %d deep", maxNesting)
	}
	defer func() { p.nesting-- }()
	switch t := p.next(); {
	case t.is("!"):
		o, err := p.operand()
		o.Negated = !o.Negated
		return o, err
	case t.is("{"):
		return p.group(Vector, "}")
	case t.is("("):
		return p.group(List, ")")
	case t.is("["):
		return p.memory()
	case t.is("-"):
		return p.negative()
	case t.kind == number:
		return literal(t)
	case t.kind == placeholder:
		return argument(t)
	case t.kind == register:
		return p.percentName(t.text), nil
	case t.kind == word:
		return p.name(t.text), nil
	default:
		return Operand{}, problem(t, "%q stands where an operand is expected", t.text)
	}
}

// group reads the elements of a vector or a list.
func (p *parser) group(kind Kind, closing string) (Operand, error) {
	o := Operand{Kind: kind}
	if p.accept(closing) {
		return o, nil
	}
	elems, err := p.operands()
	if err != nil {
		return o, err
	}
	o.Elems = elems
	if t := p.peek(); !p.accept(closing) {
		return o, problem(t, "%q stands where %s is expected", t.text, closing)
	}
	return o, nil
}

// memory reads an address: [a], [a+4], [a+-4], [a-4], [a, {b, c}].
func (p *parser) memory() (Operand, error) {
	base, err := p.operand()
	if err != nil {
		return base, err
	}
	o := Operand{Kind: Memory, Elems: []Operand{base}}
	sign := p.peek()
	if p.accept("+") || sign.is("-") {
		offset, err := p.operand()
		if err != nil {
			return o, err
		}
		if offset.Kind != Int {
			return o, problem(sign, "the offset of an address must be an integer constant")
		}
		o.Offset = offset.Int
	}
	if p.accept(",") {
		more, err := p.operands()
		if err != nil {
			return o, err
		}
		o.Elems = append(o.Elems, more...)
	}
	if t := p.peek(); !p.accept("]") {
		return o, problem(t, "%q stands where ] is expected", t.text)
	}
	return o, nil
}

// negative reads the number after a minus sign, or in a video instruction the operand that it negates.
func (p *parser) negative() (Operand, error) {
	if t := p.peek(); p.inVideo && t.kind != number {
		o, err := p.operand()
		o.Part = "-" + o.Part
		return o, err
	}
	t := p.next()
	if t.kind != number {
		return Operand{}, problem(t, "%q stands where a number is expected", t.text)
	}
	o, err := literal(t)
	o.Int = -o.Int
	if o.Kind == Float {
		o.Text = "-" + o.Text
	}
	return o, err
}

// argument returns the operand for %0 or %[name].
func argument(t token) (Operand, error) {
	if t.text == "" {
		return Operand{}, problem(t, "%%[ ] names no operand")
	}
	if !isDigit(t.text[0]) {
		return Operand{Kind: Arg, Index: -1, Name: t.text}, nil
	}
	n, err := strconv.Atoi(t.text)
	if err != nil {
		return Operand{}, problem(t, "%%%s is no operand number", t.text)
	}
	return Operand{Kind: Arg, Index: n}, nil
}

// literal returns the operand for a number. Integers are decimal, hexadecimal (0x), binary (0b) or octal (0), with an
// optional U. 0f and 0d introduce the bits of a floating-point constant.
func literal(t token) (Operand, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(t.text, "U"), "u")
	if n, err := strconv.ParseUint(digits, 0, 64); err == nil && !strings.Contains(digits, "_") {
		return Operand{Kind: Int, Int: int64(n)}, nil
	}
	if isFloatBits(t.text) {
		return Operand{Kind: Float, Text: t.text}, nil
	}
	if _, err := strconv.ParseFloat(t.text, 64); err == nil && strings.ContainsAny(t.text, ".eE") {
		return Operand{Kind: Float, Text: t.text}, nil
	}
	return Operand{}, problem(t, "%q is no number", t.text)
}

// isFloatBits reports whether s is 0f and eight hexadecimal digits, or 0d and sixteen.
func isFloatBits(s string) bool {
	if len(s) < 2 || s[0] != '0' {
		return false
	}
	wanted := map[byte]int{'f': 8, 'F': 8, 'd': 16, 'D': 16}[s[1]]
	_, err := strconv.ParseUint(s[2:], 16, 64)
	return wanted != 0 && len(s) == 2+wanted && err == nil
}
