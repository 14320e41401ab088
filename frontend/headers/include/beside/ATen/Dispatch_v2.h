// Torch: AT_DISPATCH_*.
#pragma once
#include "../../warpcheck/torch/dispatch.h"
