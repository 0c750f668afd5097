/* What the parts that give values know of one another. */
#ifndef GRADER_GIVE_H
#define GRADER_GIVE_H

#include "driver.h"

enum { LONGEST_FORM = 2000 };

struct giving {
    struct output *out;
    const struct arguments *arguments;
    int items_left;
    long text_left;
};

/* --- give_single.c --- */

void give_other(struct giving *giving, const char *what, const char *text);
/* `declared` is `truth` where an integer stands for true and false. */
void give_integer_or_truth(struct giving *giving, const struct grader_type *type, void *place, const char *declared);
void give_real(struct giving *giving, const struct grader_type *type, const void *place);
void give_text(struct giving *giving, const char *bytes, grader_size length);
void give_character(struct giving *giving, const struct grader_type *type, const void *place);
void give_member(struct giving *giving, const struct grader_type *type, const void *place);

#endif
