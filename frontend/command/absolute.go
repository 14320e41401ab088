package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pathFlags lists the flags whose value is a path, in the same word or the next. If a flag begins with another one, it
// comes first.
var pathFlags = []string{
	"-include-pch", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot",
	"-iprefix", "-I", "-F",
}

// valueFlags lists the other flags whose value may be the next word.
var valueFlags = []string{"-D", "-U", "-x", "-Xclang", "-Xpreprocessor", "-mllvm", "-target"}

// takesNext reports whether flag is a flag of clang whose value is the next word.
func takesNext(flag string) bool {
	return slices.Contains(pathFlags, flag) || slices.Contains(valueFlags, flag)
}

// WithoutValue returns the last of clang's flags in args if its value is missing. Otherwise it returns "".
func WithoutValue(args []string) string {
	for i := 0; i < len(args); i++ {
		if !takesNext(args[i]) {
			continue
		}
		if i++; i == len(args) {
			return args[i-1]
		}
	}
	return ""
}

// Absolute returns clang's flags with relative paths resolved from a directory. clang's own -working-directory would
// change the directory of the whole process.
func Absolute(args []string, directory string) []string {
	resolved := slices.Clone(args)
	for i := 0; i < len(resolved); i++ {
		flag := pathFlag(resolved[i])
		switch {
		case flag == "":
		case flag != resolved[i]:
			resolved[i] = flag + under(directory, resolved[i][len(flag):], flag)
		case i+1 < len(resolved):
			i++
			resolved[i] = under(directory, resolved[i], flag)
		}
	}
	return resolved
}

func pathFlag(arg string) string {
	for _, flag := range pathFlags {
		if strings.HasPrefix(arg, flag) {
			return flag
		}
	}
	return ""
}

// under returns path, resolved from directory. The name of a header to include stays unchanged if the header is not in
// directory, because it may be on the include path. flag is the flag before path, such as -include for a header.
func under(directory, path, flag string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	joined := filepath.Join(directory, path)
	if flag == "-include" || flag == "-imacros" {
		if _, err := os.Stat(joined); err != nil {
			return path
		}
	}
	return joined
}

// From returns flags with the paths of folders and headers relative to folder, if they are below it. The flags are then
// the same for a copy of the tree at another place.
func From(folder string, flags []Flag) []Flag {
	near := slices.Clone(flags)
	for i, f := range near {
		if !f.kind.isFolder() && f.kind != Header || !filepath.IsAbs(f.value) {
			continue
		}
		if below, err := filepath.Rel(folder, f.value); err == nil && filepath.IsLocal(below) {
			near[i] = Flag{f.kind, "./" + below}
		}
	}
	return near
}
