package ptx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// percentSign begins the key of a register whose name is declared with a percent sign: %tid is another name than tid.
const percentSign = "%"

// keyOf returns the key of a name in the maps of a scope.
func keyOf(t token) string {
	if t.kind == register {
		return percentSign + t.text
	}
	return t.text
}

// scope is a pair of braces: its declarations, its labels, and the branches in it whose targets are not known yet.
type scope struct {
	parent   *scope
	depth    int
	symbols  map[string]*Symbol
	labels   map[string]int
	branches []int
	// ranges lists the ranges of registers whose symbols are made when a register is first named.
	ranges []symbolRange
}

// symbolRange stands for count symbols. The name of each is a common name followed by a number, from 0 on.
type symbolRange struct {
	name  string
	count int
	like  Symbol
}

// make returns the symbol of a name in the range, nil if the name is not in it.
func (r *symbolRange) make(name string) *Symbol {
	digits, is := strings.CutPrefix(name, r.name)
	n, err := strconv.Atoi(digits)
	if !is || err != nil || n < 0 || n >= r.count || strconv.Itoa(n) != digits {
		return nil
	}
	s := r.like
	s.Name = strings.TrimPrefix(name, percentSign)
	return &s
}

func newScope(parent *scope) *scope {
	s := &scope{parent: parent, symbols: map[string]*Symbol{}, labels: map[string]int{}}
	if parent != nil {
		s.depth = parent.depth + 1
	}
	return s
}

// lookup finds the symbol with a key, innermost scope first. It returns nil if there is none.
func (s *scope) lookup(name string) *Symbol {
	for ; s != nil; s = s.parent {
		if symbol := s.symbols[name]; symbol != nil {
			return symbol
		}
		for i := range s.ranges {
			if symbol := s.ranges[i].make(name); symbol != nil {
				s.symbols[name] = symbol
				return symbol
			}
		}
	}
	return nil
}

// resolve sets the targets of the branches in a complete scope. A branch whose label is not in it is passed on to the
// scope around it.
func (s *scope) resolve(statements []Statement) {
	for _, i := range s.branches {
		branch := &statements[i]
		if len(branch.Operands) != 1 || branch.Operands[0].Kind != Name {
			continue
		}
		if target, ok := s.labels[branch.Operands[0].Name]; ok {
			branch.Target = target
		} else if s.parent != nil {
			s.parent.branches = append(s.parent.branches, i)
		}
	}
	s.branches = nil
}

// spaces is the set of the state spaces that a declaration may begin with.
var spaces = map[string]bool{
	"reg": true, "shared": true, "local": true, "global": true, "const": true, "param": true,
}

// directive reads a declaration, or a directive that does nothing, up to its
// semicolon.
func (p *parser) directive() error {
	t := p.next()
	parts := strings.Split(t.text[1:], ".")
	switch {
	case parts[0] == "pragma" || parts[0] == "loc":
		for !p.statementEnds() {
			p.next()
		}
		return nil
	case !spaces[parts[0]]:
		return problem(t, "the directive %s is not understood", t.text)
	}
	kind, err := p.declaredType(parts[1:])
	if err != nil {
		return err
	}
	return p.declarators(parts[0], kind)
}

// declaredType reads the qualifiers of a declaration and returns the last one, which is the fundamental type: ".align 8
// .b8" gives b8.
func (p *parser) declaredType(parts []string) (string, error) {
	for {
		p.skipAttribute()
		t := p.peek()
		switch {
		case t.kind == word && strings.HasPrefix(t.text, "."):
			parts = append(parts, strings.Split(t.text[1:], ".")...)
		case t.kind == number && len(parts) > 0 && parts[len(parts)-1] == "align":
		case len(parts) == 0:
			return "", problem(t, "a declaration needs a type, as in .reg .b32 r")
		default:
			if at := slices.Index(parts, "ptr"); at > 0 {
				parts = parts[:at] // the words after .ptr describe the target of a parameter, and are not used
			}
			return parts[len(parts)-1], nil
		}
		p.next()
	}
}

