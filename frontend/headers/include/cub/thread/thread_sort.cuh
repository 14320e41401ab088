// cub.cuh has all of it.
#pragma once
#include <cub/cub.cuh>
