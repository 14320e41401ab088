package ptx

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// Module is a PTX module: what a compiler writes for one unit and one target.
type Module struct {
	// Version and Target are the operands of .version and .target: "7.5", "sm_70". Bits is the size of an address in
	// bits.
	Version, Target string
	Bits            int
	// Files maps the numbers in .loc directives to names of source files.
	Files map[int]string
	// Variables lists the variables of the module. Functions lists its functions and kernels, including those that are
	// only declared.
	Variables []*Symbol
	Functions []*Function
	// Aliases maps each alias of a function to the function's name.
	Aliases map[string]string
	// Unread lists the directives that were not understood. If a function cannot be read, reading ends there, and
	// Unread lists the function too.
	Unread []Statement
}

// IsBefore reports whether the module is written in an earlier version of the PTX ISA than the given one. It returns
// false if the version of the module is not known.
func (m *Module) IsBefore(major, minor int) bool {
	var of, part int
	n, _ := fmt.Sscanf(m.Version, "%d.%d", &of, &part)
	return n == 2 && (of < major || of == major && part < minor)
}

// Function is a .func or an .entry.
type Function struct {
	Name string
	// Entry reports whether the function is a kernel, Defined whether it has a body.
	Entry, Defined bool
	Line           int
	Results        []*Symbol
	Params         []*Symbol
	// Block is the extents of the block that .reqntid requires, zeros if there is none. MaxThreads is the largest
	// number of threads that .reqntid or .maxntid allows, 0 if there is neither.
	Block      [3]int
	MaxThreads int
	Body       []Statement
}

