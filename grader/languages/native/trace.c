/* Addresses at which an error was thrown -> frames in the student's own lines, innermost last.
 *
 * The table was made when the program was built: `address line file TAB function`, in the order of addresses; a line
 * of 0 ends what is the student's, and an address may have several rows, the innermost last.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

enum { MOST_FRAMES = 20, FIRST_FRAMES = 2, MOST_ROWS = 256 };

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

static const char *next_row(const char *row) {
    const char *end = table + table_size;
    const char *line_end = memchr(row, '\n', (grader_size)(end - row));
    return line_end != NULL ? line_end + 1 : end;
}

/* The first of the rows for the address; null where no code of the student's stands. */
static const char *rows_of(unsigned long address) {
    const char *found = NULL;
    unsigned long found_at = 0;
    const char *end = table + table_size;
    for (const char *row = table; row < end;) {
        unsigned long here = strtoul(row, NULL, 16);
        if (here > address) {
            break;
        }
        found = found == NULL || here != found_at ? row : found;
        found_at = here;
        row = next_row(row);
    }
    return found;
}

static void write_frame(struct output *out, const char *row, int first) {
    char *line;
    char *name;
    strtoul(row, &line, 16);
    long number = (long)strtoul(line, &name, 10);
    const char *end = next_row(row) - 1;
    name++;
    const char *tab = memchr(name, '\t', (grader_size)(end - name));
    write_plain(out, first ? "{\"file\":" : ",{\"file\":");
    write_text(out, name, (grader_size)(tab - name));
    write_plain(out, ",\"line\":");
    write_integer(out, number);
    write_plain(out, ",\"function\":");
    write_text(out, tab + 1, (grader_size)(end - tab - 1));
    write_plain(out, "}");
}

static int is_students(const char *row) {
    char *line;
    strtoul(row, &line, 16);
    return strtoul(line, NULL, 10) != 0;
}

/* Adds the rows for an address, where several lines stand for it the outermost first. */
static int add_rows(const char **rows, int count, unsigned long address) {
    const char *row = rows_of(address);
    unsigned long at = row != NULL ? strtoul(row, NULL, 16) : 0;
    for (; row != NULL && row < table + table_size && strtoul(row, NULL, 16) == at; row = next_row(row)) {
        if (count < MOST_ROWS && is_students(row)) {
            rows[count++] = row;
        }
    }
    return count;
}

void write_trace(struct output *out) {
    const char *rows[MOST_ROWS];
    int count = 0;
    if (table == NULL && thrown_count > 0) {
        open_table();
    }
    for (int index = thrown_count - 1; table != NULL && index >= 0; index--) {
        count = add_rows(rows, count, (unsigned long)thrown_from[index] - 1);
    }
    int first = 1;
    for (int index = 0; index < count; index++) {
        if (count <= MOST_FRAMES || index < FIRST_FRAMES || index >= count - (MOST_FRAMES - FIRST_FRAMES)) {
            write_frame(out, rows[index], first);
            first = 0;
        }
    }
}
