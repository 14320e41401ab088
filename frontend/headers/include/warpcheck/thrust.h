// All of Thrust's stand-ins.
#pragma once
#include "thrust_algorithms.h"
#include "thrust_core.h"
#include "thrust_numbers.h"
