package embedded

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// CuPy makes a kernel from the arguments of ElementwiseKernel: a loop over the elements, with the operation as its
// body.
//
//	ElementwiseKernel('T x', 'T y', 'y = __shfl_sync(-1, x, 0)', 'k')
//
// becomes
//
//	template <typename T> __global__ void k(const T *raw_x, T *raw_y, long long n) {
//	  for (long long i = ...; i < n; i += ...) { const T x = raw_x[i]; T &y = raw_y[i];
//	    y = __shfl_sync(-1, x, 0);
//	  }
//	}
//
// Two macros hold the code before and after the operation. The first replaces the name ElementwiseKernel. The second
// replaces the closing quote of the operation and the character after it.

// beforeOperation is the macro at the place of the name ElementwiseKernel.
const beforeOperation = "warpcheck_begin"

// collective matches code that may have findings. A kernel is read only if one of its parts matches.
var collective = pattern.Of(`__(sync|shfl|ballot|any|all|active|match|reduce|shared|bar)|\basm\b|\bcg::|cooperative`)

// The arguments that ElementwiseKernel and ReductionKernel share.
var (
	inputs   = argument{0, "in_params"}
	results  = argument{1, "out_params"}
	preamble = argument{onlyNamed, "preamble"}
)

// shape is a function of CuPy that makes a kernel from expressions.
type shape struct {
	title argument
	// code lists the arguments with the expressions, in the order in which the kernel has them.
	code []argument
	// frame returns the code around the expressions: one text before each, and one after the last.
	frame func(f *file, arguments operands, p parameters) (frame []string, why string)
}

// partsOf holds the functions whose arguments are parts of a kernel.
var partsOf = map[string]shape{
	"ElementwiseKernel": {title: argument{3, "name"}, code: []argument{{2, "operation"}}, frame: frameOfElements},
	"ReductionKernel": {title: argument{6, "name"}, code: []argument{{2, "map_expr"}, {3, "reduce_expr"}, {4, "post_map_expr"}},
		frame: frameOfReduction},
}

// readParts returns the kernel that a call of a function of partsOf makes. Its code is blank if it cannot have a
// collective.
func (f *file) readParts(i int, of shape) Text {
	text := Text{Call: f.tokens[i].text, Line: f.line(f.tokens[i]), Code: blank(f.text)}
	arguments := f.arguments(i)
	hasCollective, isOpen := false, false
	values := slices.Concat(arguments.positional, [][]token{arguments.named[preamble.keyword]})
	for _, code := range of.code {
		values = append(values, arguments.named[code.keyword])
	}
	for _, value := range values {
		parts, why := f.parts(value)
		isOpen = isOpen || why != "" && hasLiteral(value)
		for _, one := range parts {
			hasCollective = hasCollective || collective().MatchString(one.token.text)
		}
	}
	why := ""
	switch {
	case hasCollective:
		why = f.makeKernel(&text, arguments, of, f.tokens[i])
	case isOpen:
		why = notConstant
	}
	if why != "" {
		text.Code, text.Why, text.HasText = nil, why, true
	}
	return text
}

// makeKernel makes the kernel of a call whose name is the token call. It returns a reason if it cannot.
func (f *file) makeKernel(text *Text, arguments operands, of shape, call token) string {
	var parts []part
	var ends, begins []int // ends and begins are the offsets at which the expressions end and begin
	for _, code := range of.code {
		more, why := f.parts(arguments.at(code))
		switch {
		case why != "":
			return why
		case more[0].token.begin < call.end:
			return "its " + code.keyword + " stands before the call"
		}
		parts = append(parts, more...)
		begins = append(begins, more[0].token.begin)
		ends = append(ends, parts[len(parts)-1].token.end)
	}
	if value := arguments.at(preamble); value != nil {
		before, why := f.parts(value)
		if why != "" {
			return why
		}
		if before[len(before)-1].token.end > call.begin {
			return "its preamble stands behind the operation"
		}
		parts = slices.Concat(before, parts)
	}
	frame, why := f.frame(arguments, of)
	if why == "" {
		why = f.write(text, parts)
	}
	if why != "" {
		return why
	}
	copy(text.Code[call.begin:call.end], beforeOperation)
	text.Defines = append(text.Defines, beforeOperation+"="+frame[0])
	begins = append(begins, len(f.text))
	for i, end := range ends {
		if !addBehind(text, end, begins[i+1], fmt.Sprintf("$%d", i), frame[i+1]) {
			return "there is no space behind its " + of.code[i].keyword
		}
	}
	return ""
}

