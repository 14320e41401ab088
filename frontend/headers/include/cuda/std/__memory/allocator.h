// A part of cuda::std's <memory>.
#pragma once
#include "../../../cuda/std/memory"
