/* Whole lines from a descriptor, and whole lines to one. */
#ifndef GRADER_CHANNEL_H
#define GRADER_CHANNEL_H

#include "inside.h"

struct lines {
    int descriptor;
    char *bytes;
    grader_size start;
    grader_size length;
    grader_size capacity;
};

/* The next line, ended by a null byte, until the next call; null at the end. */
char *next_line(struct lines *lines);
void send_all(int descriptor, const char *bytes, grader_size length);

#endif
