// cuda_bf16.h has all of it.
#pragma once
#include "cuda_bf16.h"
