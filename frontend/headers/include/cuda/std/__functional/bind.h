// A part of cuda::std's <functional>.
#pragma once
#include "../../../cuda/std/functional"
