package lsp

import (
	"context"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// outbox holds the notifications and answers that are not written yet. An editor may read slowly, or not at all. Code
// that holds the server's mutex must not wait for the editor to read, because then the editor's messages would not be
// read either.
type outbox struct {
	mutex   sync.Mutex
	waiting []outgoing
	// some is a channel that has an element whenever the list waiting may have a message.
	some chan struct{}
}

// outgoing is a message to the editor. A notification replaces a waiting one with the same method and subject.
type outgoing struct {
	method, subject string
	params          any
	// answer is not nil if the message is the answer to a request. It is called to write the answer. An answer replaces
	// no message.
	answer func()
}

func newOutbox() *outbox { return &outbox{some: make(chan struct{}, 1)} }

// put appends a message, and removes the notifications that it replaces.
func (o *outbox) put(n outgoing) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.waiting = append(slices.DeleteFunc(o.waiting, func(old outgoing) bool {
		return n.answer == nil && old.answer == nil && old.method == n.method && old.subject == n.subject
	}), n)
	select {
	case o.some <- struct{}{}:
	default:
	}
}

// take removes and returns the first message that waits. It returns false if none waits.
func (o *outbox) take() (first outgoing, found bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.waiting) == 0 {
		return outgoing{}, false
	}
	first, o.waiting = o.waiting[0], o.waiting[1:]
	return first, true
}

// write sends the messages of the outbox, in order, until the context ends.
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
				_ = conn.Notify(ctx, n.method, n.params) // an error means that the editor has gone
			}
		}
	}
}
