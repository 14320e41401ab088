// A part of cuda::std's <iterator>.
#pragma once
#include "../../../cuda/std/iterator"
