// Steps -> replies, in one state.

package inside

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// state is what the steps so far have left.
type state struct {
	names   map[string]reflect.Value
	objects map[reflect.Type]reflect.Value
}

func newState() *state {
	return &state{map[string]reflect.Value{}, map[reflect.Type]reflect.Value{}}
}

// step is one question, as PROTOCOL.md has it.
type step struct {
	kind      string
	on        string
	name      string
	arguments []any
	bind      string
}

func readStep(text []byte) step {
	var parts []any
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	if err := reader.Decode(&parts); err != nil {
		panic(err)
	}
	read := step{kind: parts[0].(string)}
	if read.kind == "method" {
		read.on = parts[1].(string)
		parts = parts[1:]
	}
	read.name = parts[1].(string)
	read.arguments = parts[2].([]any)
	read.bind, _ = parts[3].(string)
	return read
}

// reply writes the one field that says how the step went.
func (here *state) reply(text []byte, answer *writer) {
	asked := readStep(text)
	if missing := here.missing(asked.arguments); missing != "" {
		answer.field("missing", missing)
		return
	}
	result, problem := here.perform(asked)
	switch problem := problem.(type) {
	case absent:
		answer.field("missing", string(problem))
	case unfit:
		answer.field("unfit", string(problem))
	case *fault:
		problem.write(answer)
	default:
		if asked.bind != "" {
			here.names[asked.bind] = result.first()
		}
		mark := len(answer.bytes)
		if fault := guarded(func() { result.write(answer) }); fault != nil {
			answer.bytes = answer.bytes[:mark]
			fault.write(answer)
		}
	}
}

// absent is a name that is not there, unfit says why something can't be called so.
type absent string
type unfit string

// perform does what the step says; the problem is absent, unfit, a fault or nil.
func (here *state) perform(asked step) (*result, any) {
	switch asked.kind {
	case "call":
		function := functions[asked.name]
		if function == nil {
			return nil, absent(asked.name)
		}
		owner := owners[asked.name]
		if owner == nil {
			return here.call(function, reflect.Value{}, asked.arguments)
		}
		object, problem := here.object(asked.name, owner)
		if problem != nil {
			return nil, problem
		}
		return here.call(function, object, asked.arguments)
	case "new":
		return here.construct(asked.name, asked.arguments)
	}
	object, there := here.names[asked.on]
	if !there {
		return nil, absent(asked.on)
	}
	method := methodOf(object, asked.name)
	if method == nil {
		return nil, absent(asked.name)
	}
	return here.call(method, object, asked.arguments)
}

// methodOf is the method of an object under the name that was asked for, or nil.
func methodOf(object reflect.Value, asked string) *member {
	if !object.IsValid() || object.Kind() != reflect.Pointer {
		return nil
	}
	return methods[object.Type().Elem()][asked]
}

// object is the one whose method stands for a function: one for all calls in this state.
func (here *state) object(asked string, pointer reflect.Type) (reflect.Value, any) {
	if known, there := here.objects[pointer]; there {
		return known, nil
	}
	made := reflect.New(pointer.Elem())
	if maker := makers[asked]; maker != nil {
		result, problem := here.call(maker, reflect.Value{}, nil)
		if problem != nil {
			return made, problem
		}
		if made = result.first(); made.Kind() != reflect.Pointer {
			copied := reflect.New(made.Type())
			copied.Elem().Set(made)
			made = copied
		}
	}
	here.objects[pointer] = made
	return made, nil
}

// construct makes an object by the first constructor that takes the arguments, or by a literal where there is none.
func (here *state) construct(asked string, arguments []any) (*result, any) {
	kind := types[asked]
	if kind == nil {
		return nil, absent(asked)
	}
	if len(constructors[asked]) == 0 {
		return here.literal(asked, kind, arguments)
	}
	var first any
	for _, constructor := range constructors[asked] {
		result, problem := here.call(constructor, reflect.Value{}, arguments)
		if _, misfit := problem.(unfit); !misfit {
			return result, problem
		}
		if first == nil {
			first = problem
		}
	}
	return nil, first
}

// literal makes `T{..}`: by the names of fields, if they are those of the parameters, else by their order.
func (here *state) literal(asked string, kind reflect.Type, arguments []any) (*result, any) {
	made := reflect.New(kind)
	if len(arguments) == 0 {
		return &result{values: []reflect.Value{made}, declared: anything}, nil
	}
	places := fieldsFor(asked, kind, len(arguments))
	if places == nil {
		return nil, unfit(fmt.Sprintf("there is no function `New%s` that makes one from %s", kind.Name(), counted(len(arguments), "value")))
	}
	for number, place := range places {
		value, err := here.decode(arguments[number], kind.Field(place).Type, anything)
		if err != nil {
			return nil, unfit(fmt.Sprintf("the field `%s` of `%s` %s", kind.Field(place).Name, kind.Name(), err))
		}
		settable(made.Elem().Field(place)).Set(value)
	}
	return &result{values: []reflect.Value{made}, declared: anything}, nil
}

// fieldsFor are the fields that so many arguments fill, nil if that can't be told.
func fieldsFor(asked string, kind reflect.Type, count int) []int {
	if kind.Kind() != reflect.Struct {
		return nil
	}
	for _, names := range fields[asked] {
		if len(names) != count {
			continue
		}
		var places []int
		for _, name := range names {
			for place := 0; place < kind.NumField(); place++ {
				if loose(kind.Field(place).Name) == loose(name) {
					places = append(places, place)
					break
				}
			}
		}
		if len(places) == count {
			return places
		}
	}
	if kind.NumField() != count {
		return nil
	}
	places := make([]int, count)
	for place := range places {
		places[place] = place
	}
	return places
}

// missing is the first name in the arguments under which nothing was left, or empty.
func (here *state) missing(wire any) string {
	switch wire := wire.(type) {
	case []any:
		for _, part := range wire {
			if missing := here.missing(part); missing != "" {
				return missing
			}
		}
	case map[string]any:
		if name, is := wire["ref"].(string); is {
			if _, there := here.names[name]; !there {
				return name
			}
			return ""
		}
		for _, part := range wire {
			if missing := here.missing(part); missing != "" {
				return missing
			}
		}
	}
	return ""
}
