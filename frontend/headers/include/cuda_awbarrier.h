// Programs use only the barrier primitives of this header.
#pragma once
#include "cuda_awbarrier_primitives.h"
