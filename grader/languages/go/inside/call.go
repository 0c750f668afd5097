// A member and its arguments -> what it gives back, or why it can not be called so.

package inside

import (
	"fmt"
	"reflect"
	"strings"
)

// result is what a call gave back.
type result struct {
	values   []reflect.Value
	declared *declared
}

var errorType = reflect.TypeOf((*error)(nil)).Elem()

// call calls a member; a receiver comes before the arguments.
func (here *state) call(called *member, receiver reflect.Value, arguments []any) (*result, any) {
	kind := called.call.Type()
	skipped := 0
	var values []reflect.Value
	if receiver.IsValid() {
		values = append(values, receiver)
		skipped = 1
	}
	spread := kind.IsVariadic() && here.isList(kind, skipped, arguments)
	if problem := misfit(called.name, kind, skipped, len(arguments), spread); problem != "" {
		return nil, unfit(problem)
	}
	for number, argument := range arguments {
		parameter := parameterType(kind, skipped+number, spread)
		value, err := here.decode(argument, parameter, called.parameter(number))
		if err != nil {
			return nil, unfit(fmt.Sprintf("argument %d of `%s` %s", number+1, called.name, err))
		}
		values = append(values, value)
	}
	var returned []reflect.Value
	fault := guarded(func() {
		if spread {
			returned = called.call.CallSlice(values)
		} else {
			returned = called.call.Call(values)
		}
	})
	if fault != nil {
		return nil, fault
	}
	if last := len(returned) - 1; last >= 0 && kind.Out(last) == errorType {
		if !returned[last].IsNil() {
			return nil, faultOfError(returned[last].Interface().(error))
		}
		returned = returned[:last]
	}
	return &result{returned, called.returns}, nil
}

func (here *member) parameter(number int) *declared {
	if number < len(here.parameters) {
		return here.parameters[number]
	}
	return anything
}

// isList says whether the last argument is the whole list for a parameter such as `rows ...string`.
func (here *state) isList(kind reflect.Type, skipped int, arguments []any) bool {
	if len(arguments) != kind.NumIn()-skipped {
		return false
	}
	_, err := here.decode(arguments[len(arguments)-1], kind.In(kind.NumIn()-1), anything)
	return err == nil
}

func parameterType(kind reflect.Type, number int, spread bool) reflect.Type {
	if last := kind.NumIn() - 1; kind.IsVariadic() && !spread && number >= last {
		return kind.In(last).Elem()
	}
	return kind.In(number)
}

// misfit says why so many arguments can't be given, or nothing.
func misfit(name string, kind reflect.Type, skipped, given int, spread bool) string {
	wanted := kind.NumIn() - skipped
	if given == wanted && (spread || !kind.IsVariadic()) {
		return ""
	}
	least := ""
	if kind.IsVariadic() {
		wanted--
		if given >= wanted {
			return ""
		}
		least = "at least "
	}
	are := "are"
	if given == 1 {
		are = "is"
	}
	return fmt.Sprintf("`%s` takes %s%s, and %d %s given", name, least, counted(wanted, "argument"), given, are)
}

func counted(count int, what string) string {
	if count == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", count, what)
}

// first is the value that stays under a name: objects as pointers, so that their methods can change them.
func (here *result) first() reflect.Value {
	if len(here.values) == 0 {
		return reflect.Value{}
	}
	return pointerTo(here.values[0])
}

func pointerTo(value reflect.Value) reflect.Value {
	for value.IsValid() && value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	if !value.IsValid() || value.Kind() == reflect.Pointer || methods[value.Type()] == nil && !classes[value.Type()] {
		return value
	}
	pointer := reflect.New(value.Type())
	pointer.Elem().Set(value)
	return pointer
}

func (here *result) write(answer *writer) {
	answer.raw(`"value":`)
	switch {
	case len(here.values) == 0:
		answer.raw("null")
	case len(here.values) == 1:
		answer.value(here.values[0], here.declared)
	case len(here.values) == 2 && here.declared.optional && here.values[1].Kind() == reflect.Bool:
		if here.values[1].Bool() {
			answer.value(here.values[0], here.declared)
		} else {
			answer.raw("null")
		}
	default:
		answer.tuple(here.values, here.declared)
	}
}

// loose is a name without what differs harmlessly.
func loose(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}
