package rules

import "github.com/warpcheck/warpcheck/source"

// Notice is a message about the analysis itself.
type Notice struct {
	Severity Severity
	Pos      source.Pos // a zero Line: the file as a whole; an empty File: no place
	Text     string
	// Incomplete is whether something was not analysed because of it.
	Incomplete bool
}

// Suppressed is a finding that is not shown because somebody accepted it.
type Suppressed struct {
	Finding
	By Silencer
	// Pos is the place of the comment, and Reason what the comment or the configuration gives as reason.
	Pos    source.Pos
	Reason string
}

// Silencer is where a finding is accepted.
type Silencer int

// The silencers.
const (
	SilencedByBaseline Silencer = iota
	SilencedByComment
	SilencedByConfiguration
)
