package playground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// loopback is the address on which the playground listens.
const loopback = "127.0.0.1"

// Run serves the page on a port of the loopback address until the context ends. Port 0 stands for any free port. Run
// calls ready with the address of the page.
func Run(ctx context.Context, port int, limits Limits, check Check, ready func(address string)) error {
	listener, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("port %d: %w", port, reason(err))
	}
	address := listener.Addr().String()
	server := &http.Server{
		Handler:           newSite(address, limits, check),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      limits.Time + 20*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // no log, because it would contain text from whoever connects
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	ready("http://" + address + "/")
	err = server.Serve(&bounded{Listener: listener, free: make(chan struct{}, limits.Connections), closed: make(chan struct{})})
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// reason returns the cause of an error of net.Listen without the address, because the caller's message names the
// address.
func reason(err error) error {
	var of *net.OpError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// bounded is a listener that accepts a limited number of connections at a time.
type bounded struct {
	net.Listener
	free chan struct{}
	// closed is closed when no more connections are to be accepted.
	closed chan struct{}
	once   sync.Once
}

// Close closes the listener. It also ends a call of Accept that waits.
func (b *bounded) Close() error {
	b.once.Do(func() { close(b.closed) })
	return b.Listener.Close()
}

// Accept waits until there are few enough connections, and then for the next one.
func (b *bounded) Accept() (net.Conn, error) {
	select {
	case b.free <- struct{}{}:
	case <-b.closed:
		return nil, net.ErrClosed
	}
	connection, err := b.Listener.Accept()
	if err != nil {
		<-b.free
		return nil, err
	}
	return &counted{Conn: connection, end: func() { <-b.free }}, nil
}

// counted is a connection that reports its end once.
type counted struct {
	net.Conn
	once sync.Once
	end  func()
}

// Close closes the connection.
func (c *counted) Close() error {
	c.once.Do(c.end)
	return c.Conn.Close()
}
