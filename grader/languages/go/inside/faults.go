// A panic or an error -> JSON, with the student's own lines.

package inside

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

const (
	longestMessage = 2000
	mostFrames     = 20
	mostCallers    = 10000
)

// fault is a panic or an error that was returned.
type fault struct {
	kind    string
	message string
	frames  []runtime.Frame
}

// guarded does the work; the panic that stopped it, or nil.
func guarded(work func()) (found *fault) {
	finished := false
	defer func() {
		if finished {
			return
		}
		cause := recover()
		found = &fault{kind: "panic", message: "nil", frames: frames()}
		if cause != nil {
			found.kind, found.message = described(cause)
		}
	}()
	work()
	finished = true
	return nil
}

func faultOfError(err error) *fault {
	found := &fault{}
	found.kind, found.message = described(err)
	return found
}

// described is the type and the message of what was thrown; methods of the student's may fail in turn.
func described(cause any) (kind string, message string) {
	kind = "panic"
	defer func() {
		if recover() != nil {
			message = ""
		}
	}()
	switch cause := cause.(type) {
	case runtime.Error:
		return "runtime error", strings.TrimPrefix(cause.Error(), "runtime error: ")
	case error:
		kind = nameOf(reflect.TypeOf(cause))
		return kind, cause.Error()
	case fmt.Stringer:
		kind = nameOf(reflect.TypeOf(cause))
		return kind, cause.String()
	}
	if own := reflect.TypeOf(cause); isStudents(own) {
		kind = nameOf(own)
	}
	return kind, fmt.Sprint(cause)
}

func isStudents(kind reflect.Type) bool {
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return packages[kind.PkgPath()]
}

// nameOf is the name of a student's type; errors of the library are just errors.
func nameOf(kind reflect.Type) string {
	if !isStudents(kind) {
		return "error"
	}
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return kind.Name()
}

// frames are the calls of the student's that are under way, outermost first. Their files are compiled as `./name`.
func frames() []runtime.Frame {
	callers := make([]uintptr, mostCallers)
	callers = callers[:runtime.Callers(2, callers)]
	var own []runtime.Frame
	for all := runtime.CallersFrames(callers); ; {
		frame, more := all.Next()
		if strings.HasPrefix(frame.File, "./") {
			own = append([]runtime.Frame{frame}, own...)
		}
		if !more {
			break
		}
	}
	if len(own) > mostFrames {
		own = append(own[:2:2], own[len(own)-mostFrames+2:]...)
	}
	return own
}

func (here *fault) write(answer *writer) {
	answer.raw(`"raised":{"type":`)
	answer.quote(shortened(here.kind, 200))
	answer.raw(`,"message":`)
	answer.quote(shortened(here.message, longestMessage))
	answer.raw(`,"trace":[`)
	for number, frame := range here.frames {
		if number > 0 {
			answer.raw(",")
		}
		answer.raw(`{"file":`)
		answer.quote(strings.TrimPrefix(frame.File, "./"))
		answer.raw(`,"line":`)
		answer.integer(int64(frame.Line))
		answer.raw(`,"function":`)
		answer.quote(strings.NewReplacer("main.", "", "(*", "", ")", "").Replace(frame.Function))
		answer.raw("}")
	}
	answer.raw(`],"memory":false}`)
}

func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	runes := []rune(text)
	if len(runes) > most {
		runes = runes[:most]
	}
	return string(runes)
}
