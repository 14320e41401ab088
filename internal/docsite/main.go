package main

import (
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// assets are the template of a page, its style and the script that searches.
//
//go:embed page.html style.css search.js
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "page.html"))

func main() {
	root := flag.String("root", ".", "folder of the repository")
	out := flag.String("o", "dist/site", "folder to write")
	flag.Parse()
	if err := write(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "docsite:", err)
		os.Exit(1)
	}
}

// page is one page of the site.
type page struct {
	// Source is the path of the Markdown file in the repository. Path is the path of the page in the site.
	Source, Path, Title string
	Body                template.HTML
	Sections            []section
	// Links lists the targets of the links to other pages of the site, each with its anchor if it has one.
	Links []string
}

// section is the text below one heading.
type section struct {
	ID    string `json:"-"`
	Page  string `json:"p"`
	URL   string `json:"u"`
	Title string `json:"t"`
	Text  string `json:"x"`
}

// write writes the site into the folder out: its pages, the texts for the search, the style and the script. root is the
// folder of the repository.
func write(root, out string) error {
	pages, err := readPages(root)
	if err != nil {
		return err
	}
	if err := checkLinks(pages); err != nil {
		return err
	}
	var index []section
	for _, p := range pages {
		if err := writePage(out, p, pages); err != nil {
			return err
		}
		index = append(index, p.Sections...)
	}
	data, err := json.Marshal(index)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "index.js"), []byte("const sections = "+string(data)+";\n"), 0o644); err != nil {
		return err
	}
	for _, name := range []string{"style.css", "search.js"} {
		text, err := assets.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(out, name), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sources returns the Markdown files of the site, in the order of its navigation.
func sources(root string) ([]string, error) {
	first := []string{"README.md", "docs/tutorial.md", "docs/usage.md", "docs/configuration.md", "docs/editors.md", "docs/ci.md",
		"docs/adoption.md", "docs/rules.md", "docs/semantics.md", "docs/glossary.md"}
	var rest []string
	for _, glob := range []string{"docs/*.md", "CHANGELOG.md", "docs/rules/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, glob))
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			relative, err := filepath.Rel(root, file)
			if err != nil {
				return nil, err
			}
			if name := filepath.ToSlash(relative); !slices.Contains(first, name) {
				rest = append(rest, name)
			}
		}
	}
	return append(first, rest...), nil
}

func readPages(root string) ([]*page, error) {
	names, err := sources(root)
	if err != nil {
		return nil, err
	}
	var pages []*page
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		p, err := render(name, text, names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// pathOf returns the path of the page of a Markdown file.
func pathOf(source string) string {
	if source == "README.md" {
		return "index.html"
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(source, "docs/"), ".md")) + ".html"
}

// checkLinks returns an error for each link to a page or an anchor that does not exist.
func checkLinks(pages []*page) (err error) {
	known := map[string]bool{}
	for _, p := range pages {
		known[p.Path] = true
		for _, s := range p.Sections {
			known[p.Path+"#"+s.ID] = true
		}
	}
	for _, p := range pages {
		for _, link := range p.Links {
			if !known[link] {
				err = errors.Join(err, fmt.Errorf("%s: no page or anchor %s", p.Source, link))
			}
		}
	}
	return err
}

// entry is a link to a page in the navigation.
type entry struct {
	Title, URL string
	Current    bool
}

// writePage writes a page, with links to all pages.
func writePage(out string, p *page, pages []*page) error {
	var documents, rules []entry
	for _, other := range pages {
		one := entry{other.Title, relativeTo(p.Path, other.Path), other == p}
		if strings.HasPrefix(other.Path, "rules/") {
			rules = append(rules, one)
		} else {
			documents = append(documents, one)
		}
	}
	file := filepath.Join(out, filepath.FromSlash(p.Path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	var text strings.Builder
	err := pageTemplate.Execute(&text, map[string]any{"Page": p, "Documents": documents, "Rules": rules,
		"Root": strings.TrimSuffix(relativeTo(p.Path, "x"), "x")})
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text.String()), 0o644)
}

// relativeTo returns the relative URL of a page, as seen from another.
func relativeTo(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + path.Clean(to)
}
