package lsp

import (
	"context"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// outbox has the notifications and answers that are not written yet. An editor may read slowly, or not at all; who
// holds the server's mutex must not wait for it, so that what the editor sends is still read.
type outbox struct {
	mutex   sync.Mutex
	waiting []notification
	// some has an element when there are notifications.
	some chan struct{}
}

// notification is one that replaces those before it that have the same method and subject.
type notification struct {
	method, subject string
	params          any
	// answer, if it is not nil, is not a notification: it writes an answer, which replaces nothing.
	answer func()
}

func newOutbox() *outbox { return &outbox{some: make(chan struct{}, 1)} }

// put leaves a notification to be written, in the place of one that it makes out of date.
func (o *outbox) put(n notification) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.waiting = append(slices.DeleteFunc(o.waiting, func(old notification) bool {
		return n.answer == nil && old.answer == nil && old.method == n.method && old.subject == n.subject
	}), n)
	select {
	case o.some <- struct{}{}:
	default:
	}
}

// take removes the first that waits, if there is one.
func (o *outbox) take() (first notification, is bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.waiting) == 0 {
		return notification{}, false
	}
	first, o.waiting = o.waiting[0], o.waiting[1:]
	return first, true
}

// write sends what is put, one after the other, until the context ends.
func (o *outbox) write(ctx context.Context, conn *jsonrpc2.Conn) {
	for {
		select {
		case <-o.some:
		case <-ctx.Done():
			return
		}
		for n, is := o.take(); is; n, is = o.take() {
			if n.answer != nil {
				n.answer()
			} else {
				_ = conn.Notify(ctx, n.method, n.params) // an editor that has gone hears nothing
			}
		}
	}
}