// frame returns the code around the expressions of a kernel. If it cannot make this code, why is the reason.
func (f *file) frame(arguments operands, of shape) (frame []string, why string) {
	name, isName := f.valueOf(arguments.at(of.title))
	if !isName {
		name = "kernel"
	}
	in, isIn := f.valueOf(arguments.at(inputs))
	out, isOut := f.valueOf(arguments.at(results))
	p, known := parametersOf(name, in, out)
	if !isIn || !isOut || !known {
		return nil, "its parameters are not understood"
	}
	return of.frame(f, arguments, p)
}

// frameOfElements returns the code around the operation of ElementwiseKernel. why is always "".
func frameOfElements(_ *file, _ operands, p parameters) (frame []string, why string) {
	instance := ""
	if len(p.types) > 0 {
		instance = addressesOf([]string{p.name + p.instance()})
	}
	head := p.head("long long warpcheck_n") + "for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < warpcheck_n; " +
		"i += (long long)blockDim.x * gridDim.x) { " + strings.Join(p.inputs, " ") + " " + strings.Join(p.results, " ") + " "
	return []string{head, ";}} " + instance}, ""
}

// numbers maps NumPy's types to C++'s.
var numbers = map[string]string{
	"bool": "bool", "bool_": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
	"int32": "int", "uint32": "unsigned", "int64": "long long", "uint64": "unsigned long long", "float32": "float", "float64": "double",
}

// parameter matches a parameter: its groups are the word raw, the type and the name.
var parameter = pattern.Of(`^\s*(raw\s+)?(\w+)\s+(\w+)\s*$`)

// parameters describes the parameters of a kernel that CuPy makes.
type parameters struct {
	name string
	// types lists the letters that stand for types. all lists the declarations of the parameters.
	types, all []string
	// inputs and results are the statements that declare the elements of an iteration.
	inputs, results []string
	// The field result is the type of the first result.
	result string
}

// parametersOf reads the parameters of a kernel. known is false if the function cannot read one of them.
func parametersOf(name, in, out string) (p parameters, known bool) {
	p.name = name
	_, isKnown := p.add(in, "const ", &p.inputs)
	p.result, known = p.add(out, "", &p.results)
	return p, known && isKnown
}

// add adds the parameters of a list, and the statements that declare their elements. It returns the type of the first
// one. known is false if one of them is not understood.
func (p *parameters) add(list, before string, elements *[]string) (first string, known bool) {
	for one := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(list) == "" {
			break
		}
		m := parameter().FindStringSubmatch(one)
		if m == nil {
			return "", false
		}
		of, isNumber := numbers[m[2]]
		if !isNumber {
			if len(m[2]) != 1 {
				return "", false
			}
			if of = m[2]; !slices.Contains(p.types, of) {
				p.types = append(p.types, of)
			}
		}
		first = cmp.Or(first, of)
		if m[1] != "" {
			p.all = append(p.all, before+of+" *"+m[3])
			continue
		}
		p.all = append(p.all, before+of+" *raw_"+m[3])
		*elements = append(*elements, before+of+" &"+m[3]+" = raw_"+m[3]+"[i];")
	}
	return first, true
}

// head returns the beginning of the kernel, up to its body. The parameters in more follow the kernel's own.
func (p parameters) head(more ...string) string {
	head := ""
	if len(p.types) > 0 {
		head = "template <typename " + strings.Join(p.types, ", typename ") + "> "
	}
	return head + "__global__ void " + p.name + "(" + strings.Join(append(slices.Clone(p.all), more...), ", ") + ") { "
}

// instance returns arguments for the kernel if it is a template: float for all types. It returns "" if the kernel is no
// template.
func (p parameters) instance() string {
	if len(p.types) == 0 {
		return ""
	}
	return "<" + strings.Join(slices.Repeat([]string{"float"}, len(p.types)), ", ") + ">"
}
