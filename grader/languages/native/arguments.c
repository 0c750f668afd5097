/* The values of a step and the parameters of a member -> a place for each parameter.
 *
 * A pointer to several values has a companion that says how many, as programming sites have it in C:
 * `const int *values, int count`, `char **rows, int count, int *widths`; and for what comes back
 * `int *solution(.., int *returnSize)` and `int **solution(.., int *returnSize, int **returnColumnSizes)`.
 * The count may also stand first. A list of `char *` may go without: it ends in a null pointer.
 */
#include <stdio.h>
#include <string.h>

#include "driver.h"

static int is_integer(const struct grader_type *type) {
    return type->kind == GRADER_SIGNED || type->kind == GRADER_UNSIGNED;
}

static int points_to_integer(const struct grader_type *type) {
    return type->kind == GRADER_POINTER && is_integer(type->parts[0]);
}

static int points_to_pointer_to_integer(const struct grader_type *type) {
    return type->kind == GRADER_POINTER && points_to_integer(type->parts[0]);
}

static grader_size count_of(const struct json *wire) {
    return wire->kind == JSON_LIST ? (grader_size)wire->count : wire->kind == JSON_TEXT ? wire->length : 0;
}

static int store_count(const struct grader_type *type, grader_size count, void *place) {
    struct json number = {.kind = JSON_INTEGER, .integer = count};
    return take_value(type, &number, place);
}

/* Walks over the parameters; `spare` are those for which there is no value. */
struct walk {
    const struct grader_member *member;
    struct arguments *arguments;
    int at;
    int spare;
};

static const struct grader_type *next_type(const struct walk *walk, int ahead) {
    int index = walk->at + ahead;
    return index < walk->member->count && !walk->member->parameters[index].by_reference
        ? walk->member->parameters[index].type : NULL;
}

static int take_one(struct walk *walk, const struct json *value) {
    const struct grader_parameter *parameter = &walk->member->parameters[walk->at];
    struct arguments *arguments = walk->arguments;
    if (parameter->by_reference && parameter->type->kind == GRADER_OBJECT) {
        struct grader_type pointer = *parameter->type;
        void *object = NULL;
        pointer.kind = GRADER_OBJECT_POINTER;
        if (value->kind == JSON_NULL || !take_value(&pointer, value, &object)) {
            return 0;
        }
        arguments->places[walk->at++] = object;
        return 1;
    }
    void *place = place_for(parameter->type);
    if (!take_value(parameter->type, value, place)) {
        return 0;
    }
    arguments->places[walk->at] = place;
    arguments->made[walk->at++] = 1;
    return 1;
}

static int take_count(struct walk *walk, grader_size count) {
    void *place = place_for(walk->member->parameters[walk->at].type);
    walk->arguments->places[walk->at] = place;
    walk->spare--;
    return store_count(walk->member->parameters[walk->at++].type, count, place);
}

/* Whether a list comes back whose length has to be told. */
static int gives_list(const struct grader_member *member) {
    return member->result->kind == GRADER_POINTER && strstr(member->gives, "None") == NULL;
}

/* How many of the parameters without a value are for the length of what comes back, and of its rows. */
static int kept_for_result(const struct grader_member *member) {
    return !gives_list(member) ? 0 : strncmp(member->gives, "list[list[", 10) == 0 ? 2 : 1;
}

/* The lengths of rows, as an array or, if all rows are as long, as one number. */
static int take_widths(struct walk *walk, const struct json *rows) {
    const struct grader_type *type = next_type(walk, 0);
    const struct json *first = rows->first;
    if (walk->spare <= kept_for_result(walk->member) || type == NULL) {
        return 1;
    }
    if (is_integer(type)) {
        return take_count(walk, first != NULL ? count_of(first) : 0);
    }
    if (!points_to_integer(type)) {
        return 1;
    }
    grader_size size = type->parts[0]->size;
    char *widths = take_memory(&given, size * ((grader_size)rows->count + 1));
    void **place = place_for(type);
    *place = widths;
    walk->arguments->places[walk->at++] = place;
    walk->spare--;
    for (const struct json *row = first; row != NULL; row = row->next, widths += size) {
        if (!store_count(type->parts[0], count_of(row), widths)) {
            return 0;
        }
    }
    return 1;
}

static int take_list(struct walk *walk, const struct json *value) {
    const struct grader_type *type = next_type(walk, 0);
    const struct grader_type *following = next_type(walk, 1);
    int spare = walk->spare > 0;
    if (spare && type != NULL && is_integer(type) && following != NULL && following->kind == GRADER_POINTER) {
        return take_count(walk, count_of(value)) && take_one(walk, value);
    }
    int counted = spare && type != NULL && type->kind == GRADER_POINTER && following != NULL && is_integer(following);
    if (!take_one(walk, value)) {
        return 0;
    }
    if (!counted) {
        return 1;
    }
    enum grader_kind element = type->parts[0]->kind;
    int rows = element == GRADER_POINTER || element == GRADER_STRING || element == GRADER_ARRAY;
    return take_count(walk, count_of(value)) && (!rows || take_widths(walk, value));
}

/* Where the student's code says how long the list is that it gives back. */
static void offer_sizes(struct walk *walk) {
    struct arguments *arguments = walk->arguments;
    if (walk->member->result->kind != GRADER_POINTER) {
        return;
    }
    const struct grader_type *type = next_type(walk, 0);
    if (walk->spare > 0 && type != NULL && points_to_integer(type)) {
        void **place = place_for(type);
        *place = arguments->size = place_for(type->parts[0]);
        arguments->size_type = type->parts[0];
        arguments->places[walk->at++] = place;
        walk->spare--;
        type = next_type(walk, 0);
    }
    if (walk->spare > 0 && type != NULL && points_to_pointer_to_integer(type)) {
        void **place = place_for(type);
        *place = arguments->widths = place_for(type->parts[0]);
        arguments->widths_type = type->parts[0]->parts[0];
        arguments->places[walk->at++] = place;
        walk->spare--;
    }
}

static int refuse_number(const struct grader_member *member, int given_count) {
    snprintf(why_not, sizeof why_not, "it takes %d argument%s, %d %s given", member->count,
             member->count == 1 ? "" : "s", given_count, given_count == 1 ? "is" : "are");
    return 0;
}

int take_arguments(const struct grader_member *member, const struct json *values, struct arguments *arguments) {
    struct walk walk = {member, arguments, 0, member->count - values->count};
    memset(arguments, 0, sizeof *arguments);
    if (walk.spare < 0 || member->count > MOST_PARAMETERS) {
        return refuse_number(member, values->count);
    }
    for (const struct json *value = values->first; value != NULL; value = value->next) {
        if (walk.at >= member->count) {
            return refuse_number(member, values->count);
        }
        if (!(value->kind == JSON_LIST ? take_list(&walk, value) : take_one(&walk, value))) {
            return 0;
        }
    }
    offer_sizes(&walk);
    if (walk.spare != 0) {
        return refuse_number(member, values->count);
    }
    if (gives_list(member) && arguments->size == NULL) {
        snprintf(why_not, sizeof why_not, "it gives back a pointer, and nothing says how many values it points to: "
                                          "a last parameter `int *returnSize` would");
        return 0;
    }
    return 1;
}

void forget_arguments(const struct grader_member *member, struct arguments *arguments) {
    for (int index = 0; index < member->count; index++) {
        if (arguments->made[index]) {
            forget_value(member->parameters[index].type, arguments->places[index]);
        }
    }
}
