// All of torch that extensions use.
#pragma once
#include "accessor.h"
#include "atomic.h"
#include "cuda.h"
#include "dispatch.h"
#include "python.h"
#include "tensor.h"
