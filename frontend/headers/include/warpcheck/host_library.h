// What nvcc's cuda_runtime.h includes of the machine's own headers.
#pragma once
#pragma clang system_header

#if __has_include(<cmath>)
#include <cmath>
#include <cstdlib>
#include <new>
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
