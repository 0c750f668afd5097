/* What the parts of the driver know of one another. See PROTOCOL.md for what the driver does. */
#ifndef GRADER_DRIVER_H
#define GRADER_DRIVER_H

#include "inside.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- memory.c: memory that the student's code can't spoil by `free` or by a `malloc` of its own --- */

struct chunk;
struct memory {
    struct chunk *chunks;
};

/* Never null: the step at hand ends by `grader_out_of_memory` when there is none left. */
void *take_memory(struct memory *memory, grader_size size);
void release_memory(struct memory *memory);
char *keep_text(struct memory *memory, const char *bytes, grader_size length);
/* Pages of their own; null when there are none. `bytes` is null or what was given before. */
void *resize_pages(void *bytes, grader_size old_size, grader_size new_size);
void grader_out_of_memory(void) __attribute__((noreturn));

/* --- json.c: a line -> a tree --- */

enum json_kind { JSON_NULL, JSON_TRUTH, JSON_INTEGER, JSON_LARGE, JSON_REAL, JSON_TEXT, JSON_LIST, JSON_MAP };

struct json {
    enum json_kind kind;
    int truth;
    __int128 integer;
    double real;
    const char *text; /* ended by a null byte that is not counted; the digits of a large integer */
    grader_size length;
    struct json *first; /* items; of a map keys and values in turn */
    struct json *next;
    int count;
};

/* Moves `at` behind the value that stands there; null if there is none. */
struct json *read_json(struct memory *memory, const char **at);
/* The same without reading it. */
int skip_json(const char **at);
const struct json *json_at(const struct json *map, const char *key);

/* --- output.c: text that grows --- */

struct output {
    char *bytes;
    grader_size length;
    grader_size capacity;
    int failed;
};

void write_bytes(struct output *out, const char *bytes, grader_size length);
void write_plain(struct output *out, const char *text);
void write_integer(struct output *out, __int128 value);
/* As a JSON string. Bytes that are no UTF-8 become U+FFFD; 0 if there were any. */
int write_text(struct output *out, const char *bytes, grader_size length);
void write_word(struct output *out, const char *text);

/* --- state.c: what the steps of one state have left behind --- */

struct binding {
    const char *name;
    const struct grader_type *type;
    void *place; /* where the value lies; for an object passed by reference, the object itself */
    struct binding *next;
};

struct binding *binding_named(const char *name);
void *lasting_place_for(const struct grader_type *type);
void bind_value(const char *name, const struct grader_type *type, void *place);
/* The object behind a binding and the class that it is of; null if it is none. */
void *object_of(const struct binding *binding, const struct grader_type **type);
int same_class(const struct grader_type *one, const struct grader_type *other);
/* The name of a class without what stands around it, in `room`. */
const char *class_name(const struct grader_type *type, char *room, grader_size size);

/* --- take.c, take_single.c, wire.c: a value of a request -> a value of the student's language --- */

extern struct memory given;
void *place_for(const struct grader_type *type);
/* Makes the value at the place; 0 with a reason in `why_not` when the type can't hold it. */
int take_value(const struct grader_type *type, const struct json *wire, void *place);
void forget_value(const struct grader_type *type, void *place);
extern char why_not[400];

/* --- arguments.c: the values of a call -> the places of all parameters --- */

enum { MOST_PARAMETERS = 24 };

struct arguments {
    void *places[MOST_PARAMETERS];
    int made[MOST_PARAMETERS]; /* whether the place holds a value that is to be forgotten */
    void *size;                /* what the student's code says of the length of a list that it gives back */
    const struct grader_type *size_type;
    void *widths;              /* and of the lengths of its rows: the place of a pointer to integers */
    const struct grader_type *widths_type;
};

int take_arguments(const struct grader_member *member, const struct json *values, struct arguments *arguments);
void forget_arguments(const struct grader_member *member, struct arguments *arguments);

/* --- give.c, give_single.c: a value of the student's language -> a value of a reply --- */

void give_value(struct output *out, const struct grader_type *type, void *place, const char *declared,
                const struct arguments *arguments);
long long integer_at(const struct grader_type *type, const void *place);

/* --- step.c: one step -> the reply to it --- */

void answer_step(struct output *out, const char **at);

/* --- fault.c: work -> how it failed and where; guard.cpp, guard.c: what C++ needs for that and C does not --- */

enum { MOST_THROWN = 64 };

struct fault {
    int raised;
    int memory;
    char type[256];
    char message[2001];
};

extern void *thrown_from[MOST_THROWN];
extern int thrown_count;
void note_place(void);
/* Ends the work at the first failure; the fault says whether there was one. */
void attempt(void (*work)(void *), void *context, struct fault *fault);
void guarded(void (*work)(void *), void *context, struct fault *fault);
void flush_streams(void);

/* --- trace.c: where an error was thrown -> the student's lines --- */

void write_trace(struct output *out);

/* --- the members, in a section of the program --- */

extern const struct grader_member *const __start_grader_members[] __attribute__((weak));
extern const struct grader_member *const __stop_grader_members[] __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
