// The usual containers -> what the driver does with them, compiled once; see common.hpp.
#include <string>
#include <vector>

#define GRADER_COMMON_HERE
#include "members.hpp"
