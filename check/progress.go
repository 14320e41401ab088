package check

import (
	"sync"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
)

// Progress counts what a run has analysed so far.
type Progress struct {
	// Done is the number of analysed units, Units the number of all units. When the sources are done, Units grows by
	// the headers that no source includes.
	Done, Units int
	// Kernels is the number of kernels in the analysed units. Findings is the number of definite findings in them, of
	// all rules, before equal findings are merged.
	Kernels, Findings int
	// Current is the file of the unit that was started last.
	Current string
}

// watcher reports the progress of a run. Units are analysed in parallel, but calls of report do not overlap.
type watcher struct {
	report func(Progress)
	lock   sync.Mutex
	now    Progress
}

// change makes a change to the progress and reports it.
func (w *watcher) change(edit func(*Progress)) {
	if w.report == nil {
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	edit(&w.now)
	w.report(w.now)
}

// planned adds n to the number of units to be analysed.
func (w *watcher) planned(n int) { w.change(func(p *Progress) { p.Units += n }) }

// begun records that the analysis of a unit has begun.
func (w *watcher) begun(u *unit) { w.change(func(p *Progress) { p.Current = u.Input.Path }) }

// finished counts a unit as done, and its findings.
func (w *watcher) finished(results []result.Unit) {
	w.change(func(p *Progress) {
		p.Done++
		for _, one := range results {
			p.Kernels += len(one.Kernels)
			for _, f := range one.Findings {
				if f.Certainty == lanes.Definite {
					p.Findings++
				}
			}
		}
	})
}
