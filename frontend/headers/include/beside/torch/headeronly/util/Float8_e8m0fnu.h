// Torch: classes without a library, for all versions of torch.
#pragma once
#include "../../../../warpcheck/torch/stable.h"
