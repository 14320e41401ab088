#include <cuda_runtime.h>
#include "cmath_calls.h"
