package parse

import (
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
)

// Projects declare macros for the words before a function. The header that defines them may not be found:
//
//	LIB_KERNEL void __launch_bounds__(64) k(int *o) { ... __syncthreads(); }
//	DI T rowSum(T *cells, T value) { ... }
//
// clang treats an undefined macro as an unknown type. It then drops the function, or treats it as a host function. The
// name is a mark, and not a type, if a type and the name of a function follow it. All functions of a file with the same
// mark decide which words replace the mark:
//
//   - __global__, if one of them is launched, or the mark itself contains the word KERNEL or GLOBAL;
//   - none, if one of them launches kernels, which host code does;
//   - __device__, if one of them has a word that only device code has;
//   - __host__ __device__ otherwise, because both sides may call it.

// markHere replaces the mark called name at the offset `at` by specifiers, and so at all other places of the text where
// it is a mark. It returns no edits if the macro is not before a function, or if it may be a type: no type follows it
// in any function, and nothing shows that it marks kernels.
func markHere(text []byte, at int, name string) []frontend.Edit {
	head := string(text[at:min(len(text), at+maxHead)])
	if wordAt(text, at) != name {
		return nil
	}
	if declared, isTyped := declarator(head[len(name):]); declared == "" || !isTyped && !capitals().MatchString(name) {
		return nil
	}
	m := marksOf(lexical.Code(string(text)), name)
	return when(m.isTyped || m.isKernel, m.edits...)
}

// guess returns the meaning of a mark in the file of a place.
func (r Reading) guess(pos source.Pos, name string) types.Guess {
	if pos.Macro != nil {
		pos = *pos.Macro
	}
	return types.Guess{Macro: name, Text: marksOf(lexical.Code(string(r.Text(pos.File))), name).words()}
}

// markGuessed sets the guesses of each function: the specifiers that replaced a mark before it, and the values of names
// anywhere in the unit, which it may use through functions that it calls.
func (r Reading) markGuessed() {
	for _, fn := range r.Unit.Functions {
		if !fn.Pos.System {
			fn.Guesses = slices.Clone(r.Values)
		}
	}
	if len(r.Marks) == 0 {
		return
	}
	text := func(file string) string { return string(r.Text(file)) }
	guesses, code := r.guesses(text), map[string]string{}
	for _, fn := range r.Unit.Functions {
		file := fn.Pos.File
		if _, known := code[file]; !known && !fn.Pos.System {
			code[file] = lexical.Code(text(file))
		}
		head := code[file][:min(fn.Pos.Offset, len(code[file]))]
		for _, word := range lexical.Words(head[strings.LastIndexAny(head, ";{}")+1:]) {
			if guess, is := guesses[word]; is {
				fn.Guesses = append(fn.Guesses, guess)
			}
		}
	}
}

// guesses returns the meanings of the marks, by their names. The name of a macro that contains a mark has the same
// meaning.
func (r Reading) guesses(text func(file string) string) map[string]types.Guess {
	all := map[string]types.Guess{}
	for _, mark := range r.Marks {
		all[mark.Macro] = mark
	}
	for _, file := range slices.Sorted(maps.Keys(r.Unit.Entered)) {
		for _, d := range preprocess.All(text(file)) {
			name, body := d.Macro()
			i := slices.IndexFunc(r.Marks, func(g types.Guess) bool { return lexical.HasWord(body, g.Macro) })
			if d.Word == "define" && i >= 0 {
				all[name] = r.Marks[i]
			}
		}
	}
	return all
}

// maxHead bounds the text after a mark in which the name of the function is searched for.
const maxHead = 1 << 10

// mark holds what the functions of a file show about a mark.
type mark struct {
	// isTyped reports whether a type follows the mark in some function. Then the mark itself is not a type. Each other
	// field reports a property of some function with the mark: it is launched (isKernel, also true if the name of the
	// mark shows this), it launches kernels (launches), or it has a word that only device code has (isOfDevice).
	isTyped                        bool
	isKernel, launches, isOfDevice bool
	// edits lists the edits that replace the mark at all of its places.
	edits []frontend.Edit
}

