// Torch: numbers, types and checks.
#pragma once
#include "../../../warpcheck/torch/types.h"
