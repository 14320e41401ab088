// cuda_fp16.h has all of it.
#pragma once
#include "cuda_fp16.h"
