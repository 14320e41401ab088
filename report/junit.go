package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// These are the elements of JUnit's format that readers of all its dialects understand.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		File      string        `xml:"file,attr,omitempty"`
		Line      int           `xml:"line,attr,omitempty"`
		Failure   *junitOutcome `xml:"failure"`
		Error     *junitOutcome `xml:"error"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes test results: a suite for each file, with a failure for each finding and an error for each part that was
// not analysed. A clean run becomes one test that passed, because some readers take a report without tests for a
// mistake. Undecided and unconfirmed questions are not written, because they are no failures.
func JUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: "warpcheck"}
	for i := range r.Findings {
		f := &r.Findings[i]
		text := r.place(f.Pos) + ": " + brief(f)
		if f.Help != "" {
			text += "\nhelp: " + f.Help
		}
		all.add(r, f.Pos, f.Key, junitCase{Failure: &junitOutcome{brief(f), f.Severity.String(), text}})
	}
	for i := range r.Notices {
		n := &r.Notices[i]
		outcome := &junitOutcome{n.Text, n.Severity.String(), n.Text}
		switch {
		case n.Incomplete:
			all.add(r, n.Pos, "analysis", junitCase{Error: outcome})
		case n.Severity >= rules.Warning:
			all.add(r, n.Pos, "suppression", junitCase{Failure: outcome})
		}
	}
	if len(all.Suites) == 0 {
		all.Suites = []junitSuite{{Name: "warpcheck", Tests: 1, Cases: []junitCase{{Name: "clean", ClassName: "warpcheck"}}}}
	}
	all.count()
	return writeXML(w, xml.Header, all)
}

// add adds a case to the suite of its file. name is the name of the case, without its place.
func (s *junitSuites) add(r *Report, pos source.Pos, name string, c junitCase) {
	suite := "warpcheck"
	if pos.File != "" {
		suite = r.path(pos.File)
		c.File, c.Line = suite, pos.Line
	}
	c.Name, c.ClassName = name, suite
	if pos.Line > 0 {
		c.Name = fmt.Sprintf("%s at %d:%d", name, pos.Line, pos.Column)
	}
	for i := range s.Suites {
		if s.Suites[i].Name == suite {
			s.Suites[i].Cases = append(s.Suites[i].Cases, c)
			return
		}
	}
	s.Suites = append(s.Suites, junitSuite{Name: suite, Cases: []junitCase{c}})
}

// count fills in the totals of the suites and of s.
func (s *junitSuites) count() {
	for i := range s.Suites {
		suite := &s.Suites[i]
		suite.Tests = len(suite.Cases)
		for _, c := range suite.Cases {
			if c.Failure != nil {
				suite.Failures++
			}
			if c.Error != nil {
				suite.Errors++
			}
		}
		s.Tests, s.Failures, s.Errors = s.Tests+suite.Tests, s.Failures+suite.Failures, s.Errors+suite.Errors
	}
}
