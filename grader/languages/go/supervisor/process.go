// The student's program -> one process of it, from its start to its end.

package main

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

const (
	program = "../program/student"
	// What a process writes when it has started, and when it has answered a request.
	ready = 'r'
	done  = 'd'

	endsWithin = 20 * time.Millisecond
)

// process is a running copy of the student's program. It leads a group of its own.
type process struct {
	pid   int
	down  int
	up    int
	asked bool
}

// ending is how a process came to its end.
type ending struct {
	status syscall.WaitStatus
}

// told is the ending for a reply.
func (here *ending) told() string {
	if here.status.Signaled() {
		return fmt.Sprintf(`"ended":{"signal":%d}`, here.status.Signal())
	}
	return fmt.Sprintf(`"ended":{"exit":%d}`, here.status.ExitStatus())
}

// start begins a process. Its descriptor 2 is the file for what the runtime says when it gives up; 3 brings requests,
// 4 takes replies, 5 takes signs of life, and 6 is the true standard error.
func start(crash *os.File) *process {
	downReader, down := pipe()
	up, upWriter := pipe()
	attributes := &syscall.ProcAttr{
		Env:   append(os.Environ(), "GRADER_INSIDE=1"),
		Files: []uintptr{0, 1, crash.Fd(), uintptr(downReader), replies, uintptr(upWriter), 2},
		Sys:   &syscall.SysProcAttr{Setpgid: true},
	}
	pid, err := syscall.ForkExec(program, []string{program}, attributes)
	if err != nil {
		panic(err)
	}
	syscall.Close(downReader)
	syscall.Close(upWriter)
	return &process{pid: pid, down: down, up: up}
}

func pipe() (int, int) {
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		panic(err)
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	return ends[0], ends[1]
}

// ask hands on a line; a process that has ended takes it in vain.
func (here *process) ask(line []byte) {
	here.asked = true
	for len(line) > 0 {
		count, err := syscall.Write(here.down, line)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return
		}
		line = line[count:]
	}
}

// await waits for a sign of life; how the process ended if none comes.
func (here *process) await(sign byte) *ending {
	var got [1]byte
	for {
		count, err := syscall.Read(here.up, got[:])
		switch {
		case err == syscall.EINTR:
		case err != nil || count <= 0:
			return here.ended()
		case got[0] == sign:
			return nil
		}
	}
}

// ended is how a process ended that gives no sign of life any more. It is about to end by itself, most likely.
func (here *process) ended() *ending {
	found := &ending{}
	for until := time.Now().Add(endsWithin); time.Now().Before(until); time.Sleep(time.Millisecond) {
		if pid, _ := syscall.Wait4(here.pid, &found.status, syscall.WNOHANG, nil); pid == here.pid {
			here.end()
			return found
		}
	}
	found.status = here.end()
	return found
}

// end ends the process and all of its group.
func (here *process) end() syscall.WaitStatus {
	syscall.Close(here.down)
	syscall.Close(here.up)
	syscall.Kill(-here.pid, syscall.SIGKILL)
	var status syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(here.pid, &status, 0, nil); err != syscall.EINTR {
			return status
		}
	}
}
