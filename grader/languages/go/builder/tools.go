// What was prepared -> compiler and linker, and the compiled library.

package main

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tools is what is there to compile with: programs, and the compiled library, package by package.
type tools struct {
	prepared
	library map[string]string
	packed  map[string]*zip.File
}

const ours = "grader/inside"

func openTools() (*tools, error) {
	opened := &tools{library: map[string]string{}, packed: map[string]*zip.File{}}
	if err := readJSON(filepath.Join(preparedFolder, "prepared.json"), &opened.prepared); err != nil {
		return nil, err
	}
	if opened.Folder == "" {
		return opened, opened.openArchive()
	}
	return opened, filepath.WalkDir(opened.Folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".a") {
			name, _ := filepath.Rel(opened.Folder, strings.TrimSuffix(path, ".a"))
			opened.library[filepath.ToSlash(name)] = path
		}
		return err
	})
}

func (here *tools) openArchive() error {
	opened, err := zip.OpenReader(filepath.Join(preparedFolder, archive))
	if err != nil {
		return err
	}
	for _, file := range opened.File {
		here.packed[file.Name] = file
	}
	return nil
}

// exists says whether the library has the package, compiled or not.
func (here *tools) exists(path string) bool {
	found, err := os.Stat(filepath.Join(here.Sources, filepath.FromSlash(path)))
	return here.has(path) || err == nil && found.IsDir()
}

// has says whether students can import the package.
func (here *tools) has(path string) bool {
	return path == "unsafe" || here.library[path] != "" || here.packed[path] != nil
}

// need unpacks a package, and all that it needs in turn.
func (here *tools) need(path string) error {
	if here.library[path] != "" || here.packed[path] == nil {
		return nil
	}
	where := filepath.Join("../library", path+".a")
	here.library[path] = where
	if err := os.MkdirAll(filepath.Dir(where), 0o700); err != nil {
		return err
	}
	reader, err := here.packed[path].Open()
	if err != nil {
		return err
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	if err := os.WriteFile(where, text, 0o600); err != nil {
		return err
	}
	for _, next := range here.Imports[path] {
		if err := here.need(next); err != nil {
			return err
		}
	}
	return nil
}

// imports is the file that tells compiler and linker where each package is.
const imports = "../compiled/imports"

// writeImports writes that file: the library, and what else is compiled.
func (here *tools) writeImports(compiled map[string]string) error {
	var text strings.Builder
	for path, file := range here.library {
		fmt.Fprintf(&text, "packagefile %s=%s\n", path, file)
	}
	for path, file := range compiled {
		fmt.Fprintf(&text, "packagefile %s=%s\n", path, file)
	}
	if err := os.MkdirAll(filepath.Dir(imports), 0o700); err != nil {
		return err
	}
	return os.WriteFile(imports, []byte(text.String()), 0o600)
}

// run runs the compiler or the linker; what it said if it refused.
func (here *tools) run(name string, arguments ...string) (string, error) {
	running := exec.Command(filepath.Join(here.Tools, name), arguments...)
	said, err := running.CombinedOutput()
	if err == nil {
		return "", nil
	}
	if _, ended := err.(*exec.ExitError); !ended {
		return "", err
	}
	if len(said) == 0 {
		return "the compiler gave up on this code\n", nil
	}
	return string(said), nil
}

// must runs them where they can't refuse.
func (here *tools) must(name string, arguments ...string) error {
	log, err := here.run(name, arguments...)
	if err == nil && log != "" {
		err = fmt.Errorf("%s failed: %s", name, log)
	}
	return err
}
