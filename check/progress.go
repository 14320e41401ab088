package check

import (
	"sync"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
)

// Progress is how far a run has come.
type Progress struct {
	// Done counts the units that are analysed, Units all units. When the sources are done, Units grows by the headers
	// that no source includes.
	Done, Units int
	// Kernels counts the kernels of the units that are done. Findings counts the definite findings in these units, of
	// all rules, before equal findings are merged.
	Kernels, Findings int
	// Current is the file of the unit that was begun last.
	Current string
}

// watcher reports the progress of a run. Units are analysed in parallel, but calls of report never overlap.
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

// planned adds units that are to be analysed.
func (w *watcher) planned(n int) { w.change(func(p *Progress) { p.Units += n }) }

// begun reports that a unit is being analysed.
func (w *watcher) begun(u *unit) { w.change(func(p *Progress) { p.Current = u.Input.Path }) }

// finished adds the results of a unit.
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
