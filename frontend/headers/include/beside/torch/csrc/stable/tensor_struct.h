// Torch: the interface for extensions that are built once for all versions.
#pragma once
#include "../../../../warpcheck/torch/stable.h"
