package parse

import (
	"bytes"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// Projects have names for the size of a warp and for the mask of all its lanes. The header that declares them may not be
// found:
//
//	constexpr int warps = 256 / WARP_SIZE;
//	auto warp = cg::tiled_partition<lib::detail::warp_size>(block);
//	v += __shfl_xor_sync(FULL_MASK, v, 1, lib_get_warp_size());
//
// All NVIDIA GPUs have the same values, so such a name is replaced by its value. A name with another word, as in
// HALF_WARP_SIZE, may have another value and stays unknown.

// valueHere replaces the qualified name at an offset by the value that its last word shows. It makes no edit if the
// word shows no value, or if the name is a member, a part of an instance of a template, or called with arguments.
func valueHere(text []byte, at int, _ string) []frontend.Edit {
	start, end := qualifiedAround(text, at)
	value := valueOf(lastPart(text[start:end]))
	rest := trimLeft(text[end:])
	switch {
	case value == "", isMember(text, start), isOfTemplate(text, start):
		return nil
	case strings.HasPrefix(string(rest), "("):
		inside, isCall := strings.CutPrefix(strings.TrimLeft(string(rest[1:]), space), ")")
		if !isCall {
			return nil
		}
		end = len(text) - len(inside)
	}
	return []frontend.Edit{{Offset: start, Removed: end - start, Text: value}}
}

// qualifiedAround returns the range of the qualified name that contains the identifier at an offset.
func qualifiedAround(text []byte, at int) (start, end int) {
	start = nameStart(text, at)
	return start, start + len(qualifiedName().Find(text[start:]))
}

// isOfTemplate reports whether the name at an offset begins with :: and follows template arguments. Then it is the rest
// of a name such as Sizes<T>::warp_size.
func isOfTemplate(text []byte, at int) bool {
	return bytes.HasPrefix(text[at:], []byte("::")) && bytes.HasSuffix(bytes.TrimRight(text[:at], space), []byte(">"))
}

// lastPart returns the last identifier of a qualified name.
func lastPart(name []byte) string {
	return string(lastWord().Find(name))
}

// valueOf returns the value of a constant that all NVIDIA GPUs share, by its name. It returns "" for other names.
func valueOf(name string) string {
	plain := strings.ToLower(name)
	switch {
	case otherWord().MatchString(plain):
		return ""
	case warpSizeName().MatchString(plain):
		return "32"
	case fullMaskName().MatchString(plain):
		return "0xffffffffu"
	}
	return ""
}

// guessValue returns the guess about the name at a place, if valueHere replaces it.
func (r Reading) guessValue(pos source.Pos) types.Guess {
	if pos.Macro != nil {
		pos = *pos.Macro
	}
	text := r.Text(pos.File)
	start, end := qualifiedAround(text, pos.Offset)
	name := string(text[start:end])
	return types.Guess{Macro: name, Text: valueOf(lastPart([]byte(name)))}
}

// withoutQualifier blanks a macro between a * and the name of a variable, at all places of the text:
//
//	const float *LIB_RESTRICT in
//
// The given offset is that of the macro's end or of the name.
func withoutQualifier(text []byte, at int, _ string) []frontend.Edit {
	before := trimmedWord(text[:at])
	if !capitals().MatchString(before) || wordAt(trimLeft(text[at:]), 0) == "" {
		return nil
	}
	return withoutMark(text, before, qualifiedPointer(), func(m []int) bool { return m[3] <= at && at <= m[1] })
}

var (
	qualifiedName = pattern.Of(`^(?:::)?(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*`)
	warpSizeName  = pattern.Of(`^(?:[a-z0-9]+_)*k?warp_?size_?$`)
	fullMaskName  = pattern.Of(`^(?:[a-z0-9]+_)*k?full_?(?:warp_?)?mask_?$`)
	// otherWord matches names with a word for a part of a warp, or for a number that is computed from its size.
	otherWord = pattern.Of(`(?:^|_)(?:half|quarter|sub|logical|virtual|vector|log2?|max|min|num|tile|block|group|row|col|[mnxyz])(?:_|warp)`)
	// qualifiedPointer matches a word in capitals between a * or & and a name.
	qualifiedPointer = pattern.Of(`[*&]\s*([A-Z][A-Z0-9_]*)\s+[A-Za-z_]`)
)
