// The sources of the driver -> what all submissions share, compiled.

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// What students may import where the library is not there ready-made. Up to Go 1.19 all of it is.
var library = strings.Fields(`
	bufio bytes cmp container/heap container/list container/ring context crypto/md5 crypto/sha1 crypto/sha256
	encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json errors flag fmt hash/crc32 hash/fnv
	io io/fs io/ioutil iter log log/slog maps math math/big math/bits math/cmplx math/rand math/rand/v2 os path path/filepath
	reflect regexp runtime runtime/debug slices sort strconv strings sync sync/atomic syscall text/tabwriter
	text/template time unicode unicode/utf16 unicode/utf8 unsafe
`)

// prepared says how to compile: where the tools are, the sources of the library, and where that is compiled: in a
// folder, or packed, and then what each package of it needs.
type prepared struct {
	Tools   string              `json:"tools"`
	Sources string              `json:"sources"`
	Folder  string              `json:"folder"`
	Imports map[string][]string `json:"imports"`
}

const archive = "library.zip"

const preparedFolder = "../prepared"

// prepare makes what all submissions share: this program, the supervisor, the package that is linked to the student's
// code, and the library, where the toolchain has none that is compiled.
func prepare() error {
	if err := os.MkdirAll(preparedFolder, 0o700); err != nil {
		return err
	}
	said, err := command("go", "env", "GOTOOLDIR", "GOROOT")
	if err != nil {
		return err
	}
	places := strings.Split(said, "\n")
	how := prepared{Tools: places[0], Sources: filepath.Join(places[1], "src")}
	compiled := filepath.Join(places[1], "pkg", runtime.GOOS+"_"+runtime.GOARCH)
	if _, err := os.Stat(filepath.Join(compiled, "fmt.a")); err == nil {
		how.Folder = compiled
	} else if how.Imports, err = packLibrary(filepath.Join(preparedFolder, archive)); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(preparedFolder, "prepared.json"), how); err != nil {
		return err
	}
	if err := copySelf(filepath.Join(preparedFolder, "builder")); err != nil {
		return err
	}
	return compileParts()
}

func copySelf(path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o700)
}

// compileParts compiles the package that is linked to the student's code, and the supervisor.
func compileParts() error {
	opened, err := openTools()
	if err != nil {
		return err
	}
	for path := range opened.packed {
		if err := opened.need(path); err != nil {
			return err
		}
	}
	if err := opened.writeImports(nil); err != nil {
		return err
	}
	program := "../compiled/supervisor.a"
	for _, one := range []struct{ path, folder, target string }{
		{ours, "inside", filepath.Join(preparedFolder, "inside.a")},
		{"main", "supervisor", program},
	} {
		files, err := filepath.Glob(filepath.Join(one.folder, "*.go"))
		if err != nil {
			return err
		}
		if err := opened.must("compile", append([]string{"-p", one.path, "-importcfg", imports, "-pack", "-complete", "-o", one.target}, files...)...); err != nil {
			return err
		}
	}
	return opened.must("link", "-s", "-w", "-importcfg", imports, "-o", filepath.Join(preparedFolder, "supervisor"), program)
}

func command(name string, arguments ...string) (string, error) {
	running := exec.Command(name, arguments...)
	var said, failed bytes.Buffer
	running.Stdout, running.Stderr = &said, &failed
	if err := running.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(arguments, " "), err, failed.String())
	}
	return said.String(), nil
}

// packLibrary compiles the library into an archive; what each package of it needs in turn.
func packLibrary(path string) (map[string][]string, error) {
	said, err := command("go", append([]string{"list", "-e", "-json=ImportPath,Export,Deps", "-export", "-deps"}, library...)...)
	if err != nil {
		return nil, err
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	packed := zip.NewWriter(file)
	needs := map[string][]string{}
	for reader := json.NewDecoder(strings.NewReader(said)); reader.More(); {
		var found struct {
			ImportPath string
			Export     string
			Deps       []string
		}
		if err := reader.Decode(&found); err != nil {
			return nil, err
		}
		if found.Export == "" {
			continue
		}
		needs[found.ImportPath] = found.Deps
		text, err := os.ReadFile(found.Export)
		if err != nil {
			return nil, err
		}
		entry, err := packed.Create(found.ImportPath)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(text); err != nil {
			return nil, err
		}
	}
	return needs, packed.Close()
}
