package parse

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
)

// sides finds out which text of a unit host code sees, and which text only device code sees.
type sides struct {
	reading Reading
	// texts caches the results of the method text, and ofHost the results of the method visible, by file.
	texts, ofHost map[string]string
	// lines maps a file that names __CUDA_ARCH__ to its lines, and any other file to nil.
	lines      map[string][]string
	directives map[string][]preprocess.Directive
	// named caches the results of isNamedByHost for functions with a plain name, by the name.
	named map[string]bool
	// macros is the set of the macros that depend on the architecture. It is nil before it is first needed.
	macros map[string]bool
}

func newSides(r Reading) *sides {
	return &sides{reading: r, texts: map[string]string{}, ofHost: map[string]string{},
		lines: map[string][]string{}, directives: map[string][]preprocess.Directive{}, named: map[string]bool{}}
}

// text returns the text of a file, with spaces in place of comments.
func (s *sides) text(file string) string {
	text, known := s.texts[file]
	if !known {
		text = lexical.WithoutComments(string(s.reading.Text(file)))
		s.texts[file] = text
	}
	return text
}

// directivesOf returns the directives of the preprocessor in a file.
func (s *sides) directivesOf(file string) []preprocess.Directive {
	all, known := s.directives[file]
	if !known {
		all = preprocess.All(s.text(file))
		s.directives[file] = all
	}
	return all
}

// hides reports whether lines that were left out may contain launches, or values for launches, that only host code
// sees. A condition on the architecture must have left the lines out.
func (s *sides) hides(skipped source.Pos) bool {
	text := s.linesOf(skipped)
	return text != "" && (launchText().MatchString(text) ||
		len(s.reading.Unit.Launches) > 0 && (s.isOfHost(skipped) || s.hidesNumber(skipped, text))) && s.dependsOnArch(skipped)
}

// linesOf returns the lines at a place, or "" if their file does not name __CUDA_ARCH__.
func (s *sides) linesOf(pos source.Pos) string {
	lines, known := s.lines[pos.File]
	if !known {
		if s.asksForArch(pos.File) {
			lines = strings.SplitAfter(s.text(pos.File), "\n")
		}
		s.lines[pos.File] = lines
	}
	if pos.Line < 1 || pos.EndLine > len(lines) {
		return ""
	}
	return strings.Join(lines[pos.Line-1:pos.EndLine], "")
}

// asksForArch reports whether a file names __CUDA_ARCH__ outside comments. It searches the raw text first, because few
// files name the macro at all.
func (s *sides) asksForArch(file string) bool {
	return bytes.Contains(s.reading.Text(file), []byte(frontend.ArchMacro)) && strings.Contains(s.text(file), frontend.ArchMacro)
}

// dependsOnArch reports whether the lines at skipped were left out because of a condition on the architecture.
func (s *sides) dependsOnArch(skipped source.Pos) bool {
	test := preprocess.TestOf(s.directivesOf(skipped.File), skipped.Line)
	if s.macros == nil {
		s.macros = s.archMacros()
	}
	return preprocess.NamesArch(test.String(), s.macros)
}

// archMacros returns the macros that depend on the architecture. It examines the user's files, and all other files that
// name __CUDA_ARCH__.
func (s *sides) archMacros() map[string]bool {
	var texts [][]preprocess.Directive
	for _, file := range s.reading.Unit.Files {
		if s.reading.Unit.Entered[file] > 0 || s.asksForArch(file) {
			texts = append(texts, s.directivesOf(file))
		}
	}
	return preprocess.ArchMacros(slices.Values(texts))
}

// isOfHost reports whether the lines at skipped were left out of a function that host code may run.
func (s *sides) isOfHost(skipped source.Pos) bool {
	return slices.ContainsFunc(slices.Concat(s.reading.Unit.Hosts, s.reading.Unit.Functions), func(f *ast.Function) bool {
		return f.Host && f.Body != nil && encloses(f.Body.Pos, skipped) && (!f.Device || s.isNamedByHost(f))
	})
}

// encloses reports whether lines are within a body, including its first and last line.
func encloses(body, lines source.Pos) bool {
	return body.File == lines.File && body.Line <= lines.Line && lines.EndLine <= body.EndLine
}

