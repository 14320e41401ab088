// Torch: how an extension registers what it has.
#pragma once
#include "../../warpcheck/torch/python.h"
