// One submission -> its program: the stages of a build, in order.

package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"
)

// building is one submission on its way.
type building struct {
	asked   request
	tools   *tools
	module  string
	version string
	only    string
	files   *token.FileSet
	sources []*source
	units   []*unit
	order   []*unit
	main    *unit
	imports map[string]*unit
	checked map[string]*types.Package
	notes   []string
}

func (here *building) note(text string) {
	for _, known := range here.notes {
		if known == text {
			return
		}
	}
	here.notes = append(here.notes, text)
}

// report builds; what the trusted side is told of it. An error is a fault of ours.
func (here *building) report() (*report, error) {
	here.files = token.NewFileSet()
	if err := here.readSources(); err != nil {
		return nil, err
	}
	for _, source := range here.sources {
		here.supplyPackage(source)
	}
	here.findUnits()
	if here.main == nil {
		return &report{Message: "there is no Go file to build"}, nil
	}
	here.makeMain()
	for _, unit := range here.units {
		here.supplyImports(unit)
	}
	if problem, err := here.inOrder(); problem != nil || err != nil {
		return problem, err
	}
	if err := here.writeSources(); err != nil {
		return nil, err
	}
	found := here.lookUp()
	told, err := here.compile(found)
	if err == nil && !told.Built {
		return told, here.alone(told)
	}
	if err != nil {
		return nil, err
	}
	told.Notes = here.notes
	return told, writeJSON("../built/loaded.json", found.told)
}

// alone tries the main file by itself, since students hand in folders of programs that were never meant for each other.
// It is left if another file has what the task asks for too.
func (here *building) alone(told *report) error {
	var main *source
	for _, source := range here.main.sources {
		if source.path == here.asked.Main {
			main = source
		} else if here.asksFor(source) {
			return nil
		}
	}
	if main == nil || len(here.main.sources) == 1 {
		return nil
	}
	again := &building{asked: here.asked, tools: here.tools, module: here.module, version: here.version}
	again.only = main.path
	made, err := again.report()
	if err == nil && made.Built {
		*told = *made
		told.Notes = append(append(here.notes, made.Notes...), "Only "+quoted(main.path)+" was used, since it does not compile together with the other files.")
	}
	return err
}

// asksFor says whether a file has something that the task asks for.
func (here *building) asksFor(source *source) bool {
	if source.file == nil || source.file.Scope == nil {
		return true
	}
	for name := range source.file.Scope.Objects {
		for _, asked := range here.asked.Functions {
			if similar(name, asked.Names) {
				return true
			}
		}
		for _, asked := range here.asked.Classes {
			if similar(name, asked.Names) {
				return true
			}
		}
	}
	return false
}

// writeSources writes the files that the compiler reads: with what was added.
func (here *building) writeSources() error {
	for _, unit := range here.order {
		for _, source := range unit.sources {
			if err := os.WriteFile(source.path, []byte(source.text), 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}

// check type-checks all packages; what is wrong in them the compiler will say.
func (here *building) check() {
	here.checked = map[string]*types.Package{}
	library := importer.ForCompiler(here.files, "gc", func(path string) (io.ReadCloser, error) {
		if err := here.tools.need(path); err != nil {
			return nil, err
		}
		return os.Open(here.tools.library[path])
	})
	for _, unit := range here.order {
		var files []*ast.File
		for _, source := range unit.sources {
			if source.file != nil {
				files = append(files, source.file)
			}
		}
		settings := types.Config{
			Importer: importing(func(path string) (*types.Package, error) {
				if local := here.imports[path]; local != nil {
					return here.checked[local.path], nil
				}
				return library.Import(path)
			}),
			Error: func(error) {},
		}
		here.checked[unit.path] = check(settings, unit.path, here.files, files)
	}
}

// check gives nil where the checker itself is at its wits' end.
func check(settings types.Config, path string, files *token.FileSet, syntax []*ast.File) (made *types.Package) {
	defer func() { _ = recover() }()
	made, _ = settings.Check(path, files, syntax, nil)
	return made
}

type importing func(path string) (*types.Package, error)

func (here importing) Import(path string) (made *types.Package, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("%v", problem)
		}
	}()
	return here(path)
}

// loose is a name without what differs harmlessly.
func loose(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// exact says whether a name is one of those asked for, exported or not.
func exact(name string, names []string) bool {
	for _, wanted := range names {
		if name == wanted || exported(name) == exported(wanted) {
			return true
		}
	}
	return false
}

func exported(name string) string {
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func similar(name string, names []string) bool {
	for _, wanted := range names {
		if loose(name) == loose(wanted) {
			return true
		}
	}
	return false
}

func quoted(name string) string {
	return "`" + name + "`"
}

func used(name string, names []string) string {
	return fmt.Sprintf("Used %s, as %s was asked for.", quoted(name), quoted(names[0]))
}
