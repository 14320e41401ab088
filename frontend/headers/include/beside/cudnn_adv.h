// cuDNN: cudnn.h has all of it.
#pragma once
#include "cudnn.h"
