// A part of cuda::std's <utility>.
#pragma once
#include "../../../cuda/std/utility"
