// Torch: how a kernel over all elements of a tensor is launched.
#pragma once
#include "../../../warpcheck/torch/cuda.h"
