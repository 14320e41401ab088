package account

import "time"

// A Clock measures the phases of one unit.
type Clock struct {
	// Seconds maps the name of a phase to the seconds that it took.
	Seconds map[string]float64
	started time.Time
}

// NewClock returns a clock whose first phase starts now.
func NewClock() *Clock { return &Clock{Seconds: map[string]float64{}, started: time.Now()} }

// Lap adds the time since the last call of Lap to a phase.
func (c *Clock) Lap(phase string) {
	now := time.Now()
	c.Seconds[phase] += now.Sub(c.started).Seconds()
	c.started = now
}
