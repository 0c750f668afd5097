/* One step of a request -> the reply to it, without its head: looks the member up, calls it, and says what came. */
#include <stdio.h>
#include <string.h>

#include "driver.h"
#include "step.h"

static struct memory reading;
static const struct json *unfits;

void know_unfits(const struct json *found) {
    unfits = found;
}

struct step {
    struct output *out;
    const char *kind;
    const char *on;
    const char *name;
    const struct json *values;
    const char *variable;
};

/* --- replies --- */

static void say_word(struct step *step, const char *field, const char *word) {
    write_word(step->out, field);
    write_plain(step->out, ":");
    write_word(step->out, word);
}

static void say_fault(struct output *out, const struct fault *fault) {
    write_plain(out, "\"raised\":{\"type\":");
    write_word(out, fault->type);
    write_plain(out, ",\"message\":");
    write_word(out, fault->message);
    write_plain(out, ",\"trace\":[");
    write_trace(out);
    write_plain(out, fault->memory ? "],\"memory\":true}" : "],\"memory\":false}");
}

static void say_unfit(struct step *step, const struct grader_member *member) {
    char sentence[1200];
    snprintf(sentence, sizeof sentence, "asked for is `%.300s`, found is `%.300s`: %.400s", member->asked, member->found,
             why_not);
    say_word(step, "unfit", sentence);
}

/* A member that the compiler could not make callable has a sentence of its own. */
static void say_absent(struct step *step, const char *owner) {
    char key[300];
    snprintf(key, sizeof key, "%s%s%s", owner, *owner ? "." : "", step->name);
    const struct json *why = json_at(unfits, key);
    if (why != NULL) {
        say_word(step, "unfit", why->text);
    } else {
        say_word(step, "missing", step->name);
    }
}

/* The first name in the arguments under which nothing was left; null if all are there. */
static const char *absent_reference(const struct json *wire) {
    int tagged = wire->kind == JSON_MAP && wire->first != NULL && strcmp(wire->first->text, "ref") == 0;
    if (tagged) {
        return binding_named(wire->first->next->text) == NULL ? wire->first->next->text : NULL;
    }
    for (const struct json *each = wire->first; each != NULL; each = each->next) {
        const char *absent = absent_reference(each);
        if (absent != NULL) {
            return absent;
        }
    }
    return NULL;
}

/* --- calls --- */

static int fits(const struct grader_member *member, enum grader_role role, const char *name,
                const struct grader_type *owner) {
    return member->role == role && (name == NULL || strcmp(member->name, name) == 0)
        && (owner == NULL || same_class(member->owner, owner));
}

/* Values that were given earlier may stand for a reference: what is bound and is no object is given again. */
static void finish(struct step *step, const struct grader_member *member, struct arguments *arguments, void *result) {
    const struct grader_type *type = member->result;
    void *place = member->result_is_reference ? *(void **)result : result;
    write_plain(step->out, "\"value\":");
    give_value(step->out, type, place, member->gives, arguments);
    if (step->variable != NULL) {
        bind_value(step->variable, type, place);
    } else if (!member->result_is_reference && type->kind != GRADER_NOTHING) {
        forget_value(type, result);
    }
    forget_arguments(member, arguments);
}

/* The next member after `number` that could be meant; null when there is none. */
static const struct grader_member *next_member(const struct step *step, enum grader_role role,
                                               const struct grader_type *owner, int number) {
    const struct grader_member *next = NULL;
    for (const struct grader_member *const *each = __start_grader_members; each < __stop_grader_members; each++) {
        int later = (*each)->number > number && (next == NULL || (*each)->number < next->number);
        if (later && fits(*each, role, step->name, owner)) {
            next = *each;
        }
    }
    return next;
}

/* Tries the members in turn; the first that takes the values is called. */
static int call_first(struct step *step, enum grader_role role, const struct grader_type *owner, void *object) {
    struct arguments arguments;
    const struct grader_member *nearest = NULL;
    char first_reason[sizeof why_not] = "";
    const struct grader_member *member = next_member(step, role, owner, -1);
    for (; member != NULL; member = next_member(step, role, owner, member->number)) {
        if (take_arguments(member, step->values, &arguments)) {
            void *result = place_for(member->result);
            thrown_count = 0;
            member->call(object, arguments.places, result);
            finish(step, member, &arguments, result);
            return 1;
        }
        if (nearest == NULL || (nearest->count != step->values->count && member->count == step->values->count)) {
            nearest = member;
            memcpy(first_reason, why_not, sizeof why_not);
        }
    }
    if (nearest != NULL) {
        memcpy(why_not, first_reason, sizeof why_not);
        say_unfit(step, nearest);
    }
    return nearest != NULL;
}

