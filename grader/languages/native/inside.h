/* What the driver and the code that is added to a student's file tell each other: types and members as data.
 *
 * C and C++ read this file. The student's side describes each member that the task asks for: how its parameters lie
 * in memory, and a function that calls it. The driver does the rest, and knows no type of the student's.
 * Nothing is included here, so that nothing that the student forgot to include is there by chance.
 */
#ifndef GRADER_INSIDE_H
#define GRADER_INSIDE_H
#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ grader_size;

enum grader_kind {
    GRADER_UNKNOWN,
    GRADER_NOTHING,        /* void */
    GRADER_TRUTH,          /* bool */
    GRADER_CHARACTER,      /* char and the wider ones */
    GRADER_SIGNED,         /* integers of `size` bytes */
    GRADER_UNSIGNED,
    GRADER_REAL,           /* float, double, long double */
    GRADER_STRING,         /* char * */
    GRADER_TEXT,           /* a class of texts: `set_text`, `get_text` */
    GRADER_SEQUENCE,       /* containers: `construct`, `add`, `visit` */
    GRADER_SET,
    GRADER_MAP,
    GRADER_OPTIONAL,
    GRADER_TUPLE,          /* `count` parts, each reached by `part` */
    GRADER_ARRAY,          /* `count` elements one after the other */
    GRADER_POINTER,        /* to elements one after the other, as many as a parameter says */
    GRADER_ENUM,
    GRADER_OBJECT,         /* of a class of the student's */
    GRADER_OBJECT_POINTER, /* to one of them */
    GRADER_OWNER           /* unique_ptr, shared_ptr */
};

/* Told of each element of a container, by the addresses of its parts; gives 0 to hear no more. */
typedef int grader_visitor(void *context, const void *const *parts);
typedef void grader_listener(void *context, const char *bytes, grader_size length);

struct grader_operations {
    void (*construct)(void *place);
    void (*copy)(void *place, const void *source);
    void (*destroy)(void *place);
    void (*set_text)(void *place, const char *bytes, grader_size length);
    const char *(*get_text)(const void *place, grader_size *length);
    void (*add)(void *place, void *const *parts);
    void (*visit)(const void *place, grader_visitor *visitor, void *context);
    void *(*part)(void *place, int index);
    void (*say)(void *place, grader_listener *listener, void *context); /* the text form of an object */
    void *(*get)(const void *place);                                    /* what a smart pointer points to */
    void (*own)(void *place, void *object);                             /* a smart pointer to it, or to a copy */
};

struct grader_names {
    const char *type;
    const char *const *names;
    const long long *values;
    int count;
};

struct grader_type {
    enum grader_kind kind;
    grader_size size;
    const char *name; /* of a class; what the compiler says of it may stand around it */
    int count;
    const struct grader_type *const *parts;
    const struct grader_operations *operations;
    const struct grader_names *names;
};

enum grader_role {
    GRADER_FUNCTION,    /* `name` is that of a function; with `owner` it is a method of an object that is made for it */
    GRADER_CONSTRUCTOR, /* `name` is that of a class that was asked for */
    GRADER_METHOD,      /* `name` is that of a method that was asked for, `owner` the class */
    GRADER_MAKER,       /* makes the object for a function that is a method: no name, `owner` is the class */
    GRADER_TEXT_FORM    /* gives the text form of an object of the class `owner` */
};

struct grader_parameter {
    const struct grader_type *type;
    int by_reference;
};

struct grader_member {
    int number; /* of several that could be meant the lowest is tried first */
    enum grader_role role;
    const char *name;
    const char *asked; /* as the task asks for it, in words of the language */
    const char *found; /* as the student wrote it */
    const char *gives; /* the type that the task says comes back, "" where it says nothing */
    const struct grader_type *owner;
    const struct grader_type *result;
    int result_is_reference;
    int count;
    const struct grader_parameter *parameters;
    void (*call)(void *object, void **arguments, void *result);
};

#ifdef __cplusplus
}
#endif
#endif
