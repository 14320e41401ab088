package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// actionStep is a step of the GitHub action.
type actionStep struct {
	ID, Run string
	Env     map[string]string
}

func actionSteps(t *testing.T) []actionStep {
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct{ Runs struct{ Steps []actionStep } }
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	return action.Runs.Steps
}

// The action checks what its inputs name, and its job ends with the exit code of the run.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	steps := actionSteps(t)
	var check, end actionStep
	for i, step := range steps {
		if step.ID == "check" {
			check, end = step, steps[len(steps)-1]
		}
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %d: an expression in the script, where an input could be a command", i)
		}
	}
	folder := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"good dir/a.cu": "__global__ void k() { __syncwarp(); }\n",
		"bad/a.cu":      "__global__ void k() { if (threadIdx.x < 16) __syncwarp(); }\n",
		"broken/a.cu":   "__global__ void k() { no_such_name; }\n",
	} {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(folder, "bin", "warpcheck")); err != nil {
		t.Fatal(err)
	}
	run := func(step actionStep, env ...string) (ok bool, output string) {
		outputs := filepath.Join(t.TempDir(), "outputs")
		command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		command.Dir = folder
		command.Env = append(os.Environ(), append(env, "GITHUB_OUTPUT="+outputs, "ACTION="+folder,
			"XDG_CACHE_HOME="+folder, "SARIF="+filepath.Join(folder, "out.sarif"))...)
		log, err := command.CombinedOutput()
		text, _ := os.ReadFile(outputs)
		return err == nil, string(text) + string(log)
	}
	for _, one := range []struct {
		paths, arguments, incomplete, code string
		isRun, isWell, isStrict            bool
	}{
		{"good dir", "", "", "0", true, true, true},
		{"good dir\nbad", "--potential\n--arch\nsm_80", "absent-too", "1", true, true, false},
		{"broken", "", "", "3", true, false, false},
		{"broken", "", "ignore", "0", true, true, true},
		{"broken", "--\n-Dno_such_name=", "", "0", true, true, true},
		{"bad", "--no-such-flag", "", "2", false, false, false},
	} {
		ok, output := run(check, "PATHS="+one.paths, "ARGUMENTS="+one.arguments, "INCOMPLETE="+one.incomplete)
		if ok != one.isRun || !strings.Contains(output, "exit-code="+one.code+"\n") {
			t.Errorf("%q %q: ok %v, %s", one.paths, one.arguments, ok, output)
		}
		if one.code == "3" && !strings.Contains(output, "broken/a.cu:1:23: ") {
			t.Errorf("the log does not say what was not analysed: %s", output)
		}
		if !one.isRun {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(folder, "out.sarif")); err != nil || !strings.Contains(string(text), `"2.1.0"`) {
			t.Errorf("%q: no SARIF: %v", one.paths, err)
		}
		if ok, output := run(end, "CODE="+one.code, "FAIL=false"); ok != one.isWell {
			t.Errorf("%q: the job is well: %v, %s", one.paths, ok, output)
		}
		if ok, output := run(end, "CODE="+one.code, "FAIL=true"); ok != one.isStrict {
			t.Errorf("%q: the job that fails on findings is well: %v, %s", one.paths, ok, output)
		}
	}
}

// The action takes the archive of its tag, refuses an archive with a wrong checksum, and builds the program if there is
// no archive.
func TestActionDownloads(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "dpkg", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed")
		}
	}
	var download string
	for _, step := range actionSteps(t) {
		if step.ID == "release" {
			download = step.Run
		}
	}
	architecture, err := exec.Command("dpkg", "--print-architecture").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	script := `mkdir -p v1.2.3 v1.2.4 made/bin made/lib && cd made && echo program >bin/warpcheck && echo header >lib/x.h && cd .. &&
for v in 1.2.3 1.2.4; do tar czf v$v/warpcheck-$v-linux-` + strings.TrimSpace(string(architecture)) + `.tar.gz made; done
for v in v1.2.3 v1.2.4; do (cd $v && sha256sum *.tar.gz >SHA256SUMS); done; echo spoilt >>v1.2.4/*.tar.gz`
	archives := exec.Command("bash", "-ec", script)
	if archives.Dir = files; archives.Run() != nil {
		t.Fatal("no archives are made")
	}
	for _, one := range []struct {
		ref                 string
		isWell, isInstalled bool
	}{{"v1.2.3", true, true}, {"v1.2.4", false, false}, {"v9.9.9", true, false}, {"main", true, false}} {
		action := t.TempDir()
		command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", download)
		command.Env = append(os.Environ(), "ACTION="+action, "REF="+one.ref, "FILES=file://"+files, "GITHUB_OUTPUT="+filepath.Join(action, "outputs"))
		text, err := command.CombinedOutput()
		outputs, _ := os.ReadFile(filepath.Join(action, "outputs"))
		_, failure := os.Stat(filepath.Join(action, "bin", "warpcheck"))
		told := strings.Contains(string(outputs), "downloaded=true")
		if (err == nil) != one.isWell || (failure == nil) != one.isInstalled || told != one.isInstalled {
			t.Errorf("%s: %v, installed %v, told %v: %s", one.ref, err, failure == nil, told, text)
		}
	}
}
