// What a task asks for and the checked packages -> what stands for it, and the reply to `load`.

package main

import (
	"go/types"
	"sort"
)

const mostOffers = 20

// told is the reply to `load`.
type told struct {
	Functions map[string]*string    `json:"functions"`
	Classes   map[string]*toldClass `json:"classes"`
	Enums     map[string]*string    `json:"enums"`
	Offers    []string              `json:"offers"`
	Notes     []string              `json:"notes"`
}

type toldClass struct {
	Name    string             `json:"name"`
	Methods map[string]*string `json:"methods"`
}

// found is what was found: for the reply to `load`, and as lines that register it, by package.
type found struct {
	told  told
	lines map[*unit][]string
}

// symbol is a member of a package of the student's, in the order of their text.
type symbol struct {
	unit   *unit
	object types.Object
}

func (here symbol) name() string {
	return here.object.Name()
}

// lookUp finds what the task asks for in the student's packages, those of the program first.
func (here *building) lookUp() *found {
	here.check()
	made := &found{lines: map[*unit][]string{}}
	made.told = told{
		map[string]*string{}, map[string]*toldClass{}, map[string]*string{}, here.offers(), []string{},
	}
	looking := &looking{building: here, found: made, symbols: here.symbols()}
	for _, asked := range here.asked.Functions {
		made.told.Functions[asked.Name] = looking.function(asked)
	}
	for _, asked := range here.asked.Classes {
		made.told.Classes[asked.Name] = looking.class(asked)
	}
	for _, asked := range here.asked.Enums {
		made.told.Enums[asked.Name] = looking.enum(asked)
	}
	return made
}

// symbols are the functions, types, variables and constants; of other packages than the program only exported ones.
func (here *building) symbols() []symbol {
	var all []symbol
	for number := len(here.order) - 1; number >= 0; number-- {
		unit := here.order[number]
		checked := here.checked[unit.path]
		if checked == nil {
			continue
		}
		var own []symbol
		for _, name := range checked.Scope().Names() {
			if object := checked.Scope().Lookup(name); unit == here.main || object.Exported() {
				own = append(own, symbol{unit, object})
			}
		}
		sort.Slice(own, func(one, other int) bool { return own[one].object.Pos() < own[other].object.Pos() })
		all = append(all, own...)
	}
	return all
}

func (here *building) offers() []string {
	offers := []string{}
	for _, symbol := range here.symbols() {
		switch symbol.object.(type) {
		case *types.Func, *types.TypeName:
			if symbol.name() != "main" && len(offers) < mostOffers {
				offers = append(offers, symbol.name())
			}
		}
	}
	return offers
}

// looking is a search for members.
type looking struct {
	*building
	found   *found
	symbols []symbol
}

func (here *looking) tell(text string) {
	here.found.told.Notes = append(here.found.told.Notes, text)
}

// find is the first symbol that fits and bears one of the names: exactly, exported or not, then loosely.
func (here *looking) find(names []string, fits func(symbol) bool) *symbol {
	for _, matches := range []func(string, []string) bool{exact, similar} {
		for _, symbol := range here.symbols {
			if fits(symbol) && matches(symbol.name(), names) {
				return &symbol
			}
		}
	}
	return nil
}

// signature is that of a function, or of a variable that holds one; nil for all else.
func signature(object types.Object) *types.Signature {
	switch object.(type) {
	case *types.Func, *types.Var:
		if found, is := object.Type().Underlying().(*types.Signature); is {
			return found
		}
	}
	return nil
}

// --- functions ---

func (here *looking) function(asked askedFunction) *string {
	generic := ""
	symbol := here.find(asked.Names, func(symbol symbol) bool {
		signature := signature(symbol.object)
		if signature != nil && signature.TypeParams().Len() > 0 {
			if similar(symbol.name(), asked.Names) {
				generic = symbol.name()
			}
			return false
		}
		return signature != nil
	})
	if symbol == nil {
		if name := here.methodAsFunction(asked); name != nil {
			return name
		}
		if generic != "" {
			here.tell(quoted(generic) + " has type parameters. Write it for the types that the task names.")
		}
		return nil
	}
	name := symbol.name()
	if !exact(name, asked.Names) {
		here.tell(used(name, asked.Names))
	}
	here.register(symbol.unit, "Function(%q, %q, %s, %s, %q)", asked.Name, name, name, typesOf(asked.Parameters), asked.Returns)
	return &name
}

// methodAsFunction finds the function as a method of one of the student's types.
func (here *looking) methodAsFunction(asked askedFunction) *string {
	for _, symbol := range here.symbols {
		if !isPlainType(symbol.object) {
			continue
		}
		method := methodOf(symbol.object, asked.Names)
		if method == "" {
			continue
		}
		name := symbol.name() + "." + method
		here.tell("Used the method " + quoted(method) + " of " + quoted(symbol.name()) + ".")
		here.register(
			symbol.unit, "MethodFunction(%q, %q, %s, %s, %q)",
			asked.Name, method, expression(symbol.name(), method), typesOf(asked.Parameters), asked.Returns,
		)
		here.maker(asked, symbol)
		return &name
	}
	return nil
}

// maker registers the function that makes objects of a type from nothing, if there is one.
func (here *looking) maker(asked askedFunction, of symbol) {
	for _, symbol := range here.symbols {
		plain := symbol.unit == of.unit && makes(symbol.object, of.object.Type()) && isConstructorName(symbol.name(), of.name())
		if plain && signature(symbol.object).Params().Len() == 0 {
			here.register(of.unit, "Maker(%q, %q, %s)", asked.Name, symbol.name(), symbol.name())
			return
		}
	}
}

// isPlainType says whether values of a type can have methods that are called: one with a name and no type parameters.
func isPlainType(object types.Object) bool {
	name, is := object.(*types.TypeName)
	if !is || name.IsAlias() {
		return false
	}
	named, is := name.Type().(*types.Named)
	return is && named.TypeParams().Len() == 0 && !types.IsInterface(named)
}

// methodOf is the name of the method that is meant, of a type or of a pointer to it; empty if there is none.
func methodOf(object types.Object, names []string) string {
	set := types.NewMethodSet(types.NewPointer(object.Type()))
	for _, matches := range []func(string, []string) bool{exact, similar} {
		for number := 0; number < set.Len(); number++ {
			method := set.At(number).Obj()
			if (method.Pkg() == object.Pkg() || method.Exported()) && matches(method.Name(), names) {
				return method.Name()
			}
		}
	}
	return ""
}

func expression(kind, method string) string {
	return "(*" + kind + ")." + method
}
