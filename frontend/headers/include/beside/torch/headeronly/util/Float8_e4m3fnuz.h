// Torch: classes that are in headers alone, for all versions of torch.
#pragma once
#include "../../../../warpcheck/torch/stable.h"
