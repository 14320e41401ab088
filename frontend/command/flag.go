package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Kind is what a flag decides. There is no other way for a file of the checked tree to
// reach the parser than a flag of one of these kinds.
type Kind int

const (
	// Folder and its three relatives are places to look for headers in.
	Folder Kind = iota
	SystemFolder
	QuoteFolder
	LateFolder
	// Header is read before the source.
	Header
	// Define and Undefine are about a macro.
	Define
	Undefine
	// Standard is the version of the language, Library that of C++'s own library.
	Standard
	Library
	// Feature and Machine are features of the language and of the host's processor, by name.
	Feature
	Machine
)

// spellings are clang's, for a value that is joined to them.
var spellings = [...]string{
	Folder: "-I", SystemFolder: "-isystem", QuoteFolder: "-iquote", LateFolder: "-idirafter",
	Header: "-include", Define: "-D", Undefine: "-U", Standard: "-std=", Library: "-stdlib=",
	Feature: "-f", Machine: "-m",
}

// Flag is one flag for the parser that code of the checked tree may give. Only [NewFlag] makes
// one, so whatever holds a Flag holds something harmless: it decides what the source says, and
// runs no program, loads no code and writes no file.
type Flag struct {
	kind  Kind
	value string
}

// NewFlag refuses a value that its kind cannot take.
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

// known reports a value of the kinds whose values are listed, and any of the others.
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

// features change what a source means; each has a negative.
var features = []string{
	"access-control", "aligned-allocation", "char8_t", "cxx-exceptions", "declspec",
	"delayed-template-parsing", "dollars-in-identifiers", "exceptions", "fast-math",
	"finite-math-only", "gnu-keywords", "ms-compatibility", "ms-extensions", "operator-names",
	"rtti", "short-enums", "short-wchar", "signed-char", "sized-deallocation",
	"threadsafe-statics", "trigraphs", "unsigned-char", "wrapv",
}

// depths are clang's own limits, as far as its stack goes.
var depths = pattern.Of(`^(template|constexpr)-depth=[0-9]{1,4}$`)

// machines are the extensions of processors, which headers ask for by macros. The word help
// would make clang print.
var machines = pattern.Of(`^(32|64|(no-)?(3dnow|adx|aes|altivec|amx-[a-z0-9]+|avx|avx2|` +
	`avx512[a-z0-9]+|avxvnni|bmi|bmi2|crc32|cx16|f16c|fma|fma4|fsgsbase|fxsr|gfni|lzcnt|mmx|movbe|` +
	`pclmul|popcnt|rdrnd|rdseed|sha|sse|sse2|sse3|ssse3|sse4|sse4\.[12]|sse4a|vaes|vpclmulqdq|` +
	`vsx|xop|xsave[a-z]*)|(arch|cpu|tune|abi|fpu|float-abi)=[A-Za-z0-9][A-Za-z0-9_.+-]*)$`)

// String is the flag as one word. The value is always joined, so that no word can take the
// next one for its value.
func (f Flag) String() string { return spellings[f.kind] + f.value }

// Kind is what the flag decides.
func (f Flag) Kind() Kind { return f.kind }

// Value is what it decides that to be.
func (f Flag) Value() string { return f.value }

// Folder is where the flag has headers looked for, "" for one of another kind.
func (f Flag) Folder() string {
	if !f.kind.isFolder() {
		return ""
	}
	return f.value
}

// Words are flags as clang reads them.
func Words(flags []Flag) []string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = f.String()
	}
	return words
}

// certain makes a flag of what is in the program itself.
func certain(kind Kind, value string) Flag {
	f, err := NewFlag(kind, value)
	if err != nil {
		panic(err)
	}
	return f
}

// DefineFlag defines a macro of the program's own.
func DefineFlag(macro string) Flag { return certain(Define, macro) }

// spelled are the kinds in the order in which a word is read: of two spellings that begin
// alike the longer one comes first.
var spelled = []Kind{
	SystemFolder, Library, LateFolder, Header, QuoteFolder, Standard, Folder, Define, Undefine,
	Feature, Machine,
}

// separate reports a flag whose value may be the next word.
func (k Kind) separate() bool { return k < Standard }

// Read takes the flags out of words in clang's dialect, such as a configuration in the checked
// tree has them. Paths are found from dir. What is no such flag is left out and returned.
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

// split divides a word into what it decides and its value.
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

// isFolder reports a place to look for headers in.
func (k Kind) isFolder() bool { return k <= LateFolder }

// resolve finds a path from a folder; other values stay.
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
