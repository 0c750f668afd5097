// Requests on one descriptor -> processes of the student's program that answer them on another.
//
// Go can't fork, so each fresh state is a new process of the student's program; the supervisor starts them and holds
// none of the student's code. A process takes about 1 ms. The first request after loading gets the process that was
// started for loading, since nothing has been asked of it yet.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"syscall"
)

const (
	requests = 3
	replies  = 4
	refused  = 125
)

// request is a line; the steps stay as they came.
type request struct {
	ID    string            `json:"id"`
	Do    string            `json:"do"`
	State string            `json:"state"`
	Steps []json.RawMessage `json:"steps"`
}

// single is a request of one step, and the number of that step among all.
type single struct {
	ID    string            `json:"id"`
	First int               `json:"first"`
	Steps []json.RawMessage `json:"steps"`
}

func main() {
	if _, err := os.Stat("../.inside"); err != nil {
		os.Stderr.WriteString("this is meant for the inside of a sandbox\n")
		os.Exit(refused)
	}
	syscall.CloseOnExec(requests)
	syscall.CloseOnExec(replies)
	crash, err := openCrash()
	if err != nil {
		panic(err)
	}
	serve(&supervisor{crash: crash})
}

func serve(here *supervisor) {
	var lines lines
	for {
		line := lines.next()
		if line == nil {
			break
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		switch {
		case asked.Do == "load":
			here.load(asked.ID)
		case asked.State == "each":
			here.eachApart(asked)
		default:
			if asked.State == "new" {
				here.renew()
			}
			here.run(asked.ID, line)
		}
	}
	here.end()
}

// supervisor holds the one process that may be asked at a time.
type supervisor struct {
	crash   *os.File
	process *process
}

func (here *supervisor) load(id string) {
	told, err := os.ReadFile("../driver/loaded.json")
	if err != nil {
		panic(err)
	}
	here.renew()
	loaded := `"loaded":` + string(told)
	ending := here.process.await(ready)
	if ending == nil {
		say(id, loaded)
		return
	}
	here.process = nil
	if raised := here.raised(ending); raised != "" {
		say(id, raised+","+loaded)
	} else {
		say(id, ending.told())
	}
}

func (here *supervisor) run(id string, line []byte) {
	if here.process == nil {
		here.renew()
	}
	here.process.ask(line)
	here.finish(id, here.process.await(done))
}

// eachApart asks each step of a process of its own, up to the first that does not come to its end.
func (here *supervisor) eachApart(asked request) {
	for number, step := range asked.Steps {
		here.renew()
		line, err := json.Marshal(single{asked.ID, number, []json.RawMessage{step}})
		if err != nil {
			panic(err)
		}
		here.process.ask(append(line, '\n'))
		ending := here.process.await(done)
		here.finish(asked.ID, ending)
		here.end()
		if ending != nil {
			break
		}
	}
}

// finish says how the process ended, if it did.
func (here *supervisor) finish(id string, ending *ending) {
	if ending == nil {
		return
	}
	here.process = nil
	text := `"n":0,` + ending.told()
	if raised := here.raised(ending); raised != "" {
		text += "," + raised
	}
	say(id, text)
}

// raised is what the runtime said when it gave up, for a reply, or empty; all else that it printed goes to standard
// error.
func (here *supervisor) raised(ending *ending) string {
	said := readCrash(here.crash)
	printed, fault := explain(said)
	if ending.status.ExitStatus() != crashed || fault == nil {
		os.Stderr.Write(said)
		return ""
	}
	os.Stderr.Write(printed)
	told, err := json.Marshal(fault)
	if err != nil {
		panic(err)
	}
	return `"raised":` + string(told)
}

// renew sees to a process of which nothing has been asked.
func (here *supervisor) renew() {
	if here.process != nil && !here.process.asked {
		return
	}
	here.end()
	here.crash.Truncate(0)
	here.process = start(here.crash)
}

func (here *supervisor) end() {
	if here.process != nil {
		here.process.end()
		here.process = nil
	}
}

// say writes one reply, whole and at once.
func say(id, text string) {
	for rest := []byte(`{"id":` + strconv.Quote(id) + "," + text + "}\n"); len(rest) > 0; {
		count, err := syscall.Write(replies, rest)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			os.Exit(0)
		}
		rest = rest[count:]
	}
}

// lines gives whole lines of the requests.
type lines struct {
	rest []byte
}

// next is the next line with its end, nil when there are no more.
func (here *lines) next() []byte {
	looked := 0
	for {
		if at := bytes.IndexByte(here.rest[looked:], '\n'); at >= 0 {
			line := here.rest[:looked+at+1]
			here.rest = here.rest[looked+at+1:]
			return line
		}
		looked = len(here.rest)
		chunk := make([]byte, 1<<16)
		count, err := syscall.Read(requests, chunk)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || count <= 0 {
			return nil
		}
		here.rest = append(here.rest[:looked:looked], chunk[:count]...)
	}
}
