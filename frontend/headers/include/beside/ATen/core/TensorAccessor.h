// Torch: accessors of kernels.
#pragma once
#include "../../../warpcheck/torch/accessor.h"
