package command

import (
	"cmp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/warp"
)

// option describes how to read one option of a command: whether it has a value, and the action to run with the value.
// An option without an action is ignored.
type option struct {
	value  bool
	action func(t *translation, value string)
}

// joinedOption is an option whose value may follow it without a separator, as in -Idir.
type joinedOption struct {
	prefix string
	option
}

// read interprets the words of the command after the compiler.
func (t *translation) read(words []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if !strings.HasPrefix(word, "-") || word == "-" {
			t.input(word)
			continue
		}
		i += t.option(word, words[i+1:])
	}
}

// input handles a word that is not an option.
func (t *translation) input(word string) {
	if isSource(word) || t.language != "" && !strings.HasSuffix(word, ".o") {
		t.inputs = append(t.inputs, word)
	}
}

// option reads the option word, and returns the number of following words that belong to its value.
func (t *translation) option(word string, following []string) int {
	name, value, hasValue := strings.Cut(word, "=")
	if t.nvcc {
		name = "-" + strings.TrimLeft(name, "-")
	}
	if o, ok := t.table[name]; ok {
		return t.apply(o, value, hasValue, following)
	}
	for _, o := range t.joined {
		if rest, ok := strings.CutPrefix(word, o.prefix); ok {
			return t.apply(o.option, rest, rest != "" || !o.value, following)
		}
	}
	t.unknown(word)
	return 0
}

// apply runs an option's action, and returns the number of following words that belong to its value. The value is the
// next word if the option's own word does not contain it. value is the part of the option's word behind the name, if
// hasValue is set. following holds the words after the option.
func (t *translation) apply(o option, value string, hasValue bool, following []string) int {
	taken := 0
	if o.value && !hasValue {
		if len(following) == 0 {
			return 0
		}
		value, taken = following[0], 1
	}
	if o.action != nil {
		o.action(t, value)
	}
	return taken
}

// unknown handles an option that is in no table. nvcc may forward it to the host compiler. Options about code
// generation and warnings are ignored. Any other option is ignored with a warning.
func (t *translation) unknown(word string) {
	if t.nvcc && keptByHost(word) {
		t.keepHost([]string{word})
		return
	}
	if words, ok := strings.CutPrefix(word, "-Wp,"); ok {
		t.keepHost(strings.Split(words, ","))
		return
	}
	if value, ok := strings.CutPrefix(word, "-f"); ok && !t.nvcc {
		if f, err := NewFlag(Feature, value); err == nil {
			t.flags = append(t.flags, f)
		}
		return
	}
	for _, prefix := range []string{"-f", "-W", "-O", "-g", "-m", "-pthread", "-pipe", "-n", "-s"} {
		if strings.HasPrefix(word, prefix) {
			return
		}
	}
	t.leaveOut("option %s is not understood", word)
}

// The actions.

// keep returns an action that adds a flag of a kind for each part of the value.
func keep(kind Kind) func(*translation, string) {
	return func(t *translation, value string) {
		for _, part := range t.parts(value) {
			t.add(kind, part)
		}
	}
}

// add adds a flag, if a command may choose it. It resolves a folder from the working directory. A forced include stays
// as it is written, because it may be on the include path.
func (t *translation) add(kind Kind, value string) {
	f, err := NewFlag(kind, value)
	if err != nil {
		t.leaveOut("option %v is not taken over from a command", err)
		return
	}
	if kind.isFolder() {
		f.value = t.absolute(value)
	}
	t.flags = append(t.flags, f)
}

// refuse returns an action that only warns. The option is ignored, because its value names another file or program that
// would have to be read or run.
func refuse(flag string) func(*translation, string) {
	return func(t *translation, _ string) {
		t.leaveOut("option %s is not taken over from a command", flag)
	}
}

func define(macro string) func(*translation, string) {
	return func(t *translation, _ string) { t.add(Define, macro) }
}

