// Torch: how an extension registers its functions and classes.
#pragma once
#include "../../warpcheck/torch/python.h"
