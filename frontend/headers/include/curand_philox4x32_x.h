// curand_kernel.h has all of it.
#pragma once
#include "curand_kernel.h"
