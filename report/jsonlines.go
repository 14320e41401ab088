package report

import (
	"encoding/json"
	"io"

	"github.com/warpcheck/warpcheck/rules"
)

// These are the lines of the format jsonl. Kind is the kind of a line: finding, unconfirmed, undecided, notice or
// stats.
type (
	findingLine struct {
		Kind string `json:"kind"`
		jsonFinding
	}
	noticeLine struct {
		Kind string `json:"kind"`
		jsonNotice
	}
	statsLine struct {
		Kind    string `json:"kind"`
		Version int    `json:"version"`
		jsonStats
	}
)

// JSONLines writes one JSON object a line: those of [JSON], each with its kind, and the figures of the run last. A
// report without the line of figures was cut off.
func JSONLines(w io.Writer, r *Report) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, list := range []struct {
		kind     string
		findings []rules.Finding
	}{{"finding", r.Findings}, {"unconfirmed", r.Unconfirmed}, {"undecided", r.Undecided}} {
		for i := range list.findings {
			if err := encoder.Encode(findingLine{list.kind, r.jsonFinding(&list.findings[i])}); err != nil {
				return err
			}
		}
	}
	for i := range r.Notices {
		if err := encoder.Encode(noticeLine{"notice", r.jsonNotice(&r.Notices[i])}); err != nil {
			return err
		}
	}
	return encoder.Encode(statsLine{"stats", jsonVersion, jsonStats(r.Stats)})
}
