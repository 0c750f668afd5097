// The text of a type, as a task declares it -> its parts.

package inside

import "strings"

// declared is a type as a task declares it, such as `list[str]` or `int | None`; a name is empty where there is none.
type declared struct {
	name     string
	inner    []*declared
	optional bool
}

// anything stands where nothing is declared.
var anything = &declared{}

func readDeclared(text string) *declared {
	text = strings.TrimSpace(text)
	parts := split(text, '|')
	if len(parts) > 1 {
		read, optional := anything, false
		for _, part := range parts {
			if strings.TrimSpace(part) == "None" {
				optional = true
			} else if read == anything {
				read = readDeclared(part)
			}
		}
		return &declared{read.name, read.inner, optional || read.optional}
	}
	open := strings.IndexByte(text, '[')
	if open < 0 || !strings.HasSuffix(text, "]") {
		return &declared{name: text}
	}
	read := &declared{name: text[:open]}
	for _, part := range split(text[open+1:len(text)-1], ',') {
		read.inner = append(read.inner, readDeclared(part))
	}
	return read
}

// split cuts a text at a separator that stands in no brackets.
func split(text string, separator byte) []string {
	var parts []string
	depth, from := 0, 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '[':
			depth++
		case ']':
			depth--
		case separator:
			if depth == 0 {
				parts = append(parts, text[from:at])
				from = at + 1
			}
		}
	}
	return append(parts, text[from:])
}

// of is the type of the inner values with this number; that of the last for all that follow it.
func (here *declared) of(number int) *declared {
	if len(here.inner) == 0 {
		return anything
	}
	if number >= len(here.inner) {
		number = len(here.inner) - 1
	}
	return here.inner[number]
}

func (here *declared) is(name string) bool {
	return here.name == name
}
