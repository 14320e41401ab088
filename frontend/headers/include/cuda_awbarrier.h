// The barrier primitives are all that programs name.
#pragma once
#include "cuda_awbarrier_primitives.h"
