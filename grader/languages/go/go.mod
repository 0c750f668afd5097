module grader

go 1.18
