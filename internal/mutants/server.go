package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/warpcheck/warpcheck/internal/mutants/mutantswitch"
)

// server is a process that tries all kernels on one mutant after the other. If the process ends or does not answer, a
// new one is started.
type server struct {
	folder        string
	program, kept string
	all           map[int]bool
	process       *exec.Cmd
	in            io.WriteCloser
	answers       chan string
}

func (s *server) String() string        { return "kernels" }
func (s *server) of() string            { return s.folder }
func (s *server) reaches() map[int]bool { return s.all }
func (s *server) isAsked(mutant) bool   { return true }

func (s *server) prepare(program, record string) error {
	var err error
	if s.program, s.kept = program, record; record[0] != '/' {
		return fmt.Errorf("%s: the folder has to be named from the root", record)
	}
	if err = s.start(); err != nil {
		return err
	}
	text, err := os.ReadFile(record)
	if err != nil {
		return err
	}
	var showings []struct{ Reached []int }
	s.all = map[int]bool{}
	if err := json.Unmarshal(text, &showings); err != nil {
		return err
	}
	for _, one := range showings {
		for _, n := range one.Reached {
			s.all[n] = true
		}
	}
	return nil
}

// start starts the process, and waits until it is ready.
func (s *server) start() error {
	s.process = exec.Command(s.program, "-test.run", "^TestServeMutants$", "-test.timeout", "0")
	s.process.Dir = s.folder
	s.process.Env = append(os.Environ(), mutantswitch.KeptVariable+"="+s.kept)
	var err error
	if s.in, err = s.process.StdinPipe(); err != nil {
		return err
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	s.answers = make(chan string)
	go func(answers chan<- string) {
		defer close(answers)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			answers <- lines.Text()
		}
	}(s.answers)
	if line, ok := <-s.answers; !ok || line != mutantswitch.Ready {
		return fmt.Errorf("the kernels are not right without a mutant: %s", line)
	}
	return nil
}

// notice sends a mutant to the process and returns its answer. It returns a text other than "" too if the process ends,
// or does not answer for three minutes. The process limits the time of each kernel, but cannot stop a loop that
// evaluates no changed condition.
func (s *server) notice(n int) (noticer string, err error) {
	const longest = 3 * time.Minute
	if s.process == nil {
		if err := s.start(); err != nil {
			return "", err
		}
	}
	if _, err := fmt.Fprintln(s.in, n); err != nil {
		return "", err
	}
	clock := time.NewTimer(longest)
	defer clock.Stop()
	for {
		select {
		case line, ok := <-s.answers:
			if !ok {
				s.close()
				return "the end of the process", nil
			}
			if answer, is := strings.CutPrefix(line, mutantswitch.Answer); is {
				return answer, nil
			}
		case <-clock.C:
			s.close()
			return "no answer", nil
		}
	}
}

// close ends the process.
func (s *server) close() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill() // the error is ignored: it means that the process has ended already
	for range s.answers {
	}
	_ = s.process.Wait() // the error is ignored: the process was killed
	s.process = nil
}
