// Enumerations that a task asks for -> the constants and variables of a type.

package main

import "go/types"

func (here *looking) enum(asked askedEnum) *string {
	symbol := here.find(asked.Names, func(symbol symbol) bool {
		_, is := symbol.object.(*types.TypeName)
		return is && len(here.members(symbol, asked)) > 0
	})
	if symbol == nil {
		return nil
	}
	name := symbol.name()
	if !exact(name, asked.Names) {
		here.tell(used(name, asked.Names))
	}
	members := here.members(*symbol, asked)
	for _, member := range asked.Members {
		if found := members[member]; found != "" {
			here.register(symbol.unit, "Enum(%q, %q, %s)", asked.Name, member, found)
		}
	}
	return &name
}

// members are the constants and variables of a type that stand for the members asked for, such as `Red` or `ColourRed`.
func (here *looking) members(of symbol, asked askedEnum) map[string]string {
	found := map[string]string{}
	for _, symbol := range here.symbols {
		switch symbol.object.(type) {
		case *types.Const, *types.Var:
		default:
			continue
		}
		if symbol.unit != of.unit || !types.Identical(symbol.object.Type(), of.object.Type()) {
			continue
		}
		name, kind := loose(symbol.name()), loose(of.name())
		for _, member := range asked.Members {
			wanted := loose(member)
			if name == wanted || name == kind+wanted || name == wanted+kind {
				found[member] = symbol.name()
			}
		}
	}
	return found
}
