// A student's Go files and what a task asks for -> a program that can be asked, or why there can't be one.
//
// `builder prepare` runs once for each run of the grader: it compiles what all submissions share. `builder build` runs
// for each submission, in a box of its own: it reads the files with Go's own parser and type checker, generates the
// file that registers the members asked for, and runs the compiler and the linker themselves, which is quicker than
// the command `go`. It compiles the student's code and never runs it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

const refused = 125

func main() {
	if _, err := os.Stat("../.inside"); err != nil {
		fmt.Fprintln(os.Stderr, "this is meant for the inside of a sandbox")
		os.Exit(refused)
	}
	var err error
	switch os.Args[1] {
	case "prepare":
		err = prepare()
	case "build":
		err = build()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// report is what the trusted side is told of a build.
type report struct {
	Built   bool     `json:"built"`
	Notes   []string `json:"notes"`
	Log     string   `json:"log"`
	Message string   `json:"message"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Source  string   `json:"source"`
}

func build() error {
	var asked request
	if err := readJSON("../request.json", &asked); err != nil {
		return err
	}
	tools, err := openTools()
	if err != nil {
		return err
	}
	if err := os.MkdirAll("../built", 0o700); err != nil {
		return err
	}
	made := &building{asked: asked, tools: tools}
	told, err := made.report()
	if err != nil {
		return err
	}
	return writeJSON("../built/report.json", told)
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func writeJSON(path string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