// isNamedByHost reports whether host code may call a function for both sides. It may if the function's name occurs in
// text that may be host code. A constructor, a destructor, an operator or a virtual function may be called without its
// name, so the result is true for it.
func (s *sides) isNamedByHost(f *ast.Function) bool {
	if !plainName().MatchString(f.Name) || f.Constructor || f.Destructor || f.Virtual {
		return true
	}
	isNamed, known := s.named[f.Name]
	if !known {
		for file := range s.reading.Unit.Entered {
			isNamed = isNamed || lexical.HasWord(s.visible(file), f.Name) && lexical.HasWord(s.without(file, f.Name), f.Name)
		}
		s.named[f.Name] = isNamed
	}
	return isNamed
}

var plainName = pattern.Of(`^[A-Za-z_]\w*$`)

// without returns the text of a file that host code may see (visible). The lines of all functions called name are empty
// in it.
func (s *sides) without(file, name string) string {
	lines := strings.Split(s.visible(file), "\n")
	for _, f := range s.reading.Unit.Functions {
		if f.Name == name && f.Body != nil && f.Body.Pos.File == file && f.Pos.File == file {
			blankLines(lines, f.Pos.Line, f.Body.Pos.EndLine)
		}
	}
	return strings.Join(lines, "\n")
}

// visible returns the text of a file with empty lines in place of the bodies of device functions. The bodies of
// constexpr functions stay, because host code may use their results as constants.
func (s *sides) visible(file string) string {
	text, known := s.ofHost[file]
	if !known {
		lines := strings.Split(s.text(file), "\n")
		for _, f := range s.reading.Unit.Functions {
			if f.Body != nil && f.Body.Pos.File == file && s.isOfDevice(f) {
				blankLines(lines, f.Body.Pos.Line+1, f.Body.Pos.EndLine-1)
			}
		}
		text = strings.Join(lines, "\n")
		s.ofHost[file] = text
	}
	return text
}

// blankLines empties the lines first to last, counted from 1.
func blankLines(lines []string, first, last int) {
	for n := max(first, 1); n <= min(last, len(lines)); n++ {
		lines[n-1] = ""
	}
}

// isOfDevice reports whether a function is for the device only and is not constexpr. Host code cannot depend on the
// body of a device function, except for a constexpr one.
func (s *sides) isOfDevice(f *ast.Function) bool {
	if f.Host || f.Body == nil || f.Pos.File != f.Body.Pos.File {
		return false
	}
	text := s.text(f.Pos.File)
	if f.Pos.Offset > f.Body.Pos.Offset || f.Body.Pos.Offset > len(text) {
		return false
	}
	start := strings.LastIndexAny(text[:f.Pos.Offset], ";}") + 1
	return !constantWord().MatchString(text[start:f.Body.Pos.Offset])
}

var constantWord = pattern.Of(`\bconst(expr|eval)\b`)

// definedMacro and definedConstant match the definition of a macro and of a constant. The group is the name.
var (
	definedMacro    = pattern.Of(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]`)
	definedConstant = pattern.Of(`\bconst(?:expr)?\b[^=;(){}\n]*\b(\w+)[ \t]*=`)
)

// hidesNumber reports whether lines that were left out define a macro or a constant that host code may use. The name of
// the macro or constant must occur in the unit's own file, in a line that is not a directive. A constant in the body of
// a device function does not count. text is the text of the lines.
func (s *sides) hidesNumber(skipped source.Pos, text string) bool {
	defined := definedMacro().FindAllStringSubmatch(text, -1)
	if !slices.ContainsFunc(s.reading.Unit.Functions, func(f *ast.Function) bool {
		return f.Body != nil && encloses(f.Body.Pos, skipped) && s.isOfDevice(f)
	}) {
		defined = append(defined, definedConstant().FindAllStringSubmatch(text, -1)...)
	}
	if len(defined) == 0 {
		return false
	}
	var names []string
	for _, name := range defined {
		names = append(names, name[1])
	}
	used := `(?m)^[ \t]*([^# \t\n].*\W|)(` + strings.Join(names, "|") + `)\b`
	return regexp.MustCompile(used).MatchString(s.visible(s.reading.File))
}