// ParseModules reads the modules of a text that are for a target such as sm_70, or all modules if target is "". A
// module begins with .version, and the text that cuobjdump writes before a module is skipped. It returns an error if
// the text has no such module, or a module without a target.
func ParseModules(source, target string) ([]*Module, error) {
	var modules []*Module
	for _, piece := range pieces(source) {
		if of := targetOf(piece.text); target != "" && of != target && of != "" {
			continue
		}
		m, err := parseModule(piece.text, piece.line)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	if len(modules) == 0 {
		return nil, errors.New("no PTX module: no line begins with .version")
	}
	return modules, nil
}

// Targets returns the targets of the modules in a text, each once, in the order of the modules.
func Targets(source string) (list []string) {
	for _, piece := range pieces(source) {
		if target := targetOf(piece.text); target != "" && !slices.Contains(list, target) {
			list = append(list, target)
		}
	}
	return list
}

// targetOf returns the first word after .target in a module, "" if it has no .target.
func targetOf(module string) string {
	for line := range strings.Lines(module) {
		if words := strings.FieldsFunc(line, isBetweenWords); len(words) > 1 && words[0] == ".target" {
			return words[1]
		}
	}
	return ""
}

func isBetweenWords(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }

// piece is the text of one module, and the number of its first line.
type piece struct {
	text string
	line int
}

// pieces divides a text into modules. A line of cuobjdump's that begins with "Fatbin" ends a module.
func pieces(source string) (list []piece) {
	line, start, inModule := 0, 0, false
	at := 0
	finish := func() {
		if inModule {
			list[len(list)-1].text = source[start:at]
		}
	}
	for text := range strings.Lines(source) {
		line++
		switch first := strings.Fields(text); {
		case len(first) > 0 && first[0] == ".version":
			finish()
			list, start, inModule = append(list, piece{line: line}), at, true
		case len(first) > 1 && first[0] == "Fatbin":
			finish()
			inModule = false
		}
		at += len(text)
	}
	finish()
	return list
}

// parseModule reads one module. line is the number of its first line. If a function cannot be read, for example because
// the text is cut off, nothing after it is read.
func parseModule(source string, line int) (*Module, error) {
	p := &moduleParser{module: &Module{Bits: 32, Files: map[int]string{}, Aliases: map[string]string{}}}
	p.parser = &parser{source: source, tokens: lexFrom(source, line), scope: newScope(nil), lazy: true}
	for p.peek().kind != end {
		if err := p.topLevel(); err != nil {
			p.module.Unread = append(p.module.Unread, Statement{Target: -1, Line: lineOf(err, line), Err: err})
			break
		}
	}
	if p.module.Target == "" {
		return nil, &Error{Line: line, Problem: "a module without .target"}
	}
	return p.module, nil
}

// lineOf returns the line of an error, or line if the error names none.
func lineOf(err error, line int) int {
	if e, is := err.(*Error); is {
		return e.Line
	}
	return line
}

// moduleParser reads a module. It reads the bodies of functions like the texts of asm statements.
type moduleParser struct {
	*parser
	module *Module
	place  *Place
}

// linkage holds the directives before a declaration that give its visibility.
var linkage = map[string]bool{".visible": true, ".extern": true, ".weak": true, ".common": true}

// topLevel reads one directive of the module.
func (p *moduleParser) topLevel() error {
	external := false
	for linkage[p.peek().text] {
		external = external || p.peek().text == ".extern"
		p.at++
	}
	switch t := p.peek(); {
	case p.accept(";"):
	case p.lineDirective():
	case t.text == ".version":
		p.module.Version = strings.Join(p.restOfLine(), "")
	case t.text == ".target":
		if words := p.restOfLine(); len(words) > 0 {
			p.module.Target = words[0]
		}
	case t.text == ".address_size":
		if strings.Join(p.restOfLine(), "") == "64" {
			p.module.Bits = 64
		}
	case t.text == ".alias":
		if words := p.restOfLine(); len(words) == 3 {
			p.module.Aliases[words[0]] = words[2]
		}
	case t.text == ".entry" || t.text == ".func":
		return p.function()
	case t.kind == word && spaces[firstPart(t.text)]:
		p.variable(external)
	default:
		p.unread(p.at, problem(t, "the directive %s is not understood", t.text))
	}
	return nil
}

// unread records a directive that is not understood: the tokens from the given index to the next semicolon.
func (p *moduleParser) unread(first int, err error) {
	p.at = min(first+1, len(p.tokens)-1)
	p.skipStatement()
	if p.peek().is("}") {
		p.at++
	}
	s := Statement{Target: -1, Line: p.tokens[first].line, Text: p.textFrom(first), Err: err}
	s.readWords(p.tokens[first:p.at])
	p.module.Unread = append(p.module.Unread, s)
}

// restOfLine reads the words that follow a directive on its line.
func (p *parser) restOfLine() (words []string) {
	line := p.peek().line
	for p.at++; p.peek().kind != end && p.peek().line == line && !p.peek().is(";"); p.at++ {
		words = append(words, p.peek().text)
	}
	p.accept(";")
	return words
}

// commentBehind returns the comment that follows the last token on its line, "" if there is none.
func (p *parser) commentBehind() string {
	line, _, _ := strings.Cut(p.source[p.tokens[p.at-1].stop:p.peek().start], "\n")
	_, comment, _ := strings.Cut(line, "//")
	return comment
}

// lineDirective reads .loc, .file or .section, which no semicolon ends. It returns false for other text.
func (p *moduleParser) lineDirective() bool {
	switch p.peek().text {
	case ".loc":
		words := p.restOfLine()
		p.place = placeOf(words, p.commentBehind())
	case ".file":
		if words := p.restOfLine(); len(words) > 1 {
			name := words[1]
			p.module.Files[numberOf(words[0])] = filepath.Clean(name)
		}
	case ".section":
		for !p.peek().is("{") && p.peek().kind != end {
			p.at++
		}
		p.skipPair("{", "}")
	default:
		return false
	}
	return true
}

// numberOf reads a decimal number, 0 for other text.
func numberOf(word string) (n int) {
	_, _ = fmt.Sscanf(word, "%d", &n)
	return n
}

// skipPair moves past an opening bracket and all up to its closing one, or past one token if there is no bracket.
func (p *parser) skipPair(opening, closing string) {
	for depth := 0; p.peek().kind != end; {
		switch t := p.peek(); {
		case t.is(opening):
			depth++
		case t.is(closing):
			depth--
		}
		if p.at++; depth <= 0 {
			return
		}
	}
}

// variable reads a declaration of the module. external reports whether the variable is defined in another module.
func (p *moduleParser) variable(external bool) {
	first, before := p.at, len(p.declaredNow)
	if err := p.directive(); err != nil {
		p.declaredNow = p.declaredNow[:before]
		p.unread(first, err)
		return
	}
	p.accept(";")
	for _, s := range p.declaredNow[before:] {
		s.External = external
		p.module.Variables = append(p.module.Variables, s)
	}
	p.declaredNow = p.declaredNow[:before]
}

// function reads .entry or .func, with its body if it has one.
func (p *moduleParser) function() error {
	f := &Function{Entry: p.peek().text == ".entry", Line: p.peek().line}
	p.at++
	outer := p.scope
	p.scope = newScope(outer)
	defer func() { p.scope = outer }()
	var err error
	p.skipAttribute()
	if p.peek().is("(") {
		if f.Results, err = p.params(); err != nil {
			return err
		}
	}
	name := p.peek()
	if name.kind != word {
		return problem(name, "%q stands where the name of a function is expected", name.text)
	}
	f.Name = name.text
	p.at++
	if p.peek().is("(") {
		if f.Params, err = p.params(); err != nil {
			return err
		}
	}
	p.performance(f)
	if !p.accept(";") && p.peek().is("{") {
		f.Defined = true
		if f.Body, err = p.functionBody(f.Name); err != nil {
			return err
		}
	}
	p.module.Functions = append(p.module.Functions, f)
	return nil
}

// skipAttribute moves past an attribute such as .attribute(.unified(19, 95)), which states the memory of a function or
// variable.
func (p *parser) skipAttribute() {
	if p.peek().text != ".attribute" {
		return
	}
	p.at++
	p.skipPair("(", ")")
}

// params reads the parameters, or the results, of a function.
func (p *moduleParser) params() ([]*Symbol, error) {
	open := p.peek()
	p.at++
	before := len(p.declaredNow)
	for !p.accept(")") {
		if p.peek().kind != word {
			return nil, problem(p.peek(), "%q stands where a parameter is expected", p.peek().text)
		}
		if err := p.parameter(); err != nil {
			return nil, err
		}
		if p.peek().kind == end {
			return nil, problem(open, "the list of parameters does not end")
		}
		p.accept(",")
	}
	list := append([]*Symbol(nil), p.declaredNow[before:]...)
	p.declaredNow = p.declaredNow[:before]
	return list, nil
}

// parameter reads one declaration in a list of parameters or results.
func (p *moduleParser) parameter() error {
	parts := strings.Split(p.next().text[1:], ".")
	kind, err := p.declaredType(parts[1:])
	if err != nil {
		return err
	}
	t := p.next()
	if t.kind != word && t.kind != register {
		return problem(t, "%q stands where the name of a parameter is expected", t.text)
	}
	s := Symbol{Space: parts[0], Type: kind, Count: p.extent()}
	p.declare(keyOf(t), -1, s)
	return nil
}

// performance reads the directives between the head of a function and its body.
func (p *moduleParser) performance(f *Function) {
	for p.peek().kind == word && strings.HasPrefix(p.peek().text, ".") && !p.beginsDirective() {
		name := p.next().text
		var numbers []int
		for p.peek().kind == number || p.peek().is(",") || p.peek().kind == text {
			if p.peek().kind == number {
				numbers = append(numbers, numberOf(p.peek().text))
			}
			p.at++
		}
		switch name {
		case ".reqntid":
			f.Block = [3]int{1, 1, 1}
			copy(f.Block[:], numbers)
			f.MaxThreads = f.Block[0] * f.Block[1] * f.Block[2]
		case ".maxntid":
			f.MaxThreads = max(f.MaxThreads, productOf(numbers))
		case ".pragma":
			p.accept(";")
		}
	}
}

// beginsDirective reports whether the next token begins another directive of the module. The compiler of CUDA 3 ends a
// declaration of a function without a semicolon.
func (p *moduleParser) beginsDirective() bool {
	name := p.peek().text
	return linkage[name] || slices.Contains(directives, name) || spaces[firstPart(name)]
}

// directives lists the directives that may follow the declaration of a function in a module. A declaration of a
// variable may follow it too.
var directives = []string{".entry", ".func", ".version", ".target", ".address_size", ".file", ".loc", ".section", ".alias"}

// firstPart returns the first word of a directive: ".pragma.x" has the word pragma.
func firstPart(directive string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(directive, "."), ".")
	return first
}

