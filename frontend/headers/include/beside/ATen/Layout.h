// Torch: everything that extensions use.
#pragma once
#include "../../warpcheck/torch/all.h"
