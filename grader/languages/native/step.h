/* What only the part that serves requests asks of the part that does steps. */
#ifndef GRADER_STEP_H
#define GRADER_STEP_H

/* Sentences for members that were found and can't be called, by `name` or `Class.method`. */
void know_unfits(const struct json *found);

#endif
