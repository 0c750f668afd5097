// Text -> JSON, within the bounds of a reply.

package inside

import (
	"strconv"
	"unicode/utf8"
)

const (
	deepest     = 50
	mostItems   = 100000
	mostText    = 1000000
	longestText = 2000
	exact       = 1 << 53
)

// writer writes JSON, within the bounds of a reply. Of the student's methods only text forms run.
type writer struct {
	bytes []byte
	most  int
	text  int
	path  []uintptr
}

func (here *writer) raw(text string) {
	here.bytes = append(here.bytes, text...)
}

func (here *writer) field(name, text string) {
	here.raw(`"` + name + `":`)
	here.quote(text)
}

func (here *writer) quote(text string) {
	const digits = "0123456789abcdef"
	here.bytes = append(here.bytes, '"')
	for _, letter := range text { // what is no UTF-8 becomes U+FFFD
		switch {
		case letter == '"' || letter == '\\':
			here.bytes = append(here.bytes, '\\', byte(letter))
		case letter < ' ' || letter == 0x7f:
			here.bytes = append(here.bytes, '\\', 'u', '0', '0', digits[letter>>4], digits[letter&15])
		default:
			here.bytes = utf8.AppendRune(here.bytes, letter)
		}
	}
	here.bytes = append(here.bytes, '"')
}

func (here *writer) integer(number int64) {
	if number >= -exact && number <= exact {
		here.bytes = strconv.AppendInt(here.bytes, number, 10)
	} else {
		here.digits(strconv.FormatInt(number, 10))
	}
}

func (here *writer) digits(text string) {
	here.raw(`{"int":"` + text + `"}`)
}

func (here *writer) other(what, text string) {
	here.raw(`{"other":`)
	here.quote(shortened(what, 200))
	here.raw(`,"text":`)
	here.quote(shortened(text, longestText))
	here.raw("}")
}

// list writes so many items, up to the bound of a reply.
func (here *writer) list(count int, write func(number int)) {
	here.raw("[")
	for number := 0; number < count; number++ {
		if number > 0 {
			here.raw(",")
		}
		here.most--
		if here.most < 0 {
			here.other("too large", "...")
			break
		}
		write(number)
	}
	here.raw("]")
}
