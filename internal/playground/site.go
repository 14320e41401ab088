package playground

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Check answers a question with a value that can be encoded as JSON. It must return when ctx ends. The user sees its
// errors.
type Check func(ctx context.Context, q Question) (any, error)

var (
	//go:embed page.html
	page []byte
	//go:embed page.css
	style []byte
	//go:embed page.js
	script []byte
)

// site answers the requests of the page.
type site struct {
	limits Limits
	check  Check
	// hosts lists the values of the header Host that are answered.
	hosts []string
	// running holds an element for each check that runs. waiting holds one for each check that runs or waits for its
	// start.
	running, waiting chan struct{}
}

// newSite returns the handler of a playground that listens on an address.
func newSite(address string, limits Limits, check Check) http.Handler {
	_, port, _ := net.SplitHostPort(address)
	s := &site{limits: limits, check: check, hosts: []string{address, "localhost:" + port},
		running: make(chan struct{}, limits.Running), waiting: make(chan struct{}, limits.Running+limits.Waiting)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", file("text/html; charset=utf-8", page))
	mux.HandleFunc("GET /page.css", file("text/css; charset=utf-8", style))
	mux.HandleFunc("GET /page.js", file("text/javascript; charset=utf-8", script))
	mux.HandleFunc("POST /check", s.answer)
	return s.guarded(mux)
}

// file returns a handler that sends a file of the page.
func file(kind string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(content)
	}
}

// policy lets the page load its own files and ask its own server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded refuses requests of other pages, and sends headers that separate the page from other pages.
func (s *site) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		switch {
		case !slices.Contains(s.hosts, r.Host):
			refuse(w, http.StatusMisdirectedRequest, "this server answers for "+strings.Join(s.hosts, " and ")+" only")
		case !s.isOwn(r):
			refuse(w, http.StatusForbidden, "this server answers its own page only")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isOwn reports whether to answer a request: it comes from the page itself, from the address bar, or from a program
// that is no browser. A link on another page may also open the page, with GET of the path /.
func (s *site) isOwn(r *http.Request) bool {
	if from := r.Header.Values("Origin"); len(from) > 0 {
		host, isHTTP := strings.CutPrefix(from[0], "http://")
		return len(from) == 1 && isHTTP && host == r.Host
	}
	from := r.Header.Get("Sec-Fetch-Site")
	return from == "" || from == "same-origin" || from == "none" || r.Method == http.MethodGet && r.URL.Path == "/"
}

// answer checks the text of a request.
func (s *site) answer(w http.ResponseWriter, r *http.Request) {
	q, status, why := s.question(w, r)
	if why != "" {
		refuse(w, status, why)
		return
	}
	select {
	case s.waiting <- struct{}{}:
		defer func() { <-s.waiting }()
	default:
		w.Header().Set("Retry-After", "2")
		refuse(w, http.StatusServiceUnavailable, "too many checks at a time: try again")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.limits.Time)
	defer cancel()
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		s.refuseLate(w)
		return
	}
	result, err := s.check(ctx, q)
	switch {
	case ctx.Err() != nil:
		s.refuseLate(w)
	case err != nil:
		refuse(w, http.StatusBadRequest, err.Error())
	default:
		send(w, http.StatusOK, result)
	}
}

// question reads the question of a request. If why is not "", the request is to be refused.
func (s *site) question(w http.ResponseWriter, r *http.Request) (q Question, status int, why string) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		return q, http.StatusUnsupportedMediaType, "a question is application/json"
	}
	most := int64(s.limits.Text)*6 + 1024 // JSON may need six bytes for a character
	reader := json.NewDecoder(http.MaxBytesReader(w, r.Body, most))
	reader.DisallowUnknownFields()
	err := reader.Decode(&q)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), err == nil && len(q.Text) > s.limits.Text:
		return q, http.StatusRequestEntityTooLarge, fmt.Sprintf("the text is too long: at most %d KiB are checked", s.limits.Text>>10)
	case err != nil:
		return q, http.StatusBadRequest, "the question is no JSON that this server reads"
	}
	return q, http.StatusOK, ""
}

// refuseLate refuses a request whose time is over.
func (s *site) refuseLate(w http.ResponseWriter) {
	refuse(w, http.StatusGatewayTimeout, "the check took longer than "+s.limits.Time.String()+" and was ended")
}

// refuse answers with the reason why a request is not answered.
func refuse(w http.ResponseWriter, status int, why string) {
	send(w, status, map[string]string{"error": why})
}

func send(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
