// The request of the trusted side -> what a task asks for.

package main

// request is what a task asks for.
type request struct {
	Main      string          `json:"main"`
	Prelude   string          `json:"prelude"`
	Functions []askedFunction `json:"functions"`
	Classes   []askedClass    `json:"classes"`
	Enums     []askedEnum     `json:"enums"`
}

type askedFunction struct {
	Name       string           `json:"name"`
	Names      []string         `json:"names"`
	Parameters []askedParameter `json:"parameters"`
	Returns    string           `json:"returns"`
}

type askedParameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type askedClass struct {
	Name         string             `json:"name"`
	Names        []string           `json:"names"`
	Constructors [][]askedParameter `json:"constructors"`
	Methods      []askedFunction    `json:"methods"`
}

type askedEnum struct {
	Name    string   `json:"name"`
	Names   []string `json:"names"`
	Members []string `json:"members"`
}

// typesOf are the types of parameters, as the task writes them.
func typesOf(parameters []askedParameter) []string {
	var types []string
	for _, parameter := range parameters {
		types = append(types, parameter.Type)
	}
	return types
}

func namesOf(parameters []askedParameter) []string {
	var names []string
	for _, parameter := range parameters {
		names = append(names, parameter.Name)
	}
	return names
}
