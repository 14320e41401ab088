package host

// mostSteps bounds the statements and expressions that are run for a unit. mostStepsApart bounds the steps of a
// function that is run again separately, and mostStepsAllApart the steps of all these functions together.
// mostStepsWritten bounds the steps for the block that is written in the text of a launch.
const (
	mostSteps         = 1 << 20
	mostStepsApart    = 1 << 17
	mostStepsAllApart = 1 << 21
	mostStepsWritten  = 1 << 12
)

// budget counts the steps of a run: statements, expressions, and work on values.
type budget struct{ steps int }

// goesOn counts one step, and reports whether steps are left.
func (b *budget) goesOn() bool {
	b.steps++
	return !b.isSpent()
}

// spend counts several steps.
func (b *budget) spend(steps int) { b.steps += steps }

// isSpent reports whether no steps are left.
func (b *budget) isSpent() bool { return b.steps > mostSteps }

// allow sets the number of steps that are left.
func (b *budget) allow(steps int) { b.steps = mostSteps - steps }

// since returns the number of steps that were taken after allow(allowed).
func (b *budget) since(allowed int) int { return min(allowed, allowed+b.steps-mostSteps) }
