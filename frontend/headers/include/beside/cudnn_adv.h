// cuDNN: all of it comes together.
#pragma once
#include "cudnn.h"
