package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Kind is what a flag decides. A file of the checked tree can reach the parser only through a flag of one of these
// kinds.
type Kind int

const (
	// Folder, SystemFolder, QuoteFolder and LateFolder are folders in which headers are looked for.
	Folder Kind = iota
	SystemFolder
	QuoteFolder
	LateFolder
	// Header is a header that is read before the source.
	Header
	// Define and Undefine define and undefine a macro.
	Define
	Undefine
	// Standard is the version of the language, Library the implementation of C++'s library.
	Standard
	Library
	// Feature is the name of a feature of the language, Machine the name of a feature of the host's processor.
	Feature
	Machine
)

// spellings are clang's spellings of the kinds, to which the value is joined.
var spellings = [...]string{
	Folder: "-I", SystemFolder: "-isystem", QuoteFolder: "-iquote", LateFolder: "-idirafter",
	Header: "-include", Define: "-D", Undefine: "-U", Standard: "-std=", Library: "-stdlib=",
	Feature: "-f", Machine: "-m",
}

// Flag is one flag for the parser that files of the checked tree may choose. Only [NewFlag] makes one, so every Flag is
// harmless: it decides how the source is read, and runs no program, loads no code and writes no file.
type Flag struct {
	kind  Kind
	value string
}

// NewFlag makes a flag. It returns an error for a value that the kind does not allow.
func NewFlag(kind Kind, value string) (Flag, error) {
	if kind < 0 || int(kind) >= len(spellings) {
		return Flag{}, errors.New("a flag of no known kind")
	}
	f := Flag{kind, value}
	switch {
	case value == "":
		return Flag{}, fmt.Errorf("%s (without a value)", spellings[kind])
	case strings.HasPrefix(value, "-"):
		return Flag{}, fmt.Errorf("%s (with the value %s, which looks like a flag)", spellings[kind], value)
	case strings.ContainsAny(value, "\x00\r\n"):
		return Flag{}, fmt.Errorf("%s (with a value of several lines)", spellings[kind])
	case !known(kind, value):
		return Flag{}, errors.New(f.String())
	}
	return f, nil
}

// known reports whether the value is listed for its kind; kinds without a list allow any value.
func known(kind Kind, value string) bool {
	switch kind {
	case Standard:
		return standards().MatchString(value)
	case Library:
		return value == "libc++" || value == "libstdc++"
	case Feature:
		return slices.Contains(features, strings.TrimPrefix(value, "no-")) || depths().MatchString(value)
	case Machine:
		return machines().MatchString(value) && !strings.HasSuffix(value, "=help")
	}
	return true
}

var standards = pattern.Of(`^(c|gnu)\+\+(98|03|0x|11|1y|14|1z|17|2a|20|2b|23|2c|26)$`)

// features are flags that change the meaning of a source; each has a negative form.
var features = []string{
	"access-control", "aligned-allocation", "char8_t", "cxx-exceptions", "declspec",
	"delayed-template-parsing", "dollars-in-identifiers", "exceptions", "fast-math",
	"finite-math-only", "gnu-keywords", "ms-compatibility", "ms-extensions", "operator-names",
	"rtti", "short-enums", "short-wchar", "signed-char", "sized-deallocation",
	"threadsafe-statics", "trigraphs", "unsigned-char", "wrapv",
}

// depths matches the features that set clang's own limits on depth: up to four digits, as large as clang's stack
// allows.
var depths = pattern.Of(`^(template|constexpr)-depth=[0-9]{1,4}$`)

// machines matches the extensions of processors, which headers test by macros. The word help would make clang print.
var machines = pattern.Of(`^(32|64|(no-)?(3dnow|adx|aes|altivec|amx-[a-z0-9]+|avx|avx2|` +
	`avx512[a-z0-9]+|avxvnni|bmi|bmi2|crc32|cx16|f16c|fma|fma4|fsgsbase|fxsr|gfni|lzcnt|mmx|movbe|` +
	`pclmul|popcnt|rdrnd|rdseed|sha|sse|sse2|sse3|ssse3|sse4|sse4\.[12]|sse4a|vaes|vpclmulqdq|` +
	`vsx|xop|xsave[a-z]*)|(arch|cpu|tune|abi|fpu|float-abi)=[A-Za-z0-9][A-Za-z0-9_.+-]*)$`)

// String is the flag as one word. The value is always joined, so that the next word cannot become the value.
func (f Flag) String() string { return spellings[f.kind] + f.value }

// Kind is what the flag decides.
func (f Flag) Kind() Kind { return f.kind }

// Value is the flag's value, such as a folder or a macro.
func (f Flag) Value() string { return f.value }

// Folder is the folder that the flag adds to the header search path, "" if the flag is of another kind.
func (f Flag) Folder() string {
	if !f.kind.isFolder() {
		return ""
	}
	return f.value
}

// Words are the flags in clang's spelling, one word each.
func Words(flags []Flag) []string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = f.String()
	}
	return words
}

// certain makes a flag from a constant of the program; it panics if the flag is not allowed.
func certain(kind Kind, value string) Flag {
	f, err := NewFlag(kind, value)
	if err != nil {
		panic(err)
	}
	return f
}

// DefineFlag makes a flag that defines a macro of the program's own.
func DefineFlag(macro string) Flag { return certain(Define, macro) }

// spelled are the kinds in the order in which a word is compared with their spellings. Of two spellings with a common
// prefix the longer one is first.
var spelled = []Kind{
	SystemFolder, Library, LateFolder, Header, QuoteFolder, Standard, Folder, Define, Undefine,
	Feature, Machine,
}

// separate reports whether the flag's value may be the next word.
func (k Kind) separate() bool { return k < Standard }

// Read makes flags from words in clang's dialect, such as a configuration in the checked tree has. Relative paths are
// resolved from dir. Words that are no such flag are left out and returned as refused.
func Read(words []string, dir string) (flags []Flag, refused []string) {
	for i := 0; i < len(words); i++ {
		kind, value, ok := split(words[i])
		if ok && value == "" && kind.separate() && i+1 < len(words) {
			i++
			value = words[i]
		}
		f, err := NewFlag(kind, value)
		switch {
		case !ok:
			refused = append(refused, words[i])
		case err != nil:
			refused = append(refused, err.Error())
		default:
			f.value = f.kind.resolve(dir, f.value)
			flags = append(flags, f)
		}
	}
	return flags, refused
}

// split divides a word into the kind of its flag and its value.
func split(word string) (Kind, string, bool) {
	if strings.HasPrefix(word, "--std=") {
		word = word[1:]
	}
	for _, kind := range spelled {
		if value, ok := strings.CutPrefix(word, spellings[kind]); ok {
			return kind, value, true
		}
	}
	return 0, "", false
}

// isFolder reports whether the flag adds a folder in which headers are looked for.
func (k Kind) isFolder() bool { return k <= LateFolder }

// resolve makes a path absolute from dir; other values stay unchanged.
func (k Kind) resolve(dir, value string) string {
	if !k.isFolder() && k != Header {
		return value
	}
	path := under(dir, value, spellings[k])
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return path
}
