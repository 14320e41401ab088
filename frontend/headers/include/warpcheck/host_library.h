// What nvcc includes in every unit and few units use: the rest of CUDA's runtime, and what
// CUDA's own headers include of the machine's. The prelude comes first: <cmath> brings into std the functions that it finds, and those of the device among them.
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
