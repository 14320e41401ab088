package main

import (
	"bytes"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// repository is the address of files that have no page on the site.
const repository = "https://github.com/warpcheck/warpcheck/blob/main/"

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// render makes the page of a Markdown file. names lists the files that have pages.
func render(name string, source []byte, names []string) (*page, error) {
	p := &page{Source: name, Path: pathOf(name)}
	tree := markdown.Parser().Parse(text.NewReader(source))
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, is := n.(*ast.Link); is && entering {
			link.Destination = []byte(p.target(string(link.Destination), names))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	p.addSections(tree, source)
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, tree); err != nil {
		return nil, err
	}
	p.Body = template.HTML(reachable(body.String()))
	return p, nil
}

// reachable changes HTML so that the keyboard can scroll what is wider than the page, and so that an empty cell of a
// table is no heading.
func reachable(html string) string {
	return strings.NewReplacer("<th></th>", "<td></td>", "<pre>", `<pre tabindex="0">`,
		"<table>", `<div class="wide" tabindex="0" role="group" aria-label="table"><table>`, "</table>", "</table></div>").Replace(html)
}

// target returns the target that a link has in the site: a page of the site, or a file in the repository on the web. A
// link with a complete URL is not changed.
func (p *page) target(link string, names []string) string {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return link
	}
	file, anchor, hasAnchor := strings.Cut(link, "#")
	full := p.Source
	if file != "" {
		full = path.Join(path.Dir(p.Source), file)
	}
	if !slices.Contains(names, full) {
		return repository + full
	}
	to := pathOf(full)
	if hasAnchor {
		anchor = "#" + anchor
	}
	p.Links = append(p.Links, to+anchor)
	return relativeTo(p.Path, to) + anchor
}

// addSections finds the title of a page and its sections.
func (p *page) addSections(tree ast.Node, source []byte) {
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		heading, is := n.(*ast.Heading)
		if !is {
			if len(p.Sections) > 0 {
				last := &p.Sections[len(p.Sections)-1]
				last.Text = strings.Join(strings.Fields(last.Text+" "+plain(n, source)), " ")
			}
			continue
		}
		title := strings.TrimSpace(plain(heading, source))
		if p.Title == "" {
			p.Title = title
		}
		id, _ := heading.BaseBlock.BaseNode.AttributeString("id")
		anchor, _ := id.([]byte)
		p.Sections = append(p.Sections, section{ID: string(anchor), Page: p.Title, URL: p.Path + "#" + string(anchor), Title: title})
	}
}

// plain returns the text of a node without marks.
func plain(n ast.Node, source []byte) string {
	var all strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			all.Write(n.Segment.Value(source))
			if n.SoftLineBreak() {
				all.WriteByte(' ')
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				all.Write(line.Value(source))
			}
		}
		if n.Type() == ast.TypeBlock {
			all.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return all.String()
}
