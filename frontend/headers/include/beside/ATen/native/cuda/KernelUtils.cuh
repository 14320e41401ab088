// Torch: atomic additions for every type of elements.
#pragma once
#include "../../../../warpcheck/torch/atomic.h"