// declarators reads the declared names: r, %r, r<4>, buffer[16], with their initialisers. space and kind are the state
// space and the type of the declaration.
func (p *parser) declarators(space, kind string) error {
	for {
		t := p.next()
		if t.kind != word && t.kind != register {
			return problem(t, "%q stands where a declared name is expected", t.text)
		}
		count, err := p.replication()
		if err != nil {
			return err
		}
		made := max(count, 1)
		if p.lazy {
			made = 1
		}
		if p.symbols += made; p.symbols > maxSymbols {
			return problem(t, "more than %d registers and variables are declared", maxSymbols)
		}
		s := Symbol{Space: space, Type: kind, Count: p.extent()}
		if s.Values, err = p.initialiser(); err != nil {
			return err
		}
		p.declare(keyOf(t), count, s)
		if !p.statementEnds() && !p.peek().is(",") {
			return problem(p.peek(), "%q is no part of a declaration", p.peek().text)
		}
		if !p.accept(",") {
			return nil
		}
	}
}

// extent reads the extents of an array, "[4][8]", and returns the number of its elements: -1 if it is not given, 0 for no
// array.
func (p *parser) extent() int64 {
	n := int64(0)
	for p.accept("[") {
		n = max(n, 1)
		switch t := p.peek(); {
		case t.kind == number:
			n *= int64(numberOf(t.text))
			p.at++
		default:
			n = -1
		}
		p.accept("]")
	}
	return n
}

// initialiser reads "= 5" or "= {1, 2}". It returns the numbers. It returns nil if the list contains anything else,
// such as a name or a negative number.
func (p *parser) initialiser() (values []int64, err error) {
	if !p.accept("=") {
		return nil, nil
	}
	isKnown := true
	for depth := 0; !p.peek().is(";") && p.peek().kind != end && (depth > 0 || !p.peek().is(",") && !p.peek().is("}")); p.at++ {
		switch t := p.peek(); {
		case t.is("{") || t.is("("):
			depth++
		case t.is("}") || t.is(")"):
			depth--
		case t.kind == number && !p.tokens[p.at-1].is("-"):
			o, err := literal(t)
			if err != nil {
				return nil, err
			}
			values, isKnown = append(values, o.Int), isKnown && o.Kind == Int
		case !t.is(","):
			isKnown = false
		}
	}
	if !isKnown {
		return nil, nil
	}
	return values, nil
}

// replication reads the "<4>" of r<4>: the number of registers declared at once, -1 if there is none. PTX numbers them
// from 0.
func (p *parser) replication() (int, error) {
	if !p.accept("<") {
		return -1, nil
	}
	t := p.next()
	n, err := strconv.Atoi(t.text)
	limit := maxReplication
	if p.lazy {
		limit = maxSymbols * maxReplication
	}
	if t.kind != number || err != nil || n < 0 || n > limit || !p.accept(">") {
		return 0, problem(t, "a register range reads r<4>, with at most %d registers", limit)
	}
	return n, nil
}

// declare adds a symbol with a key to the innermost scope, or count numbered ones if count is not negative.
func (p *parser) declare(key string, count int, like Symbol) {
	if count < 0 {
		like.Name = strings.TrimPrefix(key, percentSign)
		p.scope.symbols[key] = &like
		p.declaredNow = append(p.declaredNow, &like)
		return
	}
	if p.lazy {
		p.scope.ranges = append(p.scope.ranges, symbolRange{key, count, like})
		return
	}
	for i := range count {
		numbered, of := like, fmt.Sprint(key, i)
		numbered.Name = strings.TrimPrefix(of, percentSign)
		p.scope.symbols[of] = &numbered
	}
}

// name returns the operand for a name without a percent sign: a declared symbol, a component of a symbol, the sink, the
// constant WARP_SZ, or a name that is declared elsewhere.
func (p *parser) name(s string) Operand {
	switch {
	case s == "_":
		return Operand{Kind: Sink}
	case s == "WARP_SZ":
		return Operand{Kind: Int, Int: 32}
	}
	if o, ok := p.declared(s); ok {
		return o
	}
	return Operand{Kind: Name, Name: s}
}

// percentName returns the operand for %name: a register declared with a percent sign, or a special register.
func (p *parser) percentName(s string) Operand {
	if o, ok := p.declared(percentSign + s); ok {
		return o
	}
	return Operand{Kind: Special, Name: s}
}

// declared returns the operand for the symbol with a key, or for a component of a symbol (v.x). It returns false if there
// is no such symbol.
func (p *parser) declared(key string) (Operand, bool) {
	if symbol := p.scope.lookup(key); symbol != nil {
		return Operand{Kind: Register, Name: symbol.Name, Symbol: symbol}, true
	}
	name, component, dotted := strings.Cut(key, ".")
	if symbol := p.scope.lookup(name); dotted && symbol != nil {
		return Operand{Kind: Register, Name: symbol.Name, Component: component, Symbol: symbol}, true
	}
	return Operand{}, false
}
