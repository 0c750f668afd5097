/* What the parts that take values know of one another. */
#ifndef GRADER_TAKE_H
#define GRADER_TAKE_H

#include "driver.h"

/* --- wire.c: what stands in a value of the protocol, and the words for it --- */

/* What the value holds under this tag; null if it has another one. */
const struct json *tagged(const struct json *wire, const char *tag);
/* The items of a list, a tuple or a set; null for anything else. */
const struct json *items_of(const struct json *wire);
/* The text, or the name of a member of an enumeration. */
const struct json *text_of(const struct json *wire);
/* Says in `why_not` that the type can't hold the value; always 0. */
int refuse(const struct grader_type *type, const struct json *wire);

/* --- take_single.c: numbers, characters, texts and members of enumerations --- */

int take_integer(const struct grader_type *type, const struct json *wire, void *place);
int take_real(const struct grader_type *type, const struct json *wire, void *place);
int take_truth(const struct grader_type *type, const struct json *wire, void *place);
int take_character(const struct grader_type *type, const struct json *wire, void *place);
int take_text(const struct grader_type *type, const struct json *wire, void *place);
int take_enum(const struct grader_type *type, const struct json *wire, void *place);
/* The first code point of UTF-8, which is known to be whole, and how many bytes it has. */
unsigned code_point(const char *text, grader_size *size);

#endif
