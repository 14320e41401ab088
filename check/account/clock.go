package account

import "time"

// A Clock measures the phases of one unit.
type Clock struct {
	// Seconds by phase.
	Seconds map[string]float64
	started time.Time
}

// NewClock starts a clock.
func NewClock() *Clock { return &Clock{Seconds: map[string]float64{}, started: time.Now()} }

// Lap books the time since the last Lap on a phase.
func (c *Clock) Lap(phase string) {
	now := time.Now()
	c.Seconds[phase] += now.Sub(c.started).Seconds()
	c.started = now
}
