package embedded

import (
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
// The code before and behind the operation is in two macros. They are at the place of the name ElementwiseKernel, and
// of the quote behind the operation.

// beforeOperation is the macro at the place of the name ElementwiseKernel.
const beforeOperation = "warpcheck_begin"

// collective matches a part of a kernel that may have findings. Other parts are not read.
var collective = pattern.Of(`__(sync|shfl|ballot|any|all|active|match|reduce|shared|bar)|\basm\b|\bcg::|cooperative`)

// The arguments of ElementwiseKernel that are code or parameters.
var (
	inputs    = argument{0, "in_params"}
	results   = argument{1, "out_params"}
	operation = argument{2, "operation"}
	title     = argument{3, "name"}
	preamble  = argument{onlyNamed, "preamble"}
)

// readElementwise returns the kernel that a call of ElementwiseKernel makes. Its code is blank if it cannot have a
// collective.
func (f *file) readElementwise(i int) Text {
	text := Text{Call: f.tokens[i].text, Line: f.line(f.tokens[i]), Code: blank(f.text)}
	arguments := f.arguments(i)
	hasCollective, isOpen := false, false
	for _, value := range append(arguments.positional, arguments.named[operation.keyword], arguments.named[preamble.keyword]) {
		parts, why := f.parts(value)
		isOpen = isOpen || why != "" && slices.ContainsFunc(value, func(t token) bool { return t.kind == literal })
		for _, one := range parts {
			hasCollective = hasCollective || collective().MatchString(one.token.text)
		}
	}
	switch {
	case !hasCollective && isOpen:
		text.Code, text.Why, text.HasText = nil, notConstant, true
	case hasCollective && text.Call != "ElementwiseKernel":
		text.Code, text.Why, text.HasText = nil, "its text is parts of a kernel", true
	case hasCollective:
		if why := f.makeKernel(&text, arguments, f.tokens[i]); why != "" {
			text.Code, text.Why, text.HasText = nil, why, true
		}
	}
	return text
}

// makeKernel makes the kernel of a call whose name is the token call. It returns a reason if it cannot.
func (f *file) makeKernel(text *Text, arguments operands, call token) string {
	parts, why := f.parts(arguments.at(operation))
	if why != "" {
		return why
	}
	if parts[0].token.begin < call.end {
		return "its operation stands before the call"
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
	name, isName := f.valueOf(arguments.at(title))
	if !isName {
		name = "kernel"
	}
	in, isIn := f.valueOf(arguments.at(inputs))
	out, isOut := f.valueOf(arguments.at(results))
	head, instance, known := headOf(name, in, out)
	if !isIn || !isOut || !known {
		return "its parameters are not understood"
	}
	if why := f.write(text, parts); why != "" {
		return why
	}
	copy(text.Code[call.begin:call.end], beforeOperation)
	text.Defines = append(text.Defines, beforeOperation+"="+head)
	if !f.addBehind(text, ";}} "+instance) {
		return "the last quote of its operation ends a line"
	}
	return ""
}

// numbers maps NumPy's types to C++'s.
var numbers = map[string]string{
	"bool": "bool", "bool_": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
	"int32": "int", "uint32": "unsigned", "int64": "long long", "uint64": "unsigned long long", "float32": "float", "float64": "double",
}

// parameter matches a parameter: its groups are the word raw, the type and the name.
var parameter = pattern.Of(`^\s*(raw\s+)?(\w+)\s+(\w+)\s*$`)

// headOf returns the beginning of a kernel, up to its operation. If the kernel is a template, it also returns code that
// makes an instance, with float for all types. known is false if a parameter is not understood.
func headOf(name, in, out string) (head, instance string, known bool) {
	var types, parameters, elements []string
	add := func(list, before string) bool {
		for one := range strings.SplitSeq(list, ",") {
			if strings.TrimSpace(list) == "" {
				break
			}
			m := parameter().FindStringSubmatch(one)
			if m == nil {
				return false
			}
			of, isNumber := numbers[m[2]]
			if !isNumber {
				if len(m[2]) != 1 {
					return false
				}
				if of = m[2]; !slices.Contains(types, of) {
					types = append(types, of)
				}
			}
			if m[1] != "" {
				parameters = append(parameters, before+of+" *"+m[3])
				continue
			}
			parameters = append(parameters, before+of+" *raw_"+m[3])
			elements = append(elements, before+of+" &"+m[3]+" = raw_"+m[3]+"[i];")
		}
		return true
	}
	if !add(in, "const ") || !add(out, "") {
		return "", "", false
	}
	if len(types) > 0 {
		head = "template <typename " + strings.Join(types, ", typename ") + "> "
		arguments := strings.TrimSuffix(strings.Repeat("float, ", len(types)), ", ")
		instance = "static const void *const warpcheck_instances[] = {(const void *)(" + name + "<" + arguments + ">)};"
	}
	head += "__global__ void " + name + "(" + strings.Join(append(parameters, "long long warpcheck_n"), ", ") + ") { " +
		"for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < warpcheck_n; i += (long long)blockDim.x * gridDim.x) { " +
		strings.Join(elements, " ")
	return head, instance, true
}
