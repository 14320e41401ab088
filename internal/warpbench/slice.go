package main

import (
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// slice returns the text of a file with only one kernel, the declarations that the kernel uses, and the functions that
// launch it. isAlone is false if this text still names another kernel.
func slice(parts []part, name string) (text string, isAlone bool) {
	kept := closure(parts, name)
	var all strings.Builder
	for n, p := range parts {
		switch {
		case !kept[n]:
		case p.kind == launcher:
			all.WriteString(withoutLaunches(p.text, name))
		default:
			all.WriteString(p.text)
		}
	}
	return all.String(), !mentionsOther(all.String(), parts, name)
}

// closure returns the indices of the parts that a kernel needs, and of the parts that launch the kernel.
func closure(parts []part, name string) map[int]bool {
	kept, used := map[int]bool{}, map[string]bool{name: true}
	for isGrowing := true; isGrowing; {
		isGrowing = false
		for n, p := range parts {
			if kept[n] || !isNeeded(&p, name, used) {
				continue
			}
			kept[n], isGrowing = true, true
			for word := range wordsOf(&p, name) {
				used[word] = true
			}
		}
	}
	return kept
}

// isNeeded reports whether a part belongs to the kernel called name. used has the words of the parts that are known to
// belong to it.
func isNeeded(p *part, name string, used map[string]bool) bool {
	switch p.kind {
	case directive:
		return true
	case kernel:
		return p.name == name
	case launcher, function:
		return used[p.name] || p.words[name]
	}
	if p.words["using"] && p.words["namespace"] {
		return true
	}
	if p.words["__global__"] {
		return p.words[name]
	}
	for word := range p.words {
		if used[word] && !isLanguage[word] {
			return true
		}
	}
	return false
}

func wordsOf(p *part, name string) map[string]bool {
	if p.kind != launcher {
		return p.words
	}
	words := map[string]bool{}
	for _, word := range lexical.Words(lexical.Code(withoutLaunches(p.text, name))) {
		words[word] = true
	}
	return words
}

// isLanguage is the set of words that do not identify a declaration: keywords, and common short names.
var isLanguage = wordSet(`__global__ __device__ __shared__ __constant__ __host__ __forceinline__ __restrict__ __launch_bounds__ alignas asm auto bool break
	case char class const constexpr continue default do double else enum explicit extern false float for friend if inline int long namespace new
	nullptr operator private public return short signed sizeof static static_cast struct switch template this threadIdx blockIdx blockDim gridDim true
	typedef typename union unsigned using void volatile while x y z std size_t uint8_t uint16_t uint32_t uint64_t int32_t int64_t T N`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// launchOf matches the name of a kernel before its launch configuration.
var launchOf = regexp.MustCompile(`(\w+)\s*(?:<[^<>;]*(?:<[^<>;]*>)?[^<>;]*>)?\s*<<<`)

// withoutLaunches returns the text of a function without the statements that launch other kernels.
func withoutLaunches(text, name string) string {
	code := lexical.Code(text)
	var left strings.Builder
	begin, depth := 0, 0
	for at := range len(code) {
		switch code[at] {
		case '(':
			depth++
			continue
		case ')':
			depth--
			continue
		case ';', '{', '}':
			if depth > 0 {
				continue
			}
		default:
			continue
		}
		if m := launchOf.FindStringSubmatch(code[begin:at]); m == nil || m[1] == name {
			left.WriteString(text[begin : at+1])
		} else {
			left.WriteString(strings.Repeat("\n", strings.Count(text[begin:at], "\n")))
		}
		begin = at + 1
	}
	return left.String() + text[begin:]
}

// isLabelled reports whether there is a label in a function or class that another kernel of the file uses as well. Such
// a label may be about the other kernel.
func isLabelled(parts []part, name string) bool {
	own := closure(parts, name)
	for _, other := range kernelsOf(parts) {
		if other == name {
			continue
		}
		for n := range closure(parts, other) {
			if own[n] && parts[n].kind != directive && strings.Contains(parts[n].text, "// want") {
				return true
			}
		}
	}
	return false
}

// mentionsOther reports whether a text names another kernel of the file.
func mentionsOther(text string, parts []part, name string) bool {
	words := map[string]bool{}
	for _, word := range lexical.Words(lexical.Code(text)) {
		words[word] = true
	}
	for _, p := range parts {
		if p.kind == kernel && p.name != name && words[p.name] {
			return true
		}
	}
	return false
}
