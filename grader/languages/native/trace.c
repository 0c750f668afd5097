/* Addresses at which an error was thrown -> frames in the student's own lines, innermost last.
 *
 * The table was made when the program was built: `address line file TAB function`, in the order of addresses; a line
 * of 0 ends what is the student's.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

enum { MOST_FRAMES = 20, FIRST_FRAMES = 2 };

static const char TABLE[] = "../build/lines";
static const char *table;
static grader_size table_size;

static void open_table(void) {
    struct stat found;
    int file = open(TABLE, O_RDONLY);
    if (file < 0) {
        return;
    }
    if (fstat(file, &found) == 0 && found.st_size > 0) {
        void *pages = mmap(NULL, (grader_size)found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        table = pages == MAP_FAILED ? NULL : pages;
        table_size = table != NULL ? (grader_size)found.st_size : 0;
    }
    close(file);
}

/* The row of the table that holds the address; null where no code of the student's stands. */
static const char *row_of(unsigned long address) {
    const char *found = NULL;
    const char *end = table + table_size;
    for (const char *row = table; row < end;) {
        char *after;
        if (strtoul(row, &after, 16) > address) {
            break;
        }
        found = after;
        const char *next = memchr(row, '\n', (grader_size)(end - row));
        row = next != NULL ? next + 1 : end;
    }
    return found;
}

static int write_frame(struct output *out, const char *row, int first) {
    char *name;
    unsigned long line = strtoul(row, &name, 10);
    const char *end = memchr(row, '\n', (grader_size)(table + table_size - row));
    const char *tab = end != NULL ? memchr(name, '\t', (grader_size)(end - name)) : NULL;
    if (line == 0 || tab == NULL) {
        return 0;
    }
    name++;
    write_plain(out, first ? "{\"file\":" : ",{\"file\":");
    write_text(out, name, (grader_size)(tab - name));
    write_plain(out, ",\"line\":");
    write_integer(out, (long)line);
    write_plain(out, ",\"function\":");
    write_text(out, tab + 1, (grader_size)(end - tab - 1));
    write_plain(out, "}");
    return 1;
}

void write_trace(struct output *out) {
    const char *rows[64];
    int count = 0;
    if (table == NULL && thrown_count > 0) {
        open_table();
    }
    for (int index = thrown_count - 1; table != NULL && index >= 0; index--) {
        const char *row = row_of((unsigned long)thrown_from[index] - 1);
        if (row != NULL && strtoul(row, NULL, 10) != 0) {
            rows[count++] = row;
        }
    }
    int first = 1;
    for (int index = 0; index < count; index++) {
        if (count <= MOST_FRAMES || index < FIRST_FRAMES || index >= count - (MOST_FRAMES - FIRST_FRAMES)) {
            first = !write_frame(out, rows[index], first) && first;
        }
    }
}
