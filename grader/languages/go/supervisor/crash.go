// What the runtime of Go prints when it gives up -> a fault, as PROTOCOL.md wants it.

package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
)

const (
	// The exit code of a program that the runtime of Go ends.
	crashed        = 2
	mostCrash      = 1 << 20
	mostFrames     = 20
	longestMessage = 2000
)

// fault is a crash as PROTOCOL.md wants what was raised.
type fault struct {
	Type    string  `json:"type"`
	Message string  `json:"message"`
	Trace   []frame `json:"trace"`
	Memory  bool    `json:"memory"`
}

type frame struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function"`
}

var (
	beginning = regexp.MustCompile(`(?m)^(?:panic: |fatal error: |runtime: goroutine stack exceeds |runtime: out of memory)`)
	headline  = regexp.MustCompile(`(?m)^(panic|fatal error): (.*)$`)
	// A function with its arguments, and on the next line its place; student files are compiled as `./name`.
	place   = regexp.MustCompile(`(?m)^(.+)\n\t\./(.+\.go):(\d+)`)
	routine = regexp.MustCompile(`(?m)^goroutine \d+ `)
	starter = regexp.MustCompile(`^created by (.*?)(?: in goroutine \d+)?$`)
)

// openCrash makes the file to which the runtime writes when it gives up: it is append-only for all processes.
func openCrash() (*os.File, error) {
	flags := os.O_CREATE | os.O_RDWR | os.O_APPEND | os.O_TRUNC
	return os.OpenFile("../driver/crash", flags, 0o600)
}

func readCrash(file *os.File) []byte {
	text := make([]byte, mostCrash)
	count, _ := file.ReadAt(text, 0)
	return text[:max(count, 0)]
}

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

// explain parts what was printed before from what the runtime said; nil if it said nothing that is known.
func explain(said []byte) ([]byte, *fault) {
	at := beginning.FindIndex(said)
	if at == nil {
		return said, nil
	}
	text := string(said[at[0]:])
	head := headline.FindStringSubmatch(text)
	if head == nil {
		return said, nil
	}
	kind, message := head[1], head[2]
	if strings.HasPrefix(message, "runtime error: ") {
		kind, message = "runtime error", strings.TrimPrefix(message, "runtime error: ")
	}
	if len(message) > longestMessage {
		message = message[:longestMessage]
	}
	memory := strings.Contains(message, "out of memory") || strings.Contains(message, "cannot allocate memory")
	return said[:at[0]], &fault{kind, strings.ToValidUTF8(message, "?"), trace(text), memory}
}

// trace holds the student's lines of the first goroutine that has any, outermost first.
func trace(text string) []frame {
	frames := []frame{}
	for _, part := range routine.Split(text, -1)[1:] {
		for _, found := range place.FindAllStringSubmatch(part, -1) {
			line, _ := strconv.Atoi(found[3])
			frames = append([]frame{{found[2], line, function(found[1])}}, frames...)
		}
		if len(frames) > 0 {
			break
		}
	}
	if len(frames) > mostFrames {
		frames = append(frames[:2:2], frames[len(frames)-mostFrames+2:]...)
	}
	return frames
}

// function is the name in a line of a trace, without the package `main`, its arguments, and brackets of a receiver.
func function(text string) string {
	text = starter.ReplaceAllString(text, "$1")
	if strings.HasSuffix(text, ")") {
		text = text[:strings.LastIndex(text, "(")]
	}
	text = strings.NewReplacer("(*", "", ")", "").Replace(text)
	return strings.TrimPrefix(text, "main.")
}
