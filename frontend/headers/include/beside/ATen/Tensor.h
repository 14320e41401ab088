// Torch: tensors.
#pragma once
#include "../../warpcheck/torch/tensor.h"
