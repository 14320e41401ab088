// Package playground serves a page for a browser of the same machine: one types CUDA on the left, and sees on the right
// what is found and which lanes arrive.
//
// It is the only package that may listen for connections (internal/safefile has the test). A page of the internet must
// not reach it through the browser, and what is typed must not reach anybody else:
//
//   - It listens on the loopback address alone.
//   - It answers a request only if the header Host names that address or localhost. So it refuses a request to a name
//     of the internet that is made to mean this machine (DNS rebinding).
//   - It refuses a request with the header Origin of another page. A text must be sent as JSON. For another page, a
//     browser first asks the server whether it may send JSON, and the server does not allow it.
//   - The page loads nothing but its own two files, and no other page may show it in a frame.
//   - A text, the time of a request, and the numbers of requests and connections at a time have limits ([Limits]).
//
// The package does not analyse. Its user gives it a function that does, with limits of its own.
package playground

import "time"

// Question is what the page asks: a text to check, and how.
type Question struct {
	Text string `json:"text"`
	// Arch is an architecture such as sm_90, "" for the default one.
	Arch      string `json:"arch"`
	Potential bool   `json:"potential"`
}

// Limits bound what a user of the page may take: text, time, checks and connections.
type Limits struct {
	// Text is the largest number of bytes of a text.
	Text int
	// Time bounds a check, from the request to the answer.
	Time time.Duration
	// Running is the number of checks at a time, and Waiting the number of those that may wait.
	Running, Waiting int
	// Connections is the number of connections at a time.
	Connections int
}

// DefaultLimits are the limits that the command uses. They are ample for one person with one or two windows and a text of
// a few kilobytes.
var DefaultLimits = Limits{Text: 256 << 10, Time: 2 * time.Minute, Running: 1, Waiting: 4, Connections: 32}