/* The object whose method a function is: one for all calls in this state; null if none can be made. */
static void *instance_for(const struct grader_type *owner) {
    static const char own[] = "\1instance of ";
    char name[400];
    snprintf(name, sizeof name, "%s%s", own, owner->name);
    struct binding *known = binding_named(name);
    if (known != NULL) {
        return known->place;
    }
    for (const struct grader_member *const *each = __start_grader_members; each < __stop_grader_members; each++) {
        if (fits(*each, GRADER_MAKER, NULL, owner)) {
            void *object = lasting_place_for((*each)->result);
            (*each)->call(NULL, NULL, object);
            bind_value(name, owner, object);
            return object;
        }
    }
    return NULL;
}

static void call_function(struct step *step) {
    const struct grader_type *owner = NULL;
    for (const struct grader_member *const *each = __start_grader_members; each < __stop_grader_members; each++) {
        if (fits(*each, GRADER_FUNCTION, step->name, NULL)) {
            owner = (*each)->owner;
        }
    }
    void *object = owner != NULL ? instance_for(owner) : NULL;
    if (owner != NULL && object == NULL) {
        char name[200];
        char sentence[400];
        snprintf(sentence, sizeof sentence, "%s is a method of `%s`, and no object of it can be made without arguments",
                 step->name, class_name(owner, name, sizeof name));
        say_word(step, "unfit", sentence);
    } else if (!call_first(step, GRADER_FUNCTION, owner, object)) {
        say_absent(step, "");
    }
}

static void call_method(struct step *step) {
    const struct grader_type *type;
    struct binding *binding = binding_named(step->on);
    void *object = binding != NULL ? object_of(binding, &type) : NULL;
    if (object == NULL) {
        say_word(step, "missing", step->on);
        return;
    }
    if (!call_first(step, GRADER_METHOD, type, object)) {
        char name[200];
        say_absent(step, class_name(type, name, sizeof name));
    }
}

static void perform(void *context) {
    struct step *step = context;
    const char *absent = absent_reference(step->values);
    if (absent != NULL) {
        say_word(step, "missing", absent);
    } else if (strcmp(step->kind, "method") == 0) {
        call_method(step);
    } else if (strcmp(step->kind, "call") == 0) {
        call_function(step);
    } else if (!call_first(step, GRADER_CONSTRUCTOR, NULL, NULL)) {
        say_absent(step, "");
    }
}

/* --- one step --- */

/* Kept until the state ends once an object is there: it may hold on to what it was given. */
static int anything_kept;

static int read_step(struct step *step, const char **at) {
    release_memory(&reading);
    if (!anything_kept) {
        release_memory(&given);
    }
    const struct json *body = read_json(&reading, at);
    if (body == NULL || body->count < 4) {
        return 0;
    }
    const struct json *word = body->first;
    step->kind = word->text;
    word = word->next;
    if (strcmp(step->kind, "method") == 0) {
        step->on = word->text;
        word = word->next;
    }
    step->name = word->text;
    step->values = word->next;
    step->variable = step->values->next->kind == JSON_TEXT ? step->values->next->text : NULL;
    anything_kept |= step->variable != NULL || strcmp(step->kind, "call") != 0;
    return 1;
}

static const char *next_step;

static void read_and_perform(void *context) {
    struct step *step = context;
    const char *at = next_step;
    if (read_step(step, &at)) {
        if (step->variable != NULL) {
            bind_value(step->variable, NULL, NULL);
        }
        perform(step);
    }
}

void answer_step(struct output *out, const char **at) {
    struct step step = {.out = out};
    struct fault fault;
    grader_size mark = out->length;
    thrown_count = 0;
    next_step = *at;
    attempt(read_and_perform, &step, &fault);
    if (fault.raised) {
        out->length = mark;
        say_fault(out, &fault);
    } else if (out->failed) {
        out->failed = 0;
        out->length = mark;
        write_plain(out, "\"value\":{\"other\":\"too large\",\"text\":\"\"}");
    }
    skip_json(at);
}
