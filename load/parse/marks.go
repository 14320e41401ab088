package parse

import (
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// nvcc accepts spaces or comments inside the marks of a launch, <<< and >>>. Formatters that do not know CUDA insert
// spaces:
//
//	k << <blocks, threads >> > (p);
//
// clang accepts only the marks without spaces. At the second part of a divided mark, it expects an operand.

// joinMark joins the parts of a divided mark of a launch. The offset is that of one part. Three < in a row are always
// the mark of a launch. Three > may also close lists of template arguments, so they are joined only if the opening mark
// is in the same statement.
func joinMark(text []byte, offset int, _ string) []frontend.Edit {
	if text[offset] != '<' && text[offset] != '>' {
		return nil
	}
	mark := strings.Repeat(string(text[offset]), 3)
	code := lexical.Code(string(text))
	start, end := row(code, offset)
	if strings.Map(withoutSpace, code[start:end]) != mark {
		return nil
	}
	return when(mark == "<<<" || opensLaunch(code[:start]), frontend.Edit{Offset: start, Removed: end - start, Text: mark})
}

// row returns a range around an offset that holds only spaces and repetitions of the character at the offset.
func row(code string, offset int) (start, end int) {
	same := space + code[offset:offset+1]
	before, behind := strings.TrimRight(code[:offset], same), strings.TrimLeft(code[offset:], same)
	start = offset - len(strings.TrimLeft(code[len(before):offset], space))
	end = len(strings.TrimRight(code[:len(code)-len(behind)], space))
	return start, end
}

func withoutSpace(r rune) rune {
	if strings.ContainsRune(space, r) {
		return -1
	}
	return r
}

// opensLaunch reports whether the last statement of a text has the opening mark of a launch.
func opensLaunch(code string) bool {
	return openMark().MatchString(code[strings.LastIndexAny(code, ";{}")+1:])
}

// The marks around the configuration of a launch.
var (
	openMark  = pattern.Of(`<[ \t\r\n\\]*<[ \t\r\n\\]*<`)
	closeMark = pattern.Of(`>[ \t\r\n\\]*>[ \t\r\n\\]*>`)
)
