// A part of cuda::std's <bit>.
#pragma once
#include "../../../cuda/std/bit"