// marksOf examines the functions in code with the mark called name.
func marksOf(code, name string) mark {
	m := mark{isKernel: kernelMark().MatchString(name)}
	launched := launchedIn(code)
	var typed []bool
	for at, word := range lexical.Words(code) {
		if word != name {
			continue
		}
		head := code[at+len(name):]
		declared, isTyped := declarator(head)
		if declared == "" {
			continue
		}
		body := ""
		if span, _, isDefined := lexical.Definition(declared, 0); isDefined {
			body = declared[span.Start:span.End]
		}
		m.isTyped = m.isTyped || isTyped
		m.isKernel = m.isKernel || isTyped && launched[wordAt([]byte(declared), 0)]
		m.launches = m.launches || openMark().MatchString(body)
		m.isOfDevice = m.isOfDevice || deviceWord().MatchString(body)
		m.edits = append(m.edits, frontend.Edit{Offset: at, Removed: len(name)})
		typed = append(typed, isTyped)
	}
	for i := range m.edits {
		m.edits[i].Text = m.words()
		if m.isKernel && !typed[i] {
			m.edits[i].Text += " void"
		}
	}
	return m
}

// words returns the specifiers that replace the mark, or "" if there is none.
func (m mark) words() string {
	switch {
	case m.isKernel:
		return "__global__"
	case m.launches:
		return ""
	case m.isOfDevice:
		return "__device__"
	}
	return "__host__ __device__"
}

// declarator returns the rest of code from the name of a function, if code continues the declaration of a function.
// Otherwise it returns "". isTyped reports whether a type precedes the name.
func declarator(code string) (declared string, isTyped bool) {
	for {
		code = strings.TrimLeft(code, space)
		if isTyped {
			code = strings.TrimLeft(code, space+"*&")
		}
		word, named := wordAt([]byte(code), 0), code
		if word == "" {
			return "", false
		}
		code = strings.TrimLeft(code[len(word):], space)
		isSpecifier := untyped[word]
		switch {
		case isSpecifier && strings.HasPrefix(code, "("), !isSpecifier && strings.HasPrefix(code, "<"):
			code = code[listLength([]byte(code[:min(len(code), maxHead)])):]
		case word == "operator", strings.HasPrefix(code, "("):
			return named, isTyped
		}
		scope, isQualifier := strings.CutPrefix(strings.TrimLeft(code, space), "::")
		if isQualifier {
			code = scope
		}
		if code == "" || !isQualifier && strings.ContainsRune("<([", rune(code[0])) {
			return "", false
		}
		isTyped = isTyped || !isSpecifier && !isQualifier
	}
}

// untyped is the set of words that may precede the name of a function and are not types.
var untyped = map[string]bool{
	"inline": true, "static": true, "extern": true, "constexpr": true, "virtual": true, "explicit": true, "friend": true,
	"const": true, "volatile": true, "typename": true, "__forceinline__": true, "__noinline__": true, "__inline__": true,
	"__global__": true, "__device__": true, "__host__": true, "__launch_bounds__": true, "__attribute__": true,
}

// launchedIn returns the names of the kernels that code launches.
func launchedIn(code string) map[string]bool {
	launched := map[string]bool{}
	for at, word := range lexical.Words(code) {
		behind := strings.TrimLeft(code[at+len(word):], space)
		if !strings.HasPrefix(behind, "<") {
			continue
		}
		if !launchHere().MatchString(behind) {
			behind = strings.TrimLeft(behind[listLength([]byte(behind[:min(len(behind), maxHead)])):], space)
		}
		if launchHere().MatchString(behind) {
			launched[word] = true
		}
	}
	return launched
}

var (
	launchHere = pattern.Of(`^<[ \t\r\n\\]*<[ \t\r\n\\]*<`)
	capitals   = pattern.Of(`^[A-Z][A-Z0-9_]*$`)
	kernelMark = pattern.Of(`^[A-Z0-9_]*(?:KERNEL|GLOBAL)[A-Z0-9_]*$`)
	deviceWord = pattern.Of(`\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|__shared__|__sync\w+|__\w+_sync|__activemask|` +
		`__ldg|__threadfence\w*|atomic[A-Z]\w*|this_thread_block)\b`)
)
