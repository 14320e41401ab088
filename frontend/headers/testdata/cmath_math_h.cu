#include <math.h>
#include "cmath_calls.h"
