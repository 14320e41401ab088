#include <cmath>
#include "cmath_calls.h"
