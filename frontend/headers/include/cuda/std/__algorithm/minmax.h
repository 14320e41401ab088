// A part of cuda::std's <algorithm>.
#pragma once
#include "../../../cuda/std/algorithm"
