// Torch: what needs no library.
#pragma once
#include "../../../../warpcheck/torch/stable.h"
