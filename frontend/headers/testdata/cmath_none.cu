// Mathematics in a file that includes nothing.
#include "cmath_calls.h"