func defineIf(wanted, macro string) func(*translation, string) {
	return func(t *translation, value string) {
		if value == wanted {
			t.add(Define, macro)
		}
	}
}

func setStandard(t *translation, value string) { t.std = value }
func setLanguage(t *translation, value string) { t.language = value }
func setCudaPath(t *translation, value string) { t.cudaPath = t.absolute(value) }

// preprocessorWord handles the value of -Xpreprocessor, which is one word. If this word is an option with a value, the
// next -Xpreprocessor has that value.
func preprocessorWord(t *translation, value string) { t.host = append(t.host, value) }

// hostWords handles the value of -Xcompiler: words that are separated by commas, or by blanks in a quoted value.
func hostWords(t *translation, value string) {
	for _, part := range splitCommas(value) {
		t.host = append(t.host, strings.Fields(part)...)
	}
}

// addArch adds the architectures that a value names: sm_80, compute_90a, or a list of such names.
func addArch(t *translation, value string) {
	for _, name := range splitCommas(value) {
		if arch, ok := archNumber(name); ok {
			t.archs = append(t.archs, arch)
		} else {
			t.leaveOut("architecture %q is %s", name, cmp.Or(archWords[name], "not understood"))
		}
	}
}

// archWords maps the words that do not name a single architecture to their descriptions in a warning.
var archWords = map[string]string{
	"native":    "that of the machine which compiles",
	"all":       "each that the compiler knows",
	"all-major": "each that the compiler knows",
}

// addGencode adds the architecture in a value such as arch=compute_80,code=[sm_80,compute_80].
func addGencode(t *translation, value string) {
	for _, part := range strings.Split(value, ",") {
		if arch, ok := strings.CutPrefix(part, "arch="); ok {
			addArch(t, arch)
		}
	}
}

// archNumber returns the architecture in a name such as sm_80, compute_90a, lto_86 or 80. It returns false if there is
// none.
func archNumber(name string) (warp.Arch, bool) {
	arch, ok := warp.ArchOf(name[strings.LastIndex(name, "_")+1:])
	return arch, ok && arch.Capability() >= 10
}

// parts returns the parts of a value. In nvcc's dialect, commas separate them. In clang's dialect, the whole value is
// the only part.
func (t *translation) parts(value string) []string {
	if t.nvcc {
		return splitCommas(value)
	}
	return []string{value}
}

// splitCommas splits a value at commas that are not protected by a backslash or quotes.
func splitCommas(value string) []string {
	var parts []string
	var part strings.Builder
	quoted := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value) && value[i+1] == ',':
			i++
			part.WriteByte(',')
		case c == ',' && !quoted:
			parts = append(parts, part.String())
			part.Reset()
		default:
			quoted = quoted != (c == '"')
			part.WriteByte(c)
		}
	}
	return append(parts, part.String())
}

// parseDeciding lists the prefixes of options that decide how the source is parsed. They are kept even if they are
// passed to the host compiler or to a preprocessor.
var parseDeciding = []string{"-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-std", "-m",
	"--define-macro", "--undefine-macro", "--include", "--imacros", "--std"}

// keptByHost reports whether a word for the host compiler, or for its preprocessor, decides how the source is parsed.
func keptByHost(word string) bool {
	return slices.ContainsFunc(parseDeciding, func(prefix string) bool { return strings.HasPrefix(word, prefix) })
}

// keepHost reads words for the host compiler and its preprocessor, in clang's dialect. It keeps options for which
// [keptByHost] is true, and drops the others.
func (t *translation) keepHost(words []string) {
	host := &translation{dir: t.dir, table: clangOptions, joined: clangJoined}
	for i := 0; i < len(words); i++ {
		if keptByHost(words[i]) {
			i += host.option(words[i], words[i+1:])
		}
	}
	t.flags = append(t.flags, host.flags...)
	t.warnings, t.leftOut = append(t.warnings, host.warnings...), append(t.leftOut, host.leftOut...)
	if host.std != "" && t.std == "" {
		t.std = host.std
	}
}
