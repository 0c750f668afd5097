// Files -> packages, in the order in which they can be compiled.

package main

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// findUnits puts the sources into packages, and chooses the one that becomes the program.
func (here *building) findUnits() {
	byFolder := map[string]*unit{}
	for _, source := range here.sources {
		folder := path.Dir(source.path)
		if byFolder[folder] == nil {
			byFolder[folder] = &unit{folder: folder}
			here.units = append(here.units, byFolder[folder])
		}
		byFolder[folder].sources = append(byFolder[folder].sources, source)
	}
	here.main = byFolder[path.Dir(here.asked.Main)]
	if here.main == nil {
		return
	}
	here.main = here.program(here.main)
	for _, unit := range here.units {
		switch {
		case unit == here.main:
			unit.path = "main"
		case here.module == "":
			unit.path = unit.folder
		default:
			unit.path = path.Join(here.module, unit.folder)
		}
	}
}

// program is the package that becomes the program: the one with the main file, unless just one is called `main` and
// imports that.
func (here *building) program(asked *unit) *unit {
	if asked.name() == "main" {
		return asked
	}
	var programs []*unit
	for _, unit := range here.units {
		for _, imported := range here.importsOf(unit) {
			if unit.name() == "main" && here.local(unit, imported.name) == asked {
				programs = append(programs, unit)
				break
			}
		}
	}
	if len(programs) == 1 {
		return programs[0]
	}
	return asked
}

// name is the name of a package, as its first readable file has it.
func (here *unit) name() string {
	for _, source := range here.sources {
		if source.file != nil && source.file.Name != nil && source.file.Name.Name != "_" && source.file.Name.Name != "" {
			return source.file.Name.Name
		}
	}
	return ""
}

// makeMain renames the package that becomes the program, where it is not called `main`.
func (here *building) makeMain() {
	name := here.main.name()
	if name == "main" || name == "" {
		return
	}
	for _, source := range here.main.sources {
		if source.file == nil || source.file.Name == nil || source.file.Name.Name != name {
			continue
		}
		from, to := here.offset(source.file.Name.Pos()), here.offset(source.file.Name.End())
		source.text = source.text[:from] + source.text[to:]
		source.moved -= to - from
		here.add(source, from, "main")
	}
}

// importsOf are the packages that a unit imports, each with a place for an objection to it.
func (here *building) importsOf(unit *unit) []imported {
	var found []imported
	for _, source := range unit.sources {
		if source.file == nil {
			continue
		}
		for _, line := range source.file.Imports {
			name, err := strconv.Unquote(line.Path.Value)
			if err == nil {
				found = append(found, imported{name, source, here.files.PositionFor(line.Path.Pos(), false).Line})
			}
		}
	}
	return found
}

type imported struct {
	name   string
	source *source
	line   int
}

// local is the unit that is meant by an import, or nil. Without a `go.mod` nobody knows what stands before its folder.
func (here *building) local(from *unit, name string) *unit {
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		name = path.Join(from.folder, name)
	}
	for _, unit := range here.units {
		if unit == here.main {
			continue
		}
		if name == unit.path || name == unit.folder || here.module == "" && strings.HasSuffix(name, "/"+unit.folder) {
			return unit
		}
	}
	return nil
}

// inOrder keeps the packages that the program needs, each after those that it imports itself; an objection if that
// can't be done, or if something is imported that is not there.
func (here *building) inOrder() (*report, error) {
	here.imports = map[string]*unit{}
	return here.visit(here.main, map[*unit]bool{}, map[*unit]bool{})
}

func (here *building) visit(at *unit, under, done map[*unit]bool) (*report, error) {
	under[at] = true
	for _, imported := range here.importsOf(at) {
		next := here.local(at, imported.name)
		at.imports = append(at.imports, imported.name)
		switch {
		case next == nil && (isInternal(imported.name) || !here.tools.exists(imported.name)):
			return here.objection(imported, "package "+imported.name+" is not in the standard library, which is all there is here"), nil
		case next == nil && !here.tools.has(imported.name):
			return nil, fmt.Errorf("the package %s is not among those that are compiled for this version of Go", imported.name)
		case next == nil:
			continue
		case under[next]:
			return here.objection(imported, "import cycle not allowed: "+imported.name+" imports this package in turn"), nil
		case !done[next]:
			if here.module == "" {
				next.path = imported.name
			}
			if problem, err := here.visit(next, under, done); problem != nil || err != nil {
				return problem, err
			}
		}
		here.imports[imported.name] = next
	}
	under[at], done[at] = false, true
	here.order = append(here.order, at)
	return nil, nil
}

func (here *building) objection(imported imported, message string) *report {
	return &report{
		Message: message, File: imported.source.path, Line: imported.line, Source: imported.source.lineAt(imported.line),
		Log: imported.source.path + ":" + strconv.Itoa(imported.line) + ": " + message + "\n",
	}
}

// lineAt is a line of a source as the student wrote it.
func (here *source) lineAt(number int) string {
	lines := strings.Split(here.given, "\n")
	if number < 1 || number > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[number-1], "\r")
}
