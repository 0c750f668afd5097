// Lines on one descriptor -> replies on another.

package inside

import (
	"bytes"
	"encoding/json"
	"os"
	"syscall"
)

// request is what the supervisor hands on: steps, and the number of the first of them.
type request struct {
	ID    string            `json:"id"`
	First int               `json:"first"`
	Steps []json.RawMessage `json:"steps"`
}

// serve answers requests until there are no more.
func serve() {
	sign('r')
	here := newState()
	var rest []byte
	for {
		line := nextLine(&rest)
		if line == nil {
			os.Exit(0)
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		for number, step := range asked.Steps {
			answer := writer{most: mostItems, text: mostText}
			answer.raw(`{"id":`)
			answer.quote(asked.ID)
			answer.raw(`,"n":`)
			answer.integer(int64(asked.First + number))
			answer.raw(",")
			here.reply(step, &answer)
			answer.raw("}\n")
			flushPrinted()
			write(replies, answer.bytes)
		}
		sign('d')
	}
}

func sign(what byte) {
	write(signs, []byte{what})
}

// write writes all of it, by the system itself: a file of `os` would hide from the runtime that all goroutines sleep.
func write(descriptor int, data []byte) {
	for len(data) > 0 {
		count, err := syscall.Write(descriptor, data)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			os.Exit(0)
		}
		data = data[count:]
	}
}

// flushPrinted hands on what `println` wrote, which goes to descriptor 2.
func flushPrinted() {
	var found syscall.Stat_t
	if syscall.Fstat(2, &found) != nil || found.Size == 0 {
		return
	}
	text := make([]byte, found.Size)
	if count, err := syscall.Pread(2, text, 0); err == nil && count > 0 {
		syscall.Ftruncate(2, 0)
		os.Stderr.Write(text[:count])
	}
}

func nextLine(rest *[]byte) []byte {
	looked := 0
	for {
		if at := bytes.IndexByte((*rest)[looked:], '\n'); at >= 0 {
			line := (*rest)[:looked+at]
			*rest = (*rest)[looked+at+1:]
			return line
		}
		looked = len(*rest)
		chunk := make([]byte, 1<<16)
		count, err := syscall.Read(requests, chunk)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || count <= 0 {
			return nil
		}
		*rest = append(*rest, chunk[:count]...)
	}
}
