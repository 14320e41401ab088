// Torch: streams and devices.
#pragma once
#include "../../../../warpcheck/torch/cuda.h"
