// Packages and the generated files -> a program, or what the compiler has against the student's part.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

var errorLine = regexp.MustCompile(`(?mi)^(?:\./)?(.+?\.go):(\d+)(?::(\d+))?: (.*)$`)

const glueFolder = "../glue"

// compile makes the program; the report says why it can't if the student's code is wrong. The compiler stops at wrong
// code before it comes to what was generated.
func (here *building) compile(found *found) (*report, error) {
	compiled := map[string]string{ours: filepath.Join(preparedFolder, "inside.a")}
	if err := here.needAll(); err != nil {
		return nil, err
	}
	for number, unit := range here.order {
		target := filepath.Join("../compiled", strconv.Itoa(number)+".a")
		log, err := here.compileUnit(unit, target, compiled, here.glue(unit, found))
		if err != nil {
			return nil, err
		}
		if log != "" {
			return here.failure(log)
		}
		for path, local := range here.imports {
			if local == unit {
				compiled[path] = target
			}
		}
		compiled[unit.path] = target
	}
	if err := here.tools.writeImports(compiled); err != nil {
		return nil, err
	}
	arguments := []string{"-s", "-w", "-importcfg", imports, "-o", "../built/student", compiled["main"]}
	return &report{Built: true}, here.tools.must("link", arguments...)
}

// needAll unpacks what the library needs to be linked.
func (here *building) needAll() error {
	needed := []string{"runtime", "encoding/json", "encoding/base64", "fmt", "log", "reflect", "runtime/debug", "sort", "strconv"}
	for _, unit := range here.order {
		needed = append(needed, unit.imports...)
	}
	for _, path := range needed {
		if err := here.tools.need(path); err != nil {
			return err
		}
	}
	return nil
}

// compileUnit compiles a package; what the compiler said against it.
func (here *building) compileUnit(unit *unit, target string, compiled map[string]string, glue string) (string, error) {
	if err := here.tools.writeImports(compiled); err != nil {
		return "", err
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(glueFolder, 0o700); err != nil {
		return "", err
	}
	glueFile := filepath.Join(glueFolder, filepath.Base(target)+".go")
	if err := os.WriteFile(glueFile, []byte(glue), 0o600); err != nil {
		return "", err
	}
	arguments := []string{"-p", unit.path, "-importcfg", imports, "-o", target, "-pack", "-complete", "-trimpath", folder + "=>."}
	if here.version != "" && minor("go"+here.version) <= minor(runtime.Version()) {
		arguments = append(arguments, "-lang=go"+here.version)
	}
	for _, source := range unit.sources {
		arguments = append(arguments, "./"+source.path)
	}
	return here.tools.run("compile", append(arguments, glueFile)...)
}

// failure is the first thing that the compiler said about a file of the student's, in terms of what the student wrote.
func (here *building) failure(log string) (*report, error) {
	all := log
	log = withoutGlue(log)
	told := &report{Log: log, Message: "The compiler gave up on this code."}
	for _, match := range errorLine.FindAllStringSubmatch(log, -1) {
		source := here.sourceAt(match[1])
		if source == nil {
			continue
		}
		told.Message, told.File = match[4], match[1]
		told.Line, _ = strconv.Atoi(match[2])
		told.Column, _ = strconv.Atoi(match[3])
		if told.Line == source.line && told.Column >= source.column {
			told.Column = maximum(1, told.Column-source.moved)
		}
		told.Source = source.lineAt(told.Line)
		return told, nil
	}
	if log == "" {
		return nil, fmt.Errorf("the generated part does not compile: %s", all)
	}
	return told, nil
}

// withoutGlue is what the compiler said without what it said about the generated file.
func withoutGlue(log string) string {
	var kept []string
	for _, line := range strings.SplitAfter(log, "\n") {
		if !strings.HasPrefix(line, glueFolder) {
			kept = append(kept, strings.TrimPrefix(line, "./"))
		}
	}
	return strings.Join(kept, "")
}

// minor is the second number of a version of Go, such as `go1.19.8`.
func minor(version string) int {
	parts := strings.Split(version, ".")
	if len(parts) < 2 {
		return 0
	}
	number, _ := strconv.Atoi(parts[1])
	return number
}

func (here *building) sourceAt(path string) *source {
	for _, source := range here.sources {
		if source.path == path {
			return source
		}
	}
	return nil
}

func maximum(one, other int) int {
	if one > other {
		return one
	}
	return other
}
