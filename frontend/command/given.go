package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/warp"
)

// Given holds the words that a user passes to the parser, translated to clang's flags. The user may write options of
// nvcc, of clang, or of both.
type Given struct {
	// Words are clang's flags, in the order of the user's words.
	Words []string
	// Archs lists the architectures that the options name. CudaPath is the toolkit that they name, or "".
	Archs    []warp.Arch
	CudaPath string
}

// WithOptionsFiles returns the user's words for the parser with each options file (nvcc's --options-file and -optf, clang's
// @file) replaced by the words in it.
func WithOptionsFiles(ctx context.Context, words []string) ([]string, error) {
	t := &translation{ctx: ctx, nvcc: true}
	return t.expand(words, 0)
}

// Inputs divides the user's words for the parser into words that are not options, such as a source, and options with
// their values.
func Inputs(words []string) (inputs, flags []string) {
	for i := 0; i < len(words); {
		if !isOption(words[i]) {
			inputs = append(inputs, words[i])
			i++
			continue
		}
		size := sizeOf(words[i:])
		flags = append(flags, words[i:i+size]...)
		i += size
	}
	return inputs, flags
}

// ReadGiven translates the user's words for the parser. It reads an option of nvcc like an option of a command
// ([Translate]). It passes every other flag to clang unchanged. It returns an error for a word that is not an option,
// for an option whose value is missing, and for an option that a command may not choose or that names an unknown
// architecture (leaveOut).
func ReadGiven(words []string) (Given, error) {
	var given Given
	for i := 0; i < len(words); {
		word := words[i]
		if !isOption(word) {
			return Given{}, fmt.Errorf("%s: not a flag for the parser: give what is to be checked as a path", word)
		}
		if lacksValue(words[i:]) {
			return Given{}, fmt.Errorf("%s: give the value of %s after it", word, word)
		}
		size := sizeOf(words[i:])
		t, isTranslated := translationOf(words[i:])
		switch {
		case !isTranslated:
			given.Words = append(given.Words, words[i:i+size]...)
		default:
			t.option(word, words[i+1:i+size])
			if err := given.add(t, word); err != nil {
				return Given{}, err
			}
		}
		i += size
	}
	return given, nil
}

// add adds the flags, the architectures and the toolkit that t has read from the option word.
func (g *Given) add(t *translation, word string) error {
	t.keepHost(t.host)
	if t.std != "" {
		t.add(Standard, t.std)
	}
	if len(t.leftOut) > 0 {
		return fmt.Errorf("%s: %s: give another one, or leave it out", word, t.leftOut[0])
	}
	if t.language != "" && t.language != "cu" && t.language != "cuda" {
		return fmt.Errorf("-x %s: every file is read as CUDA: leave it out", t.language)
	}
	g.Words = append(g.Words, Words(t.flags)...)
	g.Archs = append(g.Archs, t.archs...)
	if t.cudaPath != "" {
		g.CudaPath = t.cudaPath
	}
	return nil
}

func isOption(word string) bool { return strings.HasPrefix(word, "-") && word != "-" && word != "--" }

// sizeOf returns the number of words of the option at the beginning of words. It is 2 if its value is the next word,
// and otherwise 1.
func sizeOf(words []string) int {
	if takesNextOf(words) && len(words) > 1 {
		return 2
	}
	return 1
}

// lacksValue reports whether words is a single option whose value is missing.
func lacksValue(words []string) bool { return len(words) == 1 && takesNextOf(words) }

// takesNextOf reports whether the value of the option at the beginning of words is the next word.
func takesNextOf(words []string) bool {
	name, _, hasValue := strings.Cut(words[0], "=")
	switch {
	case hasValue:
		return false
	case isNvccs(words):
		return nvccOptions[nvccName(name)].value
	}
	return takesNext(name) || clangOptions[name].value
}

// translationOf returns a translation in the dialect of the option at the beginning of words. It returns false if the
// option is passed to clang unchanged.
func translationOf(words []string) (*translation, bool) {
	name, _, _ := strings.Cut(words[0], "=")
	switch {
	case isNvccs(words):
		return &translation{nvcc: true, table: nvccOptions, joined: nvccJoined}, true
	case name == "--cuda-path" || name == "--cuda-gpu-arch" || name == "--offload-arch":
		return &translation{table: clangOptions, joined: clangJoined}, true
	}
	return nil, false
}

// isNvccs reports whether words begin with an option of nvcc that clang lacks or reads differently.
func isNvccs(words []string) bool {
	word := words[0]
	name, _, hasValue := strings.Cut(word, "=")
	_, isKnown := nvccOptions[nvccName(name)]
	switch {
	case !isKnown:
		return false
	case name == "-Werror" || name == "--Werror": // an option of nvcc only if its value is one of nvcc's kinds of warnings
		return !hasValue && len(words) > 1 && !isOption(words[1]) && !isSource(words[1])
	case nvccName(name) == "-std" || strings.HasPrefix(nvccName(name), "-ftemplate-"):
		return !hasValue
	}
	return !strings.HasPrefix(name, "-W") && !slices.Contains(clangsAsWell, nvccName(name))
}

// nvccName returns the name of an option as in nvccOptions, with one dash. Two dashes mean the same to nvcc.
func nvccName(name string) string { return "-" + strings.TrimLeft(name, "-") }

// clangsAsWell lists options of nvcc that decide how a source is parsed. They mean the same in clang. They are passed
// to clang unchanged, because clang does not split their values at commas.
var clangsAsWell = []string{"-I", "-isystem", "-include", "-D", "-U", "-define-macro", "-undefine-macro", "-m64", "-m32"}

// Folders returns the folders in which clang's flags search for headers.
func Folders(words []string) []string { return namedBy(folderFlags, words) }

// Named returns the folders that clang's flags name, and the headers to read before the source.
func Named(words []string) []string {
	return namedBy(append(slices.Clone(folderFlags), "-include"), words)
}

var folderFlags = []string{"-I", "-isystem", "-iquote", "-idirafter"}

// namedBy returns the paths that are the values of some flags in words. The value may be in the same word or the next.
func namedBy(flags, words []string) (paths []string) {
	for i := 0; i < len(words); i++ {
		flag := pathFlag(words[i])
		if flag == "" {
			continue
		}
		value := strings.TrimPrefix(words[i], flag)
		if value == "" && i+1 < len(words) {
			i++
			value = words[i]
		}
		if value != "" && slices.Contains(flags, flag) {
			paths = append(paths, value)
		}
	}
	return paths
}
