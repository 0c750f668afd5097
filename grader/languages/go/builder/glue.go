// What was found -> the text of the files that register it.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

// The generated file uses keywords, and names of its own and of what it registers, but no predeclared names: students
// may have made those their own.

// alias is a name for the package `inside` that no package of the student's has.
func (here *building) alias() string {
	name := "grader_inside"
	for taken := true; taken; {
		taken = false
		for _, checked := range here.checked {
			if checked != nil && checked.Scope().Lookup(name) != nil {
				name += "_"
				taken = true
			}
		}
	}
	return name
}

// register adds a call to what registers members; names of the student's stand in it as they are, texts are quoted.
func (here *looking) register(unit *unit, call string, parts ...any) {
	for number, part := range parts {
		if texts, are := part.([]string); are {
			parts[number] = here.strings(texts)
		}
	}
	here.found.lines[unit] = append(here.found.lines[unit], here.alias()+"."+fmt.Sprintf(call, parts...))
}

func (here *looking) strings(texts []string) string {
	quoted := make([]string, len(texts))
	for number, text := range texts {
		quoted[number] = strconv.Quote(text)
	}
	return here.alias() + ".Strings{" + strings.Join(quoted, ", ") + "}"
}

// glue is the text of the file that registers the members of a package, and in the program starts to serve.
func (here *building) glue(unit *unit, found *found) string {
	alias := here.alias()
	name := unit.name()
	lines := append([]string{fmt.Sprintf("%s.Package(%q)", alias, unit.path)}, found.lines[unit]...)
	more := ""
	if unit == here.main {
		lines = append(lines, alias+".Start()")
		if checked := here.checked[unit.path]; checked == nil || checked.Scope().Lookup("main") == nil {
			more = fmt.Sprintf("\nfunc main() {\n\t%s.NoMain()\n}\n", alias)
		}
	}
	return fmt.Sprintf(
		"package %s\n\nimport %s %q\n\nfunc init() {\n\t%s\n}\n%s", name, alias, ours, strings.Join(lines, "\n\t"), more,
	)
}
