// cufftXt.h has all of it.
#pragma once
#include <cufftXt.h>
