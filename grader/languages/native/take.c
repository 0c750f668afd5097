/* A value of the protocol and a type -> that value as the student's code takes it.
 *
 * Nothing is ever wrapped or cut: what the type can't hold is refused with the reason in `why_not`.
 */
#include <stdio.h>
#include <string.h>

#include "take.h"

struct memory given;

/* --- objects --- */

static int take_object(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *name = tagged(wire, "ref");
    struct binding *binding = name != NULL ? binding_named(name->text) : NULL;
    const struct grader_type *found = NULL;
    void *object = binding != NULL ? object_of(binding, &found) : NULL;
    const struct grader_type *wanted = type->kind == GRADER_OWNER ? type->parts[0] : type;
    if (object == NULL || !same_class(wanted, found)) {
        return refuse(type, wire);
    }
    if (type->kind == GRADER_OBJECT_POINTER) {
        *(void **)place = object;
        return 1;
    }
    const struct grader_operations *operations = type->operations;
    if (type->kind == GRADER_OWNER) {
        if (operations->own == NULL) {
            return refuse(type, wire);
        }
        operations->own(place, object);
        return 1;
    }
    if (operations == NULL) {
        memcpy(place, object, type->size); /* a struct of C */
        return 1;
    }
    if (operations->copy == NULL) {
        return refuse(type, wire);
    }
    operations->copy(place, object);
    return 1;
}

/* --- many values --- */

/* Each character of a text as an item, where a list of characters is taken. */
static const struct json *split(const struct json *wire, const struct grader_type *element) {
    const struct json *text = text_of(wire);
    if (text == NULL || element->kind != GRADER_CHARACTER) {
        return NULL;
    }
    struct json *list = take_memory(&given, sizeof *list);
    struct json **last = &list->first;
    list->kind = JSON_LIST;
    for (grader_size at = 0; at < text->length; list->count++) {
        grader_size size;
        code_point(text->text + at, &size);
        struct json *item = take_memory(&given, sizeof *item);
        item->kind = JSON_TEXT;
        item->text = keep_text(&given, text->text + at, size);
        item->length = size;
        at += size;
        *last = item;
        last = &item->next;
    }
    return list;
}

static int add_parts(const struct grader_type *type, void *place, const struct json *const *wires, int count) {
    void *parts[2] = {NULL, NULL};
    for (int index = 0; index < count; index++) {
        parts[index] = place_for(type->parts[index]);
        if (!take_value(type->parts[index], wires[index], parts[index])) {
            return 0;
        }
    }
    type->operations->add(place, parts);
    for (int index = 0; index < count; index++) {
        forget_value(type->parts[index], parts[index]);
    }
    return 1;
}

static int take_container(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    items = items != NULL ? items : split(wire, type->parts[0]);
    if (items == NULL) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    for (const struct json *each = items->first; each != NULL; each = each->next) {
        if (!add_parts(type, place, &each, 1)) {
            return 0;
        }
    }
    return 1;
}

static int take_map(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *pairs = tagged(wire, "map");
    if (pairs == NULL) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    for (const struct json *each = pairs->first; each != NULL; each = each->next) {
        const struct json *pair[] = {each->first, each->first->next};
        if (!add_parts(type, place, pair, 2)) {
            return 0;
        }
    }
    return 1;
}

static int take_tuple(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    if (items == NULL || items->count != type->count) {
        return refuse(type, wire);
    }
    type->operations->construct(place);
    int index = 0;
    for (const struct json *each = items->first; each != NULL; each = each->next, index++) {
        void *part = type->operations->part(place, index);
        forget_value(type->parts[index], part);
        if (!take_value(type->parts[index], each, part)) {
            return 0;
        }
    }
    return 1;
}

static int take_optional(const struct grader_type *type, const struct json *wire, void *place) {
    type->operations->construct(place);
    return wire->kind == JSON_NULL || add_parts(type, place, &wire, 1);
}

/* Elements one after the other from `place` on; `room` of them, or as many as there are where it is negative. */
static int take_elements(const struct grader_type *type, const struct json *items, char *place, int room) {
    const struct grader_type *element = type->parts[0];
    int plain = element->operations == NULL;
    if (room >= 0 && (items->count > room || (items->count < room && !plain))) {
        snprintf(why_not, sizeof why_not, "a list of %d does not fit where an array of %d is taken", items->count, room);
        return 0;
    }
    for (const struct json *each = items->first; each != NULL; each = each->next, place += element->size) {
        if (!take_value(element, each, place)) {
            return 0;
        }
    }
    return 1;
}

static int take_array(const struct grader_type *type, const struct json *wire, void *place) {
    const struct json *items = items_of(wire);
    items = items != NULL ? items : split(wire, type->parts[0]);
    return items != NULL ? take_elements(type, items, place, type->count) : refuse(type, wire);
}

/* One element more than there are stays zero, so that a list of `char *` ends in a null. */
static int take_pointer(const struct grader_type *type, const struct json *wire, void *place) {
    const struct grader_type *element = type->parts[0];
    const struct json *items = items_of(wire);
    grader_size count = items != NULL ? (grader_size)items->count : 1;
    char *elements = take_memory(&given, (count + 1) * (element->size ? element->size : 1));
    *(void **)place = elements;
    if (items != NULL) {
        return take_elements(type, items, elements, -1);
    }
    int single = element->kind != GRADER_STRING && element->kind != GRADER_TEXT && element->kind != GRADER_ARRAY;
    return single && take_value(element, wire, elements) ? 1 : refuse(type, wire);
}

/* --- all --- */

static int can_be_null(enum grader_kind kind) {
    return kind == GRADER_STRING || kind == GRADER_POINTER || kind == GRADER_OBJECT_POINTER;
}

int take_value(const struct grader_type *type, const struct json *wire, void *place) {
    if (wire->kind == JSON_NULL && can_be_null(type->kind)) {
        *(void **)place = NULL;
        return 1;
    }
    switch (type->kind) {
        case GRADER_TRUTH:
            return take_truth(type, wire, place);
        case GRADER_CHARACTER:
            return take_character(type, wire, place);
        case GRADER_SIGNED:
        case GRADER_UNSIGNED:
            return take_integer(type, wire, place);
        case GRADER_REAL:
            return take_real(type, wire, place);
        case GRADER_STRING:
        case GRADER_TEXT:
            return take_text(type, wire, place);
        case GRADER_SEQUENCE:
        case GRADER_SET:
            return take_container(type, wire, place);
        case GRADER_MAP:
            return take_map(type, wire, place);
        case GRADER_OPTIONAL:
            return take_optional(type, wire, place);
        case GRADER_TUPLE:
            return take_tuple(type, wire, place);
        case GRADER_ARRAY:
            return take_array(type, wire, place);
        case GRADER_POINTER:
            return take_pointer(type, wire, place);
        case GRADER_ENUM:
            return take_enum(type, wire, place);
        case GRADER_OBJECT:
        case GRADER_OBJECT_POINTER:
        case GRADER_OWNER:
            return take_object(type, wire, place);
        default:
            return refuse(type, wire);
    }
}

void forget_value(const struct grader_type *type, void *place) {
    if (type->kind == GRADER_ARRAY) {
        for (int index = 0; index < type->count && type->parts[0]->operations != NULL; index++) {
            forget_value(type->parts[0], (char *)place + (grader_size)index * type->parts[0]->size);
        }
    } else if (type->operations != NULL && type->operations->destroy != NULL) {
        type->operations->destroy(place);
    }
}

void *place_for(const struct grader_type *type) {
    return take_memory(&given, type->size ? type->size : sizeof(void *));
}
