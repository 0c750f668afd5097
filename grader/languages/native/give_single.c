/* A single value of the student's code and its type -> the JSON that stands for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "give.h"

static const __int128 EXACT = (__int128)1 << 53;

void give_other(struct giving *giving, const char *what, const char *text) {
    write_plain(giving->out, "{\"other\":");
    write_word(giving->out, what);
    write_plain(giving->out, ",\"text\":");
    write_word(giving->out, text);
    write_plain(giving->out, "}");
}

static __int128 wide_integer_at(const struct grader_type *type, const void *place) {
    __int128 value = 0;
    memcpy(&value, place, type->size);
    int unused = 128 - 8 * (int)type->size;
    return type->kind == GRADER_UNSIGNED || unused == 0 ? value : (__int128)((unsigned __int128)value << unused) >> unused;
}

long long integer_at(const struct grader_type *type, const void *place) {
    return (long long)wide_integer_at(type, place);
}

static void give_integer(struct giving *giving, __int128 value) {
    int exact = value >= -EXACT && value <= EXACT;
    write_plain(giving->out, exact ? "" : "{\"int\":\"");
    write_integer(giving->out, value);
    write_plain(giving->out, exact ? "" : "\"}");
}

/* The shortest digits that lead back to the number, in the width that it has. */
void give_real(struct giving *giving, const struct grader_type *type, const void *place) {
    int narrow = type->size == sizeof(float);
    double value = narrow ? (double)*(const float *)place
                   : type->size == sizeof(double) ? *(const double *)place : (double)*(const long double *)place;
    if (isnan(value) || isinf(value) || (value == 0 && signbit(value))) {
        write_plain(giving->out, "{\"float\":\"");
        write_plain(giving->out, isnan(value) ? "nan" : isinf(value) ? (value > 0 ? "inf" : "-inf") : "-0.0");
        write_plain(giving->out, "\"}");
        return;
    }
    char digits[64];
    for (int precision = narrow ? 6 : 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (narrow ? strtof(digits, NULL) == (float)value : strtod(digits, NULL) == value) {
            break;
        }
    }
    char *comma = strchr(digits, ',');
    if (comma != NULL) {
        *comma = '.'; /* the student's code may have chosen a locale */
    }
    write_plain(giving->out, digits);
    write_plain(giving->out, strpbrk(digits, ".e") != NULL ? "" : ".0");
}

void give_text(struct giving *giving, const char *bytes, grader_size length) {
    char words[80];
    giving->text_left -= (long)length;
    if (giving->text_left < 0) {
        snprintf(words, sizeof words, "a text of %llu bytes", (unsigned long long)length);
        give_other(giving, "too large", words);
        return;
    }
    grader_size mark = giving->out->length;
    if (!write_text(giving->out, bytes, length)) {
        giving->out->length = mark;
        write_plain(giving->out, "{\"other\":\"a text that is not UTF-8\",\"text\":");
        write_text(giving->out, bytes, length < LONGEST_FORM ? length : LONGEST_FORM);
        write_plain(giving->out, "}");
    }
}

void give_character(struct giving *giving, const struct grader_type *type, const void *place) {
    unsigned code = 0;
    memcpy(&code, place, type->size);
    char bytes[5];
    grader_size length = 0;
    if (code < 0x80 || type->size == 1) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xC0 | code >> 6);
        bytes[length++] = (char)(0x80 | (code & 63));
    } else {
        if (code >= 0x10000) {
            bytes[length++] = (char)(0xF0 | (code >> 18 & 7));
            bytes[length++] = (char)(0x80 | (code >> 12 & 63));
        } else {
            bytes[length++] = (char)(0xE0 | code >> 12);
        }
        bytes[length++] = (char)(0x80 | (code >> 6 & 63));
        bytes[length++] = (char)(0x80 | (code & 63));
    }
    give_text(giving, bytes, length);
}

void give_member(struct giving *giving, const struct grader_type *type, const void *place) {
    long long value = 0;
    memcpy(&value, place, type->size);
    for (int index = 0; type->names != NULL && index < type->names->count; index++) {
        if (memcmp(&type->names->values[index], place, type->size) == 0) {
            write_plain(giving->out, "{\"enum\":[");
            write_word(giving->out, type->names->type);
            write_plain(giving->out, ",");
            write_word(giving->out, type->names->names[index]);
            write_plain(giving->out, "]}");
            return;
        }
    }
    char words[60];
    snprintf(words, sizeof words, "a member with the number %lld", value);
    give_other(giving, "enumeration", words);
}

void give_integer_or_truth(struct giving *giving, const struct grader_type *type, void *place,
                                  const char *declared) {
    __int128 value = wide_integer_at(type, place);
    if (strcmp(declared, "truth") == 0) {
        write_plain(giving->out, value != 0 ? "true" : "false");
    } else {
        give_integer(giving, value);
    }
}
