// Torch: atomic additions.
#pragma once
#include "../../../../warpcheck/torch/atomic.h"
