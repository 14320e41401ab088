package command

import (
	"fmt"
	"slices"
	"strings"
)

// Misplaced returns an error for the first word that a user gives to the parser and that the parser would silently
// ignore or misunderstand: an input, an option of nvcc, or an option for which warpcheck has a flag of its own. The
// error explains what to write instead.
func Misplaced(words []string) error {
	for i := 0; i < len(words); i++ {
		word := words[i]
		name, _, hasValue := strings.Cut(word, "=")
		switch {
		case !strings.HasPrefix(word, "-") || word == "-" || word == "--":
			return fmt.Errorf("%s: not a flag for the parser: what is to be checked stands before them", word)
		case slices.Contains(architectures, name):
			return fmt.Errorf("%s: give the architecture with warpcheck's own --arch, as in --arch sm_90", word)
		case name == "--cuda-path":
			return fmt.Errorf("%s: give the toolkit with warpcheck's own --cuda-path", word)
		case slices.Contains(hostOptions, name):
			return fmt.Errorf("%s: an option of nvcc's: give what it holds as a flag of its own, as in -DNAME or -Ifolder", word)
		case isNvccAlone(name):
			return fmt.Errorf("%s: an option of nvcc's, and the parser knows clang's: leave it out, or give the whole command in a "+
				"compile_commands.json", word)
		case clangOptions[word].value && !hasValue || takesNext(word):
			i++
		}
	}
	return nil
}

// architectures are the options of nvcc and clang that name an architecture.
var architectures = []string{
	"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code", "--cuda-gpu-arch", "--offload-arch",
}

// hostOptions are options of nvcc that contain options for the host's compiler.
var hostOptions = []string{"-Xcompiler", "--compiler-options"}

// isNvccAlone reports whether an option of nvcc does not exist in clang, or means something else there.
func isNvccAlone(name string) bool {
	_, isNvcc := nvccOptions["-"+strings.TrimLeft(name, "-")]
	return isNvcc && !strings.HasPrefix(name, "-W") && !slices.Contains(inBoth, "-"+strings.TrimLeft(name, "-"))
}

// inBoth are the options in nvcc's table that clang has too.
var inBoth = []string{
	"-o", "-t", "-L", "-l", "-m", "-e", "-g", "-G", "-c", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MF", "-MT", "-MQ",
	"-w", "-pg", "-v", "-save-temps", "-shared", "-r", "-time", "-m64", "-m32", "-x", "-std", "-I", "-isystem", "-include", "-D",
	"-U", "-Xlinker", "-ftemplate-depth", "-ftemplate-backtrace-limit",
	"-compile", "-preprocess", "-debug", "-optimize", "-verbose", "-profile", "-define-macro", "-undefine-macro", // spelled with two dashes in clang
}

// Folders are the folders in which clang's flags look for headers.
func Folders(words []string) []string { return namedBy(folderFlags, words) }

// Named are the folders, and the headers to read before the source, that clang's flags name.
func Named(words []string) []string {
	return namedBy(append(slices.Clone(folderFlags), "-include"), words)
}

var folderFlags = []string{"-I", "-isystem", "-iquote", "-idirafter"}

// namedBy returns the paths that are the values of some flags, each in the same word or the next.
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
