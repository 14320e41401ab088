package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/rules/spin"
	"github.com/warpcheck/warpcheck/warp"
)

const spinWaitKey = "spin-wait-deadlock"

var spinWaitDeadlock = &Rule{
	Key:   spinWaitKey,
	Code:  "WC502",
	Title: "A lane waits for what another lane of its warp can write only later",
	Text: `On sm_6x and below the lanes of a warp that go round a loop keep the others from going
on. A lane that has taken a lock waits behind the loop for the lanes that still want it, and they
wait for the lock; two lanes that wait for each other's flags on two sides of a branch hang in the
same way, and so does one that waits for a flag which its warp sets only behind the loop. From sm_70 on each lane goes on
by itself: threads hang there that wait for shared memory which only they would set, behind their loops.

Do the work and set the lock free inside of the loop that takes it, or let one lane of the warp take
it for all.`,
	Bad: `__global__ void bad(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  *sum += threadIdx.x;
  atomicExch(lock, 0);
}
`,
	Good: `__global__ void good(int *lock, int *sum) {
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}
`,
	Severity:     Error,
	Default:      true,
	LockstepOnly: true,
	Program:      findSpinWaits,
	Independent:  findEndlessWaits,
}

func findEndlessWaits(program *cfg.Program) []Claim { return ofWaits(spin.Endless(program)) }

func findSpinWaits(program *cfg.Program) []Claim { return ofWaits(spin.Find(program)) }

func ofWaits(waits []spin.Wait) []Claim {
	var found []Claim
	for _, wait := range waits {
		if !wait.Spin.Pos.System {
			found = append(found, Claim{Finding: spinWait(&wait), Place: Place{wait.Func, wait.Spin}, Spin: spinOf(&wait)})
		}
	}
	return found
}

// spinOf returns the initial state of a run that shows that a wait hangs. It returns nil if the wait hangs in each
// execution that reaches it.
func spinOf(wait *spin.Wait) *Spin {
	if wait.IsDecidedByThreads {
		return nil
	}
	return &Spin{Cell: wait.Cell, Free: wait.Free, Warp: wait.Example.Warp}
}

func spinWait(wait *spin.Wait) Finding {
	text := "The lane that takes this lock waits behind the loop for the lanes of its warp that still want it"
	if wait.Writer != nil {
		text = "Lanes wait here for what other lanes of their warp write on another side of a branch"
	}
	if wait.Behind {
		text = "Lanes wait here for what lanes of their warp write only behind the loop"
	}
	f := ofProgram(spinWaitKey, Error, wait.Func.Name, wait.Spin.Pos, text, "waits here")
	f.Witness = spinWitness(wait)
	f.Help = "set the lock free inside of the loop that takes it, or let one lane of the warp take it"
	if wait.Writer != nil {
		f.Help = "let the lanes that write at " + linetext.Of(wait.Writer.Pos) + " do so before the lanes part"
		f.Related = []Related{{Pos: wait.Writer.Pos, Text: "written here"}}
	}
	return f
}

// spinWitness describes two lanes that wait for each other, or one that waits for itself.
func spinWitness(wait *spin.Wait) []string {
	one, other := wait.Example.Lane, wait.Example.Other
	if wait.Writer == nil {
		return []string{blockOf(wait.Example.Warp),
			fmt.Sprintf("lane %d takes the lock and waits behind the loop for lane %d, which goes round until the lock is free", one, other)}
	}
	if wait.Behind && one == other {
		return []string{blockOf(wait.Example.Warp),
			fmt.Sprintf("lane %d goes round until a lane has come to %s that waits as well: itself, or one of a circle", one, linetext.Of(wait.Writer.Pos))}
	}
	if wait.Behind {
		return []string{blockOf(wait.Example.Warp),
			fmt.Sprintf("lane %d goes round until lane %d has come to %s, which waits for it behind the loop", one, other, linetext.Of(wait.Writer.Pos))}
	}
	return []string{blockOf(wait.Example.Warp),
		fmt.Sprintf("lane %d goes round before lane %d has come to %s, which waits until it has left the loop", one, other, linetext.Of(wait.Writer.Pos))}
}

// blockOf returns words for the smallest block that has warp w, and for that warp.
func blockOf(w int) string { return fmt.Sprintf("block %d, warp %d", (w+1)*warp.Size, w) }
