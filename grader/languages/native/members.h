/* A name of the student's -> a description of it that the driver can call; members.hpp does the same for C++.
 *
 * Read after the student's own text, in the same translation unit, and only there. The types of the student's come as
 * names (`typedef`) that were made where the student's macros were still known.
 */
#pragma GCC system_header
#include "inside.h"

/* What each number type is, once: ENTRY(type, short name, kind). */
#define GRADER_NUMBERS(ENTRY) \
    ENTRY(_Bool, truth, GRADER_TRUTH) \
    ENTRY(signed char, signed_char, GRADER_SIGNED) \
    ENTRY(short, short, GRADER_SIGNED) \
    ENTRY(int, int, GRADER_SIGNED) \
    ENTRY(long, long, GRADER_SIGNED) \
    ENTRY(long long, long_long, GRADER_SIGNED) \
    ENTRY(__int128, wide, GRADER_SIGNED) \
    ENTRY(unsigned char, unsigned_char, GRADER_UNSIGNED) \
    ENTRY(unsigned short, unsigned_short, GRADER_UNSIGNED) \
    ENTRY(unsigned, unsigned, GRADER_UNSIGNED) \
    ENTRY(unsigned long, unsigned_long, GRADER_UNSIGNED) \
    ENTRY(unsigned long long, unsigned_long_long, GRADER_UNSIGNED) \
    ENTRY(float, float, GRADER_REAL) \
    ENTRY(double, double, GRADER_REAL) \
    ENTRY(long double, long_double, GRADER_REAL)

/* The type, a pointer to it, and the lists of one part that lead to either. */
#define GRADER_DESCRIBE(TYPE, SHORT, KIND) \
    static const struct grader_type grader_type_##SHORT = {.kind = KIND, .size = sizeof(TYPE)}; \
    static const struct grader_type *const grader_to_##SHORT[] = {&grader_type_##SHORT}; \
    static const struct grader_type grader_pointer_##SHORT = { \
        .kind = GRADER_POINTER, .size = sizeof(void *), .parts = grader_to_##SHORT}; \
    static const struct grader_type *const grader_to_pointer_##SHORT[] = {&grader_pointer_##SHORT};
GRADER_NUMBERS(GRADER_DESCRIBE)
GRADER_DESCRIBE(char, character, GRADER_CHARACTER)
GRADER_DESCRIBE(char *, string, GRADER_STRING)

#define GRADER_KIND_OF_NUMBER(TYPE, SHORT, KIND) \
    TYPE: KIND, TYPE *: GRADER_POINTER, const TYPE *: GRADER_POINTER, TYPE **: GRADER_POINTER, \
    const TYPE **: GRADER_POINTER, TYPE *const *: GRADER_POINTER, const TYPE *const *: GRADER_POINTER,
#define GRADER_PARTS_OF_NUMBER(TYPE, SHORT, KIND) \
    TYPE *: grader_to_##SHORT, const TYPE *: grader_to_##SHORT, TYPE **: grader_to_pointer_##SHORT, \
    const TYPE **: grader_to_pointer_##SHORT, TYPE *const *: grader_to_pointer_##SHORT, \
    const TYPE *const *: grader_to_pointer_##SHORT,
#define GRADER_ELEMENT_OF_NUMBER(TYPE, SHORT, KIND) \
    TYPE *: grader_to_##SHORT, const TYPE *: grader_to_##SHORT,

enum { GRADER_CLASS_OF_POINTERS = 5, GRADER_CLASS_OF_STRUCTS = 12 };

/* What is no number is an object of the student's, or a pointer to one. */
#define GRADER_KIND_OF_OTHER(TYPE) \
    (__builtin_classify_type(*(TYPE *)0) == GRADER_CLASS_OF_POINTERS ? GRADER_OBJECT_POINTER \
     : __builtin_classify_type(*(TYPE *)0) == GRADER_CLASS_OF_STRUCTS ? GRADER_OBJECT : GRADER_UNKNOWN)
#define GRADER_KIND(TYPE) \
    _Generic(*(TYPE *)0, GRADER_NUMBERS(GRADER_KIND_OF_NUMBER) char: GRADER_CHARACTER, char *: GRADER_STRING, \
             const char *: GRADER_STRING, char **: GRADER_POINTER, const char **: GRADER_POINTER, \
             char *const *: GRADER_POINTER, const char *const *: GRADER_POINTER, void *: GRADER_UNKNOWN, \
             const void *: GRADER_UNKNOWN, default: GRADER_KIND_OF_OTHER(TYPE))
#define GRADER_PARTS(TYPE) \
    _Generic(*(TYPE *)0, GRADER_NUMBERS(GRADER_PARTS_OF_NUMBER) char **: grader_to_string, \
             const char **: grader_to_string, char *const *: grader_to_string, const char *const *: grader_to_string, \
             default: (const struct grader_type *const *)0)

/* A type by its name; WORDS is what a class is called. */
#define GRADER_TYPE(PLACE, TYPE, WORDS) \
    static const struct grader_type PLACE = { \
        .kind = GRADER_KIND(TYPE), .size = sizeof(TYPE), .name = WORDS, .parts = GRADER_PARTS(TYPE)};

/* A pointer to rows of a known length: `char board[3][4]` as a parameter. */
#define GRADER_ROWS(PLACE, TYPE) \
    static const struct grader_type PLACE##_row = { \
        .kind = GRADER_ARRAY, .size = sizeof(**(TYPE *)0), .count = sizeof(**(TYPE *)0) / sizeof((**(TYPE *)0)[0]), \
        .parts = _Generic(&(**(TYPE *)0)[0], GRADER_NUMBERS(GRADER_ELEMENT_OF_NUMBER) char *: grader_to_character, \
                          const char *: grader_to_character, char **: grader_to_string, \
                          const char **: grader_to_string)}; \
    static const struct grader_type *const PLACE##_to_row[] = {&PLACE##_row}; \
    static const struct grader_type PLACE = { \
        .kind = GRADER_POINTER, .size = sizeof(void *), .parts = PLACE##_to_row};

#define GRADER_NO_TYPE(PLACE) static const struct grader_type PLACE = {.kind = GRADER_NOTHING};

/* An object as a function takes it: by its address or as it is. */
#define GRADER_OBJECT_AS(TYPE, OBJECT) \
    __builtin_choose_expr(__builtin_classify_type(*(TYPE *)0) == GRADER_CLASS_OF_POINTERS, OBJECT, *(TYPE *)OBJECT)

#define GRADER_MEMBER(NUMBER, ...) \
    static const struct grader_member grader_inside_member_##NUMBER = {NUMBER, __VA_ARGS__}; \
    __attribute__((section("grader_members"), used)) static const struct grader_member *const \
        grader_inside_pointer_##NUMBER = &grader_inside_member_##NUMBER;
