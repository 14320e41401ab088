package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// plistHeader is the beginning of a property list.
const plistHeader = xml.Header + `<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n"

// The elements of a property list: values are texts, numbers, lists and dictionaries.
type (
	plist struct {
		XMLName xml.Name `xml:"plist"`
		Version string   `xml:"version,attr"`
		Root    plistDict
	}
	plistDict    []plistEntry
	plistEntry   struct{ Key, Value any }
	plistArray   []any
	plistText    string
	plistInteger int
)

// MarshalXML writes a dictionary, the keys in the order given.
func (d plistDict) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	start := xml.StartElement{Name: xml.Name{Local: "dict"}}
	return encodeAll(e, start, func() error {
		for _, one := range d {
			if err := e.EncodeElement(one.Key, xml.StartElement{Name: xml.Name{Local: "key"}}); err != nil {
				return err
			}
			if err := e.Encode(one.Value); err != nil {
				return err
			}
		}
		return nil
	})
}

// MarshalXML writes a list.
func (a plistArray) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	return encodeAll(e, xml.StartElement{Name: xml.Name{Local: "array"}}, func() error {
		for _, one := range a {
			if err := e.Encode(one); err != nil {
				return err
			}
		}
		return nil
	})
}

// MarshalXML writes a text.
func (t plistText) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	return e.EncodeElement(string(t), xml.StartElement{Name: xml.Name{Local: "string"}})
}

// MarshalXML writes a number.
func (n plistInteger) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	return e.EncodeElement(int(n), xml.StartElement{Name: xml.Name{Local: "integer"}})
}

// encodeAll writes an element with what content writes in it.
func encodeAll(e *xml.Encoder, start xml.StartElement, content func() error) error {
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	if err := content(); err != nil {
		return err
	}
	return e.EncodeToken(start.End())
}

// CodeChecker writes the property list that `CodeChecker parse` and `CodeChecker store` read. It has the form of the
// list of clang's analyser. Its paths are absolute, as CodeChecker opens the files. Findings without a place are left
// out, because CodeChecker refuses them.
func CodeChecker(w io.Writer, r *Report) error {
	c := codecheckerWriter{r: r, identities: newIdentities(r), numbers: map[string]int{}}
	diagnostics := plistArray{}
	for _, d := range r.diagnostics() {
		if d.Pos.File != "" {
			diagnostics = append(diagnostics, c.diagnostic(d))
		}
	}
	tool := plistDict{{"name", plistText("warpcheck")}, {"version", plistText(r.Version)}}
	return writeXML(w, plistHeader, plist{Version: "1.0", Root: plistDict{
		{"diagnostics", diagnostics}, {"files", c.files},
		{"metadata", plistDict{{"analyzer", plistDict{{"name", plistText("warpcheck")}}}, {"generated_by", tool}}},
	}})
}

// codecheckerWriter numbers the files of the report.
type codecheckerWriter struct {
	r          *Report
	identities *identities
	files      plistArray
	numbers    map[string]int
}

func (c *codecheckerWriter) diagnostic(d Diagnostic) plistDict {
	group, key := "warpcheck", "warpcheck"
	if rule := rules.ByKey(d.Key); rule != nil {
		group, key = rule.Group().Name, "warpcheck-"+d.Key
	}
	path := plistArray{}
	for _, place := range d.Places {
		path = append(path, c.event(place.Pos, place.Text))
	}
	path = append(path, c.event(d.Pos, d.Text))
	return plistDict{
		{"category", plistText(group)}, {"check_name", plistText(key)}, {"description", plistText(d.Text)},
		{"issue_hash_content_of_line_in_context", plistText(c.identities.next(d.Pos, d.Key, d.Text))},
		{"location", c.location(d.Pos)}, {"path", path}, {"type", plistText(fmt.Sprintf("warpcheck %s", d.Severity))},
	}
}

// event returns one step of the path to a diagnostic.
func (c *codecheckerWriter) event(pos source.Pos, text string) plistDict {
	return plistDict{{"depth", plistInteger(0)}, {"kind", plistText("event")}, {"location", c.location(pos)},
		{"extended_message", plistText(text)}, {"message", plistText(text)}}
}

func (c *codecheckerWriter) location(pos source.Pos) plistDict {
	file := pos.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(c.r.Root, file)
	}
	file = legible.Text(filepath.ToSlash(file))
	number, isKnown := c.numbers[file]
	if !isKnown {
		number = len(c.files)
		c.numbers[file] = number
		c.files = append(c.files, plistText(file))
	}
	return plistDict{{"col", plistInteger(max(pos.Column, 1))}, {"file", plistInteger(number)}, {"line", plistInteger(max(pos.Line, 1))}}
}
