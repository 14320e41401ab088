package house

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const importPath = "github.com/warpcheck/warpcheck/"

// Each package of lanes imports only packages above it in the table of docs/architecture.md, which lists all of them.
func TestLayersOfLanes(t *testing.T) {
	root := filepath.Join("..", "..")
	layers := layersOf(t, filepath.Join(root, "docs", "architecture.md"))
	for i, layer := range layers {
		for _, imported := range importsOf(t, filepath.Join(root, layer)) {
			if !isOfLanes(imported) {
				continue
			}
			if at := slices.Index(layers, imported); at < 0 || at >= i {
				t.Errorf("%s imports %s, which is not above it in the table of layers", layer, imported)
			}
		}
	}
	for _, folder := range packagesBelow(t, root, "lanes") {
		if !slices.Contains(layers, folder) {
			t.Errorf("%s is missing in the table of layers", folder)
		}
	}
}

func isOfLanes(path string) bool { return path == "lanes" || strings.HasPrefix(path, "lanes/") }

// layersOf lists the packages of lanes in the first column of a document's tables, from top to bottom.
func layersOf(t *testing.T, document string) (layers []string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`(lanes(?:/[a-z/]+)?)`")
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) == 4 {
			for _, found := range name.FindAllStringSubmatch(cells[1], -1) {
				layers = append(layers, found[1])
			}
		}
	}
	return layers
}

// importsOf lists the packages of the program that a package imports, without those that its tests import.
func importsOf(t *testing.T, folder string) (paths []string) {
	t.Helper()
	for _, file := range sources(t, folder) {
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range syntax.Imports {
			if path, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), importPath); ours {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// packagesBelow lists the folders that contain a package: the given one and those below it.
func packagesBelow(t *testing.T, root, folder string) (folders []string) {
	t.Helper()
	if len(sources(t, filepath.Join(root, folder))) > 0 {
		folders = append(folders, folder)
	}
	entries, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != "testdata" {
			folders = append(folders, packagesBelow(t, root, folder+"/"+entry.Name())...)
		}
	}
	return folders
}

// sources lists the Go files in a folder, without tests.
func sources(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}
