package rules

import "github.com/warpcheck/warpcheck/source"

// Notice is a message about the analysis itself.
type Notice struct {
	Severity Severity
	Pos      source.Pos // the place; without a Line it is the whole file, and without a File there is no place
	Text     string
	// Incomplete reports whether the message is about something that was not analysed.
	Incomplete bool
}

// Suppressed is a finding that is not shown because a user accepted it.
type Suppressed struct {
	Finding
	By Silencer
	// Pos is the place of the comment. Reason is the reason that the comment or the configuration gives.
	Pos    source.Pos
	Reason string
}

// Silencer is the means by which a finding was accepted.
type Silencer int

// The silencers.
const (
	SilencedByBaseline Silencer = iota
	SilencedByComment
	SilencedByConfiguration
)
