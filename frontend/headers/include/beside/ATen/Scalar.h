// Torch: all of torch that extensions use.
#pragma once
#include "../../warpcheck/torch/all.h"
