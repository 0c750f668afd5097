/* Names of steps -> the values and objects that they left behind, for as long as this state lasts. */
#include <stdio.h>
#include <string.h>

#include "driver.h"

static struct memory kept;
static struct binding *bindings;

struct binding *binding_named(const char *name) {
    for (struct binding *each = bindings; each != NULL; each = each->next) {
        if (strcmp(each->name, name) == 0) {
            return each->type != NULL ? each : NULL;
        }
    }
    return NULL;
}

/* Room for a value that stays until the state ends. */
void *lasting_place_for(const struct grader_type *type) {
    return take_memory(&kept, type->size ? type->size : sizeof(void *));
}

/* A null type takes the name away. */
void bind_value(const char *name, const struct grader_type *type, void *place) {
    struct binding *found = bindings;
    while (found != NULL && strcmp(found->name, name) != 0) {
        found = found->next;
    }
    if (found == NULL) {
        found = take_memory(&kept, sizeof *found);
        found->name = keep_text(&kept, name, strlen(name));
        found->next = bindings;
        bindings = found;
    }
    found->type = type;
    found->place = place;
}

void *object_of(const struct binding *binding, const struct grader_type **type) {
    *type = binding->type;
    switch (binding->type->kind) {
        case GRADER_OBJECT:
            return binding->place;
        case GRADER_OBJECT_POINTER:
            return *(void **)binding->place;
        case GRADER_OWNER:
            *type = binding->type->parts[0];
            return binding->type->operations->get(binding->place);
        default:
            return NULL;
    }
}

/* The compiler's own words for a class stand between `= ` and the last `]`; in C the name stands alone. */
const char *class_name(const struct grader_type *type, char *room, grader_size size) {
    const char *start = strstr(type->name, "= ");
    const char *end = type->name + strlen(type->name);
    start = start == NULL ? type->name : start + 2;
    if (start != type->name && end > start && end[-1] == ']') {
        end--;
    }
    for (const char *at = start; at < end && *at != '<'; at++) {
        if (at[0] == ':' && at[1] == ':') {
            start = at + 2;
        }
    }
    snprintf(room, size, "%.*s", (int)(end - start), start);
    return room;
}

int same_class(const struct grader_type *one, const struct grader_type *other) {
    return one == other || (one != NULL && other != NULL && strcmp(one->name, other->name) == 0);
}
