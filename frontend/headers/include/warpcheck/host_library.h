// Headers that nvcc includes in every unit and few units need: the rest of CUDA's runtime, and the machine's headers that CUDA's
// headers include. The prelude is included first, because <cmath> adds to std all functions that it finds, also those of the device.
#pragma once
#pragma clang system_header
#include "../warpcheck_prelude.h"
#include "../names/runtime.h"

#if __has_include(<cmath>)
#include <cmath>
#include <cstdlib>
#include <new>
#include <tuple>
#include <utility>
#endif
#if __has_include(<stdio.h>)
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
