// A part of cuda::std's <tuple>.
#pragma once
#include "../../../cuda/std/tuple"
