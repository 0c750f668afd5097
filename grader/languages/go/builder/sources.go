// The student's folder -> Go files, with what programming sites supply where the task says so.

package main

import (
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// source is one of the student's files. What was added to it stands on one line, so that no line moves.
type source struct {
	path   string
	given  string
	text   string
	file   *ast.File
	broken bool
	// Where something was added: the line, the column from which on columns are moved, and by how much.
	line, column, moved int
}

// unit is one package: the files of a folder.
type unit struct {
	folder  string
	path    string
	sources []*source
	imports []string
}

var moduleLine = regexp.MustCompile(`(?m)^\s*module\s+"?([^\s"]+)`)
var versionLine = regexp.MustCompile(`(?m)^\s*go\s+(\d+\.\d+)`)

// readSources reads all Go files below this folder that the command `go` would build.
func (here *building) readSources() error {
	if text, err := os.ReadFile("go.mod"); err == nil {
		if found := moduleLine.FindSubmatch(text); found != nil {
			here.module = string(found[1])
		}
		if found := versionLine.FindSubmatch(text); found != nil {
			here.version = string(found[1])
		}
	}
	context := gobuild.Default
	context.CgoEnabled = false
	return filepath.WalkDir(".", func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		hidden := len(base) > 1 && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_"))
		if entry.IsDir() {
			if hidden || base == "testdata" || base == "vendor" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(strings.ToLower(base), ".go") {
			return nil
		}
		fits, err := context.MatchFile(filepath.Dir(name), base)
		left := err == nil && !fits || strings.HasSuffix(base, "_test.go") || hidden
		if left && filepath.ToSlash(name) != here.asked.Main || here.only != "" && filepath.ToSlash(name) != here.only {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		made := &source{path: filepath.ToSlash(name), given: string(text), text: string(text)}
		here.parse(made)
		here.sources = append(here.sources, made)
		return nil
	})
}

func (here *building) parse(source *source) {
	file, err := parser.ParseFile(here.files, "./"+source.path, source.text, parser.ParseComments)
	if err != nil && (file == nil || file.Name == nil || file.Name.Name == "" || file.Name.Name == "_") {
		file, _ = parser.ParseFile(here.files, "./"+source.path, source.text, parser.PackageClauseOnly)
	}
	source.file, source.broken = file, err != nil
}

// add puts text into a source, after what stands before the offset.
func (here *building) add(source *source, offset int, text string) {
	before := source.text[:offset]
	source.line = strings.Count(before, "\n") + 1
	source.column = offset - strings.LastIndexByte(before, '\n')
	source.moved += len(text)
	source.text = before + text + source.text[offset:]
	here.parse(source)
}

func (here *building) offset(place token.Pos) int {
	return here.files.Position(place).Offset
}

var packageLine = regexp.MustCompile(`(?m)^\s*(?:/\*.*?\*/\s*)*package\s`)

// supplyPackage gives a source the line `package main` that programming sites supply.
func (here *building) supplyPackage(source *source) {
	if here.asked.Prelude != "sites" || !source.broken || packageLine.MatchString(source.text) {
		return
	}
	here.add(source, 0, "package main; ")
	here.note("The line `package main` was missing and was added.")
}

// Packages whose names are not their paths.
var usual = map[string]string{
	"atomic": "sync/atomic", "big": "math/big", "bits": "math/bits", "cmplx": "math/cmplx", "heap": "container/heap",
	"json": "encoding/json", "list": "container/list", "rand": "math/rand", "ring": "container/ring",
	"utf16": "unicode/utf16", "utf8": "unicode/utf8",
}

// supplyImports imports packages of the library that a source uses without importing them, as programming sites do.
func (here *building) supplyImports(unit *unit) {
	if here.asked.Prelude != "sites" {
		return
	}
	var added []string
	for _, source := range unit.sources {
		if source.broken {
			continue
		}
		text := ""
		for _, name := range here.unknownPackages(unit, source) {
			text += fmt.Sprintf("; import %q", name)
			added = append(added, "`"+name+"`")
		}
		if text != "" {
			here.add(source, here.offset(source.file.Name.End()), text)
		}
	}
	if len(added) > 0 {
		here.note("Imports were missing and were added: " + strings.Join(added, ", ") + ".")
	}
}

func (here *building) unknownPackages(unit *unit, from *source) []string {
	known := map[string]bool{}
	for _, source := range unit.sources {
		if source.file == nil || source.file.Scope == nil {
			continue
		}
		for name := range source.file.Scope.Objects {
			known[name] = true
		}
	}
	for _, imported := range from.file.Imports {
		name, _ := strconv.Unquote(imported.Path.Value)
		known[path.Base(name)] = true
		if imported.Name != nil {
			known[imported.Name.Name] = true
		}
	}
	unresolved := map[*ast.Ident]bool{}
	for _, name := range from.file.Unresolved {
		unresolved[name] = true
	}
	var found []string
	ast.Inspect(from.file, func(node ast.Node) bool {
		selector, is := node.(*ast.SelectorExpr)
		if !is {
			return true
		}
		name, is := selector.X.(*ast.Ident)
		if !is || !unresolved[name] || known[name.Name] {
			return true
		}
		wanted := name.Name
		if usual[wanted] != "" {
			wanted = usual[wanted]
		}
		if here.tools.has(wanted) && !isInternal(wanted) {
			known[name.Name] = true
			found = append(found, wanted)
		}
		return true
	})
	sort.Strings(found)
	return found
}

func isInternal(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "internal" || part == "vendor" {
			return true
		}
	}
	return name == ours || name == "C" || name == "cmd" || strings.HasPrefix(name, "cmd/")
}
