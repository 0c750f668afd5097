// How the student's side asks for the text that `<<` writes of an object, without a stream class of its own.
#ifndef GRADER_STREAM_HPP
#define GRADER_STREAM_HPP

#include "inside.h"

namespace grader_inside {

void say_printed(void (*print)(std::ostream &, void *), void *object, grader_listener *listener, void *context);

}

#endif