func productOf(numbers []int) int {
	product := 1
	for _, n := range numbers {
		product *= n
	}
	return product
}

// functionBody reads the statements between the braces of a function.
func (p *moduleParser) functionBody(name string) ([]Statement, error) {
	open := p.peek()
	p.at++
	p.statements, p.place = nil, nil
	depth := p.scope.depth
	for !(p.peek().is("}") && p.scope.depth == depth) {
		t, before := p.peek(), len(p.statements)
		switch {
		case t.kind == end:
			return nil, problem(open, "the body of %s does not end", name)
		case p.lineDirective():
			continue
		case t.text == ".branchtargets" && before > 0:
			p.branchTargets(&p.statements[before-1])
			continue
		case t.text == ".callprototype" || t.text == ".calltargets":
			p.skipStatement()
			continue
		}
		p.statement()
		for i := before; i < len(p.statements); i++ {
			p.statements[i].Line, p.statements[i].Place = t.line, p.place
		}
	}
	p.at++
	p.scope.resolve(p.statements)
	resolveTables(p.statements)
	p.declaredNow = p.declaredNow[:0]
	return p.statements, nil
}

// branchTargets reads the labels of a .branchtargets directive. label is the statement with the label of the table.
func (p *moduleParser) branchTargets(label *Statement) {
	for p.at++; !p.statementEnds(); p.at++ {
		if p.peek().kind == word {
			label.Table = append(label.Table, p.peek().text)
		}
	}
	p.accept(";")
}

// resolveTables sets the targets of the branches through tables.
func resolveTables(statements []Statement) {
	labels := map[string]int{}
	for i, s := range statements {
		if s.Label != "" {
			labels[s.Label] = i
		}
	}
	for i := range statements {
		s := &statements[i]
		if !s.Is("brx", "idx") || len(s.Operands) != 2 || s.Operands[1].Kind != Name {
			continue
		}
		table, known := labels[s.Operands[1].Name]
		if !known {
			continue
		}
		for _, name := range statements[table].Table {
			if at, known := labels[name]; known {
				s.Targets = append(s.Targets, at)
			}
		}
		if len(s.Targets) != len(statements[table].Table) {
			s.Targets = nil
		}
	}
}
