// Package inside is what is linked to a student's program: the members that a task asks for, registered by a generated
// file, and the conversation about them (see PROTOCOL.md).
//
// It answers in one state only; the supervisor starts a new process for each. As a program of its own, without the
// supervisor, the student's code runs as if this package were not there.
package inside

import (
	"fmt"
	"log"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"syscall"
)

const (
	requests = 3
	replies  = 4
	signs    = 5
	failures = 6
)

// member is something that can be called: a function, a method (its receiver is its first parameter), a constructor.
type member struct {
	name       string
	call       reflect.Value
	parameters []*declared
	returns    *declared
}

// Strings are texts; the generated file uses no predeclared name, since students may have made them their own.
type Strings []string

var (
	functions    = map[string]*member{}
	owners       = map[string]reflect.Type{}
	makers       = map[string]*member{}
	constructors = map[string][]*member{}
	types        = map[string]reflect.Type{}
	classes      = map[reflect.Type]bool{}
	fields       = map[string][]Strings{}
	methods      = map[reflect.Type]map[string]*member{}
	enums        = map[string]*enum{}
	packages     = map[string]bool{}
	serves       bool
	// Kept, since a file that nobody holds is closed, and with it descriptor 2.
	runtimeErrors *os.File
)

// enum is an enumeration: what its members are, by the names that were asked for.
type enum struct {
	kind    reflect.Type
	names   []string
	members map[string]reflect.Value
}

func newMember(name string, call any, parameters Strings, returns string) *member {
	made := &member{name: name, call: reflect.ValueOf(call), returns: readDeclared(returns)}
	for _, parameter := range parameters {
		made.parameters = append(made.parameters, readDeclared(parameter))
	}
	return made
}

// Package registers a package of the student's.
func Package(path string) {
	packages[path] = true
}

// Function registers a function under the name that was asked for.
func Function(asked, name string, call any, parameters Strings, returns string) {
	functions[asked] = newMember(name, call, parameters, returns)
}

// MethodFunction registers a method that stands for a function; an object is made for it in each state.
func MethodFunction(asked, name string, call any, parameters Strings, returns string) {
	Function(asked, name, call, parameters, returns)
	owners[asked] = functions[asked].call.Type().In(0)
}

// Maker registers the function that makes the object for such a method.
func Maker(asked, name string, call any) {
	makers[asked] = newMember(name, call, nil, "")
}

// Type registers a type by a function that has a pointer to it as its parameter; fields are the names of the
// parameters of each constructor that was asked for.
func Type(asked string, pointer any, names ...Strings) {
	types[asked] = reflect.TypeOf(pointer).In(0).Elem()
	classes[types[asked]] = true
	fields[asked] = names
}

// Constructor registers a function that makes objects of a type.
func Constructor(asked, name string, call any, parameters Strings) {
	constructors[asked] = append(constructors[asked], newMember(name, call, parameters, ""))
}

// Method registers a method by its expression, `(*T).name`.
func Method(asked, name string, call any, parameters Strings, returns string) {
	made := newMember(name, call, parameters, returns)
	receiver := made.call.Type().In(0).Elem()
	if methods[receiver] == nil {
		methods[receiver] = map[string]*member{}
	}
	methods[receiver][asked] = made
}

// Enum registers a member of an enumeration under the names that were asked for.
func Enum(asked, name string, value any) {
	if enums[asked] == nil {
		enums[asked] = &enum{reflect.TypeOf(value), nil, map[string]reflect.Value{}}
	}
	enums[asked].names = append(enums[asked].names, name)
	enums[asked].members[name] = reflect.ValueOf(value)
}

// Standard error is descriptor 6 here, so that what the runtime says when it gives up comes to the supervisor alone.
// This runs before all of the student's code, as that imports this package.
func init() {
	if os.Getenv("GRADER_INSIDE") == "" {
		return
	}
	os.Unsetenv("GRADER_INSIDE")
	serves = true
	runtimeErrors = os.Stderr
	os.Stderr = os.NewFile(failures, "/dev/stderr")
	log.SetOutput(os.Stderr)
	if bytes, err := strconv.Atoi(os.Getenv("GRADER_STACK")); err == nil {
		debug.SetMaxStack(bytes)
	}
	os.Unsetenv("GRADER_STACK")
	for _, descriptor := range []int{requests, replies, signs, failures} {
		syscall.CloseOnExec(descriptor)
	}
}

// Start serves the supervisor, if there is one, and does not come back then. It is called when all of the student's
// code is initialised.
func Start() {
	if !serves {
		return
	}
	// The goroutine that initialises is bound to its thread, which would slow down all goroutines of the student's.
	go serve()
	select {}
}

// NoMain stands for a main function that the student did not write.
func NoMain() {
	fmt.Fprintln(os.Stderr, "function main is undeclared in the main package")
	os.Exit(1)
}
