package load

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/warp"
)

// endOfPTX is the suffix of a PTX file.
const endOfPTX = ".ptx"

// versionLine matches the line with which a PTX module begins. No line of C++ begins like it.
var versionLine = pattern.Of(`(?m)^[ \t]*\.version[ \t]+\d+\.\d+`)

// IsPTX reports whether the job's file is PTX. The suffix decides, or the text if a text is given in place of the file.
func (j *Job) IsPTX() bool {
	return strings.HasSuffix(j.Input.Path, endOfPTX) || j.Input.Text != nil && isModule(j.Input.Text, versionLine())
}

// isModule reports whether a text has a line that begin matches (versionLine), and no #include.
func isModule(text []byte, begin *regexp.Regexp) bool {
	return begin.Match(text) && !bytes.Contains(text, []byte("#include"))
}

// NameOfStream returns the name that a text on standard input gets.
func NameOfStream(text []byte) string {
	if isModule(text, versionLine()) {
		return "stdin" + endOfPTX
	}
	return "stdin.cu"
}

// perTarget returns a job for each target of the modules in the job's file. If the file cannot be read or has no modules,
// it returns the job itself.
func (j *Job) perTarget() []*Job {
	text, err := j.ReadText()
	if err != nil {
		return []*Job{j}
	}
	var jobs []*Job
	for _, target := range ptx.Targets(text) {
		one := *j
		one.Target = target
		if arch, known := warp.ArchOf(strings.TrimPrefix(target, "sm_")); known {
			one.Arch, one.AnyArch = arch, false
		}
		jobs = append(jobs, &one)
	}
	if len(jobs) == 0 {
		return []*Job{j}
	}
	return jobs
}

// ReadText returns the text of the job's file.
func (j *Job) ReadText() (string, error) {
	if j.Input.Text != nil {
		return string(j.Input.Text), j.Input.readable()
	}
	j.Dependencies.reads(j.Input.Path)
	if err := j.Input.readable(); err != nil {
		return "", err
	}
	text, err := safefile.Read(j.Input.Path, safefile.Source)
	if err != nil {
		return "", errors.New(reason(err))
	}
	return string(text), nil
}

// SourceText returns the text of a source file that the job's PTX names. It returns "" if the file does not exist, or
// may not be quoted. It does not open a file that may not be quoted.
func (j *Job) SourceText(file string) string {
	j.Dependencies.reads(file)
	return j.QuotableText(file)
}
