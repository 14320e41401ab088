package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// playgroundOf starts the program as a playground, and returns the address of its page.
func playgroundOf(t *testing.T) string {
	t.Helper()
	run := exec.Command("warpcheck", "playground", "--port", "0")
	said, err := run.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Signal(unix.SIGTERM)
		if err := run.Wait(); err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	address, _, isPage := strings.Cut(strings.TrimPrefix(line, "open "), " in a browser")
	if err != nil || !isPage {
		t.Fatalf("%q, %v", line, err)
	}
	return address
}

// asked sends a question to a playground, and returns the status and the text of the answer.
func asked(t *testing.T, address, host, text string) (int, string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"text": text})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, address+"check", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Host = host
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// The program as a playground finds a fault and the lanes, includes no file of the machine, names no path of it, and
// refuses another host and a long text.
func TestPlayground(t *testing.T) {
	t.Parallel()
	address := playgroundOf(t)
	const kernel = "__global__ void k(int *o) {\n  if (threadIdx.x < 16) o[0] = __shfl_sync(~0u, o[0], 1);\n}\nint main() { k<<<1, 32>>>(nullptr); }\n"
	status, answer := asked(t, address, "", kernel)
	for _, want := range []string{`"key":"not_participating_lane_in_mask"`, `"path":"kernel.cu","line":2,"column":32`,
		`"collectives":[{"line":2,"column":32`, `"arrives":"0x0000ffff","depends":"0x00000000","masks":["0xffffffff"]`} {
		if status != http.StatusOK || !strings.Contains(answer, want) {
			t.Errorf("%d, no %s: %s", status, want, answer)
		}
	}
	status, answer = asked(t, address, "", "__global__ void k(int n) {\n  for (int i = threadIdx.x; i < n; i += 32) __syncwarp();\n"+
		"  if (threadIdx.x < 16) __syncwarp();\n}\n")
	if status != http.StatusOK || !strings.Contains(answer, "by a launch of k in the text") ||
		!strings.Contains(answer, "(the box of potential findings shows those that a run confirms)") || strings.Contains(answer, "--") {
		t.Errorf("words of the command line: %d %s", status, answer)
	}
	folder := t.TempDir()
	writeFile(t, folder+"/secret.cuh", "__global__ void secret() { if (threadIdx.x < 3) __syncwarp(); }")
	status, answer = asked(t, address, "", "#include \""+folder+"/secret.cuh\"\n#include <../../etc/passwd>\nint f() { return __FILE__; }\n")
	if status != http.StatusOK || strings.Contains(answer, "void secret") || strings.Contains(answer, "not_participating") ||
		strings.Contains(answer, os.TempDir()+"/warpcheck-") {
		t.Errorf("%d: %s", status, answer)
	}
	if status, answer := asked(t, address, "playground.example", kernel); status != http.StatusMisdirectedRequest {
		t.Errorf("another host: %d %s", status, answer)
	}
	if status, answer := asked(t, address, "", strings.Repeat("//\n", 100_000)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long text: %d %s", status, answer)
	}
}
