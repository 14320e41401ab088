package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Kind is the kind of a flag: what it decides about the parse. Flags of these kinds are the only means by which files
// of the checked tree can influence the parser.
type Kind int

const (
	// Folder, SystemFolder, QuoteFolder and LateFolder add a folder to those in which headers are searched.
	Folder Kind = iota
	SystemFolder
	QuoteFolder
	LateFolder
	// Header adds a header that is read before the source.
	Header
	// Define and Undefine define and undefine a macro.
	Define
	Undefine
	// Standard sets the version of the language. Library selects the implementation of C++'s library.
	Standard
	Library
	// Feature switches a feature of the language. Machine switches a feature of the host's processor.
	Feature
	Machine
)

// spellings are clang's spellings of the kinds. The value is joined to the spelling.
var spellings = [...]string{
	Folder: "-I", SystemFolder: "-isystem", QuoteFolder: "-iquote", LateFolder: "-idirafter",
	Header: "-include", Define: "-D", Undefine: "-U", Standard: "-std=", Library: "-stdlib=",
	Feature: "-f", Machine: "-m",
}

// Flag is one of the parser's flags that files of the checked tree may choose. Only [NewFlag] makes one, so every Flag
// is harmless: it decides how the source is read, but runs no program, loads no code and writes no file.
type Flag struct {
	kind  Kind
	value string
}

// NewFlag returns a flag. It returns an error if the kind does not allow the value.
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

// known reports whether the kind allows the value. A kind without a list of values allows all values.
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

// features lists the values of Feature: flags that change the meaning of a source. Each has a negative form with no-.
var features = []string{
	"access-control", "aligned-allocation", "char8_t", "cxx-exceptions", "declspec",
	"delayed-template-parsing", "dollars-in-identifiers", "exceptions", "fast-math",
	"finite-math-only", "gnu-keywords", "ms-compatibility", "ms-extensions", "operator-names",
	"rtti", "short-enums", "short-wchar", "signed-char", "sized-deallocation",
	"threadsafe-statics", "trigraphs", "unsigned-char", "wrapv",
}

// depths matches the features that set clang's limits on depth. Numbers with more digits would exceed clang's stack.
var depths = pattern.Of(`^(template|constexpr)-depth=[0-9]{1,4}$`)

// machines matches the values of Machine: extensions of processors, which headers test by macros. The word help is not
// allowed, because it would make clang print a text.
var machines = pattern.Of(`^(32|64|(no-)?(3dnow|adx|aes|altivec|amx-[a-z0-9]+|avx|avx2|` +
	`avx512[a-z0-9]+|avxvnni|bmi|bmi2|crc32|cx16|f16c|fma|fma4|fsgsbase|fxsr|gfni|lzcnt|mmx|movbe|` +
	`pclmul|popcnt|rdrnd|rdseed|sha|sse|sse2|sse3|ssse3|sse4|sse4\.[12]|sse4a|vaes|vpclmulqdq|` +
	`vsx|xop|xsave[a-z]*)|(arch|cpu|tune|abi|fpu|float-abi)=[A-Za-z0-9][A-Za-z0-9_.+-]*)$`)

// String returns the flag as one word. The value is always part of the word, so that the next word cannot become the
// value.
func (f Flag) String() string { return spellings[f.kind] + f.value }

// Kind returns the kind of the flag.
func (f Flag) Kind() Kind { return f.kind }

// Value returns the flag's value, such as a folder or a macro.
func (f Flag) Value() string { return f.value }

// Folder returns the folder that the flag adds to the header search path, or "" for a flag of another kind.
func (f Flag) Folder() string {
	if !f.kind.isFolder() {
		return ""
	}
	return f.value
}

// Words returns the flags in clang's spelling, one word each.
func Words(flags []Flag) []string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = f.String()
	}
	return words
}

// certain returns a flag that the program itself chooses. It panics if the flag is not allowed.
func certain(kind Kind, value string) Flag {
	f, err := NewFlag(kind, value)
	if err != nil {
		panic(err)
	}
	return f
}

// DefineFlag returns a flag that defines a macro of the program's own.
func DefineFlag(macro string) Flag { return certain(Define, macro) }

// HeaderFlag returns a flag that includes a header of the program's own.
func HeaderFlag(path string) Flag { return certain(Header, path) }

// spelled lists the kinds, in the order in which Read compares a word with their spellings. If a spelling begins with
// another one, it comes first.
var spelled = []Kind{
	SystemFolder, Library, LateFolder, Header, QuoteFolder, Standard, Folder, Define, Undefine,
	Feature, Machine,
}

// separate reports whether the flag's value may be the next word.
func (k Kind) separate() bool { return k < Standard }

// Read parses words in clang's dialect into flags, such as the words of a configuration in the checked tree. It
// resolves relative paths from dir. refused lists the words that are not allowed flags.
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

// split returns the kind and the value of the flag in a word. It returns false if the word is not a flag of a known
// kind.
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

// isFolder reports whether flags of this kind add a folder in which headers are searched.
func (k Kind) isFolder() bool { return k <= LateFolder }

// resolve returns the value of a flag. If it is a path, it is resolved from dir.
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
