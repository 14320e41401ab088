package playground

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const own = "127.0.0.1:8127"

// sent returns the answer to a request of the page with other headers.
func sent(s http.Handler, method, path, body string, headers map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = own
	r.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// small are limits that a test reaches.
var small = Limits{Text: 2048, Time: time.Minute, Running: 1, Waiting: 1, Connections: 2}

func echo(_ context.Context, q Question) (any, error) {
	if q.Arch == "none" {
		return nil, errors.New("unknown architecture")
	}
	return q, nil
}

func TestWhoIsAnswered(t *testing.T) {
	s := newSite(own, small, echo)
	for _, one := range []struct {
		name    string
		method  string
		path    string
		body    string
		headers map[string]string
		want    int
	}{
		{"the page", "GET", "/", "", nil, 200},
		{"its script", "GET", "/page.js", "", map[string]string{"Sec-Fetch-Site": "same-origin"}, 200},
		{"a link of another page", "GET", "/", "", map[string]string{"Sec-Fetch-Site": "cross-site"}, 200},
		{"a script for another page", "GET", "/page.js", "", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a text", "POST", "/check", `{"text": "a"}`, map[string]string{"Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}, 200},
		{"a text of no browser", "POST", "/check", `{"text": "a"}`, nil, 200},
		{"localhost", "POST", "/check", `{"text": "a"}`, map[string]string{"Host": "localhost:8127", "Origin": "http://localhost:8127"}, 200},
		{"a name that is made to mean this machine", "POST", "/check", `{"text": "a"}`, map[string]string{"Host": "evil.example:8127"}, 421},
		{"another port", "GET", "/", "", map[string]string{"Host": "127.0.0.1:80"}, 421},
		{"no host", "GET", "/", "", map[string]string{"Host": ""}, 421},
		{"another page", "POST", "/check", `{"text": "a"}`, map[string]string{"Origin": "http://evil.example"}, 403},
		{"a page without an origin", "POST", "/check", `{"text": "a"}`, map[string]string{"Origin": "null"}, 403},
		{"another site, by an old browser", "POST", "/check", `{"text": "a"}`, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"a question before a text", "OPTIONS", "/check", "", map[string]string{"Origin": "http://evil.example"}, 403},
		{"a form", "POST", "/check", `{"text": "a"}`, map[string]string{"Content-Type": "text/plain"}, 415},
		{"a long text", "POST", "/check", `{"text": "` + strings.Repeat("a", 2049) + `"}`, nil, 413},
		{"a longer one", "POST", "/check", `{"text": "` + strings.Repeat("a", 1<<20) + `"}`, nil, 413},
		{"no JSON", "POST", "/check", `{`, nil, 400},
		{"an unknown field", "POST", "/check", `{"file": "/etc/passwd"}`, nil, 400},
		{"a wrong question", "POST", "/check", `{"arch": "none"}`, nil, 400},
		{"a file", "GET", "/page.go", "", nil, 404},
		{"the wrong method", "GET", "/check", "", nil, 405},
	} {
		w := sent(s, one.method, one.path, one.body, one.headers)
		if w.Code != one.want {
			t.Errorf("%s: %d, want %d: %s", one.name, w.Code, one.want, w.Body)
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: headers %v", one.name, w.Header())
		}
	}
}

// More checks than the limits allow are refused, and a check whose time is over is ended.
func TestNumbersAndTime(t *testing.T) {
	limits := small
	limits.Time = 200 * time.Millisecond
	begun := make(chan struct{}, 3)
	s := newSite(own, limits, func(ctx context.Context, _ Question) (any, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	codes := make(chan int)
	ask := func() { codes <- sent(s, "POST", "/check", `{"text": "a"}`, nil).Code }
	go ask()
	<-begun
	go ask()
	go ask()
	if code := <-codes; code != http.StatusServiceUnavailable {
		t.Errorf("the third check: %d", code)
	}
	for range 2 {
		if code := <-codes; code != http.StatusGatewayTimeout {
			t.Errorf("a check without an end: %d", code)
		}
	}
}

// The server listens on the loopback address, takes few connections at a time, and ends with its context.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	address := make(chan string, 1)
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, 0, small, echo, func(a string) { address <- a }) }()
	page := <-address
	response, err := http.Post(page+"check", "application/json", strings.NewReader(`{"text": "a", "arch": "sm_90", "potential": true}`))
	if err != nil {
		t.Fatal(err)
	}
	var q Question
	if err := json.NewDecoder(response.Body).Decode(&q); err != nil || q != (Question{"a", "sm_90", true}) {
		t.Errorf("%v %v", q, err)
	}
	response.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	host := strings.TrimSuffix(strings.TrimPrefix(page, "http://"), "/")
	if !strings.HasPrefix(host, "127.0.0.1:") {
		t.Errorf("it listens on %s", host)
	}
	var open []net.Conn
	for range small.Connections + 1 {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, connection)
		_, _ = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: "+host+"\r\n\r\n")
	}
	last := open[small.Connections]
	_ = last.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if n, err := last.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Error("a connection too many is answered")
	}
	open[0].Close()
	_ = last.SetReadDeadline(time.Now().Add(time.Minute))
	if n, err := last.Read(make([]byte, 1)); n == 0 {
		t.Errorf("a connection that waits is not answered: %v", err)
	}
	if err := Run(ctx, portOf(t, host), small, echo, nil); err == nil || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("a port in use: %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func portOf(t *testing.T, host string) int {
	address, err := net.ResolveTCPAddr("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	return address.Port
}

// The page loads nothing from elsewhere, and no text of an answer becomes markup.
func TestThePageIsWhole(t *testing.T) {
	for name, file := range map[string][]byte{"page.html": page, "page.css": style, "page.js": script} {
		for _, word := range []string{"http:", "https:", "//cdn", "@import", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("} {
			if strings.Contains(string(file), word) {
				t.Errorf("%s has %s", name, word)
			}
		}
	}
}
