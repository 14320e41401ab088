package parse

import (
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Projects declare macros for the words before a function, in a header that may not be found:
//
//	LIB_KERNEL void __launch_bounds__(64) k(int *o) { ... __syncthreads(); }
//	DI T rowSum(T *cells, T value) { ... }
//
// clang takes such a name for an unknown type, and drops the function or makes it one of the host. What follows the name
// tells a mark from a type: a mark stands before the type of a function and its name. All functions with one mark in a
// file tell which words it is read as:
//
//   - __global__, if one of them is launched, or the mark itself has the word KERNEL or GLOBAL;
//   - none, if one of them launches kernels, which host code does;
//   - __device__, if one of them has a word that only device code has;
//   - __host__ __device__ otherwise, as both sides may call it then.

// markHere replaces the mark of a function at an offset, wherever it is a mark in the text, by the words that it is read
// as.
func markHere(text []byte, at int, name string) []frontend.Edit {
	head := string(text[at:min(len(text), at+maxHead)])
	if wordAt(text, at) != name {
		return nil
	}
	if function, isTyped := declarator(head[len(name):]); function == "" || !isTyped && !capitals().MatchString(name) {
		return nil
	}
	m := marksOf(lexical.Code(string(text)), name)
	return when(m.isTyped || m.isKernel, m.edits...)
}

// maxHead bounds the text in which the name of a function is looked for behind its mark.
const maxHead = 1 << 10

// mark is what the functions of a file with one mark tell of it.
type mark struct {
	// isTyped is whether the type of a function follows it somewhere: it is no type itself.
	isTyped                        bool
	isKernel, launches, isOfDevice bool
	// edits replace the mark where it stands.
	edits []frontend.Edit
}

// marksOf looks at the functions of code that have a mark.
func marksOf(code, name string) mark {
	m := mark{isKernel: kernelMark().MatchString(name)}
	launched := launchedIn(code)
	var typed []bool
	for at, word := range lexical.Words(code) {
		if word != name {
			continue
		}
		head := code[at+len(name):]
		function, isTyped := declarator(head)
		if function == "" {
			continue
		}
		body := bodyBehind(head)
		m.isTyped = m.isTyped || isTyped
		m.isKernel = m.isKernel || isTyped && launched[function]
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

// words returns the specifiers that replace the mark, "" for none.
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

// declarator returns the name of the function that code goes on to declare, "" if it declares none, and whether a type
// stands before the name.
func declarator(code string) (name string, isTyped bool) {
	for {
		code = strings.TrimLeft(code, space)
		if isTyped {
			code = strings.TrimLeft(code, space+"*&")
		}
		word := wordAt([]byte(code), 0)
		if word == "" {
			return "", false
		}
		code = strings.TrimLeft(code[len(word):], space)
		isSpecifier := untyped[word]
		switch {
		case isSpecifier && strings.HasPrefix(code, "("), !isSpecifier && strings.HasPrefix(code, "<"):
			code = code[listLength([]byte(code[:min(len(code), maxHead)])):]
		case word == "operator", strings.HasPrefix(code, "("):
			return word, isTyped
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

// untyped are the words before the name of a function that are no type.
var untyped = map[string]bool{
	"inline": true, "static": true, "extern": true, "constexpr": true, "virtual": true, "explicit": true, "friend": true,
	"const": true, "volatile": true, "typename": true, "__forceinline__": true, "__noinline__": true, "__inline__": true,
	"__global__": true, "__device__": true, "__host__": true, "__launch_bounds__": true, "__attribute__": true,
}

// bodyBehind returns the body of the function that code goes on to declare, "" if a declaration has none.
func bodyBehind(code string) string {
	open := strings.IndexAny(code, "{;")
	if open < 0 || code[open] == ';' {
		return ""
	}
	length, _ := untilClosed(code[open+1:], '{', '}')
	return code[open+1 : open+1+length]
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
