package load

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// systemIncludes returns the folders with headers for all users of the machine, and the folders that environment
// variables name.
var systemIncludes = sync.OnceValue(func() []string {
	folders := append(filepath.SplitList(os.Getenv("CPATH")), filepath.SplitList(os.Getenv("CPLUS_INCLUDE_PATH"))...)
	for _, pattern := range []string{"/usr/include/c++/*", "/usr/include/*/c++/*", "/usr/lib/llvm-*/lib/clang/*/include",
		"/usr/local/include", "/usr/include/*-linux-*", "/usr/include"} {
		found, _ := filepath.Glob(pattern)
		folders = append(folders, found...)
	}
	return folders
})

// systemHeaders returns the paths of the machine's headers called name. There may be several, because a header may
// include the next one with its name (#include_next).
func systemHeaders(name string) []string {
	var found []string
	for _, folder := range systemIncludes() {
		if path := filepath.Join(folder, name); folder != "" && isFile(path) {
			found = append(found, path)
		}
	}
	return found
}

// hostLibrary returns the text of the headers that nvcc includes in every unit and that the prelude lacks: the rest of
// CUDA's runtime, and the machine's headers, with all headers that they include.
var hostLibrary = sync.OnceValue(func() string {
	names, _ := headers.Text(headers.Folder + "/names/runtime.h")
	text := []byte(names)
	seen := map[string]bool{}
	first, _ := headers.Text(headers.Folder + "/warpcheck/host_library.h")
	for todo := allIncludes([]byte(first)); len(todo) > 0; todo = todo[1:] {
		for _, path := range systemHeaders(todo[0]) {
			if seen[path] {
				continue
			}
			seen[path] = true
			one, _ := safefile.Read(path, safefile.Source)
			text = append(append(text, one...), '\n')
			todo = append(todo, allIncludes(one)...)
		}
	}
	return string(text)
})

// allIncludes returns the names in all #include lines of a text, under any condition.
func allIncludes(text []byte) []string {
	var names []string
	for _, m := range includeLine().FindAllSubmatch(text, -1) {
		names = append(names, string(m[2]))
	}
	return names
}

// mayBeOfHostLibrary reports whether the C library, or the rest of CUDA's runtime, may declare a name. The name, or the
// name without a final f or l, must be a word of their headers. Macros add these letters for other types of numbers.
func mayBeOfHostLibrary(name string) bool {
	text := hostLibrary()
	for _, word := range []string{name, strings.TrimSuffix(name, "f"), strings.TrimSuffix(name, "l")} {
		if lexical.HasWord(text, word) {
			return true
		}
	}
	return false
}
