// Torch: kernels over all elements of a tensor.
#pragma once
#include "../../../warpcheck/torch/cuda.h"
